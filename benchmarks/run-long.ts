import type { Figure } from './figure.ts';
import { withBenchPage } from './open-page.ts';
import { watchMemory } from './page-memory.ts';

const LABELS = 200;
/** A run that takes more the longer it is has taken less by then. */
const FEW_LABELS = 20;
/** A canvas takes seconds a label: so many are measured, and counted up. */
const PEER_LABELS = 6;

/**
 * 200 labels of 400 x 3000 mm at 300 dpi (167 million dots and 1,201 elements each, a serial number in every one of them) to
 * verified pages with their PNGs, as a print run makes them: 400 symbols a label are encoded and read back. Against a canvas
 * with its PNGs, for which the symbols were encoded before and which reads nothing. Memory is that of the page and its worker.
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
        besides: { labels: LABELS, memoryMB, memoryOfFewMB },
      },
    ];
  });
}
