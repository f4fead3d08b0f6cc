import { median, type Figure } from './figure.ts';
import { measureInPage } from './open-page.ts';

/** One of 10,000 elements in view moves: from the pointer to the pixels on the canvas. */
export async function run(): Promise<readonly Figure[]> {
  const { ours, konva, fabric } = await measureInPage('move');
  const figure = (against: string, goal: number, peer: readonly number[]): Figure => ({
    name: `editor-move-${against}`,
    ratio: median(peer) / median(ours),
    goal,
    against,
    ms: median(ours),
    peerMs: median(peer),
  });
  return [figure('konva', 100, konva), figure('fabric', 500, fabric)];
}
