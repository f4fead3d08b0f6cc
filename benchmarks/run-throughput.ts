import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAssistantProcess } from '../tests/assistant/assistant-process.ts';
import { median, type Figure } from './figure.ts';
import { withUnwatchedPage } from './open-page.ts';
import type { PrintContender } from './page/print-labels.ts';

const LABELS = 2000;
const QUICK_LABELS = 500;
const ROUNDS = 3;

/**
 * From the browser to the folder printer: labels of 100 x 80 mm at 300 dpi, five texts, Code 128 and QR, verified, with
 * the journal in a profile on the disk and an assistant that syncs what it writes. `run-throughput` has the render
 * worker alone for its peer, `run-throughput-earlier` the run as it was before pages were processed in groups.
 * `LABELWRIGHT_BENCH_LABELS` sets another number of labels.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const labels = Number(process.env['LABELWRIGHT_BENCH_LABELS'] ?? (quick ? QUICK_LABELS : LABELS));
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-bench-'));
  try {
    const times = await withUnwatchedPage(join(folder, 'profile'), async ({ address, measure }) => {
      const sites = { ASSISTANT_ORIGINS: address, ASSISTANT_OPEN_ORIGINS: address };
      await using assistant = await startAssistantProcess({ ...sites, ASSISTANT_DIR: join(folder, 'assistant') });
      const url = `ws://127.0.0.1:${assistant.port}`;
      const rounds: Record<PrintContender, number>[] = [];
      for (let i = 0; i < ROUNDS; i++) {
        const earlier = quick ? NaN : await measure('printLabels', url, labels, 'earlier');
        const own = await measure('printLabels', url, labels, 'run');
        rounds.push({ earlier, run: own, worker: await measure('printLabels', url, labels, 'worker') });
      }
      return rounds;
    });
    const perSecond = (ms: number): number => Math.round((1000 * labels) / ms);
    const [worker, own, earlier] = (['worker', 'run', 'earlier'] as const).map((key) =>
      median(times.map((round) => round[key])),
    ) as [number, number, number];
    const details = { labels, labelsPerSecond: perSecond(own), workerPerSecond: perSecond(worker) };
    const ratioTo = (key: PrintContender): number => median(times.map((round) => round[key] / round.run));
    return [
      {
        name: 'run-throughput',
        ratio: ratioTo('worker'),
        goal: 0.9,
        against: 'the-worker-alone',
        ms: own / labels,
        peerMs: worker / labels,
        details,
      },
      {
        name: 'run-throughput-earlier',
        ratio: ratioTo('earlier'),
        goal: 3,
        against: 'page-by-page',
        ms: own / labels,
        peerMs: earlier / labels,
        details: { earlierPerSecond: perSecond(earlier) },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
