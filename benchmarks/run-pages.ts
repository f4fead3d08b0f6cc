import { median, type Figure } from './figure.ts';
import { withBenchPage } from './open-page.ts';

const LABELS = 10_000;
/** Konva with its reading takes a tenth of a second per label: this many are measured and extrapolated. */
const PEER_LABELS = 60;
/** pdfme also takes a tenth of a second per label. */
const PDFME_LABELS = 100;
const ROUNDS = 3;
const WORKERS = 2;

/**
 * Rows to verified pages in Chromium: labels of 100 x 80 mm at 300 dpi, five texts, Code 128 and QR with new values in
 * each, by the pool of render workers of a print run. `run-pages-workers` compares with one worker; `run-pages-konva`
 * with Konva's pictures, of symbols that were encoded before, each read by zxing-wasm with its default options;
 * `run-pages-pdfme` with one PDF of such labels by pdfme, which reads nothing. `LABELWRIGHT_BENCH_LABELS` sets another
 * number of labels.
 */
export async function run(): Promise<readonly Figure[]> {
  const labels = Number(process.env['LABELWRIGHT_BENCH_LABELS'] ?? LABELS);
  const rounds = await withBenchPage(async ({ measure }) => {
    const times: { readonly two: number; readonly one: number; readonly konva: number; readonly pdfme: number }[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      const two = (await measure('pages', labels, WORKERS)) / labels;
      const one = (await measure('pages', labels, 1)) / labels;
      const konva = (await measure('konvaPages', PEER_LABELS)) / PEER_LABELS;
      times.push({ two, one, konva, pdfme: (await measure('pdfmePages', PDFME_LABELS)) / PDFME_LABELS });
    }
    return times;
  });
  const ms = median(rounds.map(({ two }) => two));
  const against = (peer: 'one' | 'konva' | 'pdfme'): { ratio: number; peerMs: number } => ({
    ratio: median(rounds.map((times) => times[peer] / times.two)),
    peerMs: median(rounds.map((times) => times[peer])),
  });
  const details = { labels, labelsPerSecond: Math.round(1000 / ms) };
  return [
    { name: 'run-pages-workers', goal: 1.7, against: 'one worker', ms, details, ...against('one') },
    { name: 'run-pages-konva', goal: 50, against: 'konva + zxing-wasm by default', ms, ...against('konva') },
    { name: 'run-pages-pdfme', goal: 20, against: 'pdfme generate', ms, ...against('pdfme') },
  ];
}
