import type { Figure } from './figure.ts';
import { withBenchPage } from './open-page.ts';
import { watchMemory } from './page-memory.ts';

const LABELS = 200;
/** Labels of a short run, to show that memory does not grow with the length of a run. */
const FEW_LABELS = 20;
/** A canvas takes seconds per label: this many are measured and extrapolated. */
const PEER_LABELS = 6;

/**
 * A run of 200 labels of 400 x 3000 mm at 300 dpi (167 million dots and 1,201 elements each, a serial number in every
 * one of them) to verified pages with their PNGs, as a print run makes them: 400 symbols per label are encoded and read
 * back. Against a canvas with its PNGs, with symbols encoded before, which reads nothing. Memory is that of the page
 * and its worker.
 */
export async function run(): Promise<readonly Figure[]> {
  return withBenchPage(async ({ browser, measure }) => {
    const few = await watchMemory(browser);
    await measure('longPages', FEW_LABELS);
    const { scriptsMB: memoryOfFewMB } = few.end();
    const all = await watchMemory(browser);
    const ms = (await measure('longPages', LABELS)) / LABELS;
    const { scriptsMB: memoryMB } = all.end();
    const peerMs = (await measure('longCanvasPages', PEER_LABELS)) / PEER_LABELS;
    return [
      {
        name: 'run-long-canvas2d',
        ratio: peerMs / ms,
        goal: 5,
        against: 'Canvas2D+convertToBlob',
        ms,
        peerMs,
        details: { labels: LABELS, memoryMB, memoryOfFewMB },
      },
    ];
  });
}
