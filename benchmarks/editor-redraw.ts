import { median, type Figure } from './figure.ts';
import { measureInPage } from './open-page.ts';

/** All of 2,000 elements in view, painted anew, against a canvas that is told the same on the CPU. */
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
