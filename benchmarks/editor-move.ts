import { median, type Figure } from './figure.ts';
import { measureInPage } from './open-page.ts';

/** Moves one of 10,000 visible elements: the frame, as the peers make it. */
export async function runMove(): Promise<readonly Figure[]> {
  const { frame, konva, fabric } = await measureInPage('move');
  return [figure('move', frame, 'konva', 100, konva), figure('move', frame, 'fabric', 500, fabric)];
}

/** The same from the pointer to the pixels, with hit test, snapping and history, which the peers skip. */
export async function runDrag(): Promise<readonly Figure[]> {
  const { drag, konva, fabric } = await measureInPage('move');
  return [figure('drag', drag, 'konva', 300, konva), figure('drag', drag, 'fabric', 500, fabric)];
}

function figure(
  what: 'move' | 'drag',
  ours: readonly number[],
  against: string,
  goal: number,
  peer: readonly number[],
): Figure {
  return {
    name: `editor-${what}-${against}`,
    ratio: median(peer) / median(ours),
    goal,
    against,
    ms: median(ours),
    peerMs: median(peer),
  };
}
