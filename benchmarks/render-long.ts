import { median, type Figure } from './figure.ts';
import { measureInPage } from './open-page.ts';

/** 400 x 3000 mm at 300 dpi (167 million dots), 1,201 elements, to one PNG; in a worker. The heap is Skia's. */
export async function run(): Promise<readonly Figure[]> {
  const { ours, canvas2d, heapMiB, pngBytes } = await measureInPage('long');
  return [
    {
      name: 'render-long-canvas2d',
      ratio: median(canvas2d.map((peer, i) => peer / (ours[i] ?? NaN))),
      goal: 5,
      against: 'Canvas2D+convertToBlob',
      ms: median(ours),
      peerMs: median(canvas2d),
      counts: { heapMiB, pngBytes },
    },
  ];
}
