import { median, type Figure } from './figure.ts';
import { measureInPage } from './open-page.ts';

/**
 * One of 10,000 elements in view moves: `move` is the frame, as the peers make it; `drag` is from the pointer to the
 * pixels, with hit test, snapping and history, which the peers are spared.
 */
export async function run(): Promise<readonly Figure[]> {
  const { drag, frame, konva, fabric } = await measureInPage('move');
  const figure = (
    what: 'move' | 'drag',
    ours: readonly number[],
    against: string,
    goal: number,
    peer: readonly number[],
  ): Figure => ({
    name: `editor-${what}-${against}`,
    ratio: median(peer) / median(ours),
    goal,
    against,
    ms: median(ours),
    peerMs: median(peer),
  });
  return [
    figure('move', frame, 'konva', 100, konva),
    figure('move', frame, 'fabric', 500, fabric),
    figure('drag', drag, 'konva', 100, konva),
    figure('drag', drag, 'fabric', 500, fabric),
  ];
}
