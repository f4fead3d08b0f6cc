import { median, type Figure } from './figure.ts';
import { measureInPage } from './open-page.ts';

/** Repaints all of 2,000 visible elements; the peer is a CPU canvas that draws the same. */
export async function run(): Promise<readonly Figure[]> {
  const { ours, canvas2d } = await measureInPage('redraw');
  return [
    {
      name: 'editor-redraw-canvas2d',
      ratio: median(canvas2d.map((peer, i) => peer / (ours[i] ?? NaN))),
      goal: 1,
      against: 'Canvas2D on the CPU',
      ms: median(ours),
      peerMs: median(canvas2d),
    },
  ];
}
