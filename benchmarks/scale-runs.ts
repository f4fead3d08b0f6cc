import type { Figure } from './figure.ts';
import { withScaleInstallation, type ScaleRun } from './scale-installation.ts';
import { pagePdfMs, pdfmeMs } from './scale-peers.ts';
import { queueMsOfJob } from './scale-queue.ts';

const LABELS = 10_000;
const QUICK_LABELS = 3_000;
const WORKERS = 2;
const PAGE_PDF_LABELS = 200;
const PDFME_LABELS = 300;
/** Allowed share of a label's time for the queue. */
const QUEUE_SHARE = 0.05;

/**
 * Runs through `/v1` and workers, on PostgreSQL: the bulk label at 300 dpi, each verified, from the request to the
 * fetched file (`LABELWRIGHT_BENCH_LABELS` of them). A worker has one core: with more, a single worker would use a part
 * of what the second has. `scale-workers` compares two workers with one; `scale-queue` the cost of a job in the queue
 * per label of its chunk with its limit; the others compare with today's alternatives on as many cores.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const labels = Number(process.env['LABELWRIGHT_BENCH_LABELS'] ?? (quick ? QUICK_LABELS : LABELS));
  return withScaleInstallation(async ({ databaseUrl, run: make }) => {
    const one = await make(1, labels, 'pdf');
    const two = await make(WORKERS, labels, 'pdf');
    const workers: Figure = {
      name: 'scale-workers',
      ratio: one.ms / two.ms,
      goal: 1.9,
      against: 'one-worker',
      ms: two.ms / labels,
      peerMs: one.ms / labels,
      details: {
        labels,
        labelsASecond: Math.round((labels / two.ms) * 1000),
        ...stages('one', one),
        ...stages('two', two),
      },
    };
    if (quick) return [workers];
    const job = await queueMsOfJob(databaseUrl);
    const ofLabel = job / (labels / one.chunks);
    const queue: Figure = {
      name: 'scale-queue',
      ratio: (QUEUE_SHARE * one.ms) / labels / ofLabel,
      goal: 1,
      against: '5%-of-a-label',
      ms: ofLabel,
      peerMs: (QUEUE_SHARE * one.ms) / labels,
      details: { jobMs: rounded(job), percent: rounded((100 * ofLabel * labels) / one.ms) },
    };
    const against = (name: string, goal: number, peer: string, peerMs: number): Figure => ({
      name,
      ratio: peerMs / (two.ms / labels),
      goal,
      against: peer,
      ms: two.ms / labels,
      peerMs,
    });
    const pagePdf = await pagePdfMs(PAGE_PDF_LABELS, WORKERS);
    const pdfme = await pdfmeMs(PDFME_LABELS);
    return [
      workers,
      queue,
      against('scale-page-pdf', 100, 'chromium-page.pdf', pagePdf),
      against('scale-pdfme', 30, 'pdfme-generate', pdfme),
    ];
  });
}

function stages(
  name: string,
  { labels, chunkMs, planMs, joinMs, downloadMs, chunks, workerCpuMs, serverCpuMs, databaseCpuMs }: ScaleRun,
): Record<string, number> {
  return {
    [`${name}ChunkMsALabel`]: rounded(chunkMs / labels),
    [`${name}PlanMs`]: Math.round(planMs),
    [`${name}JoinMs`]: Math.round(joinMs),
    [`${name}DownloadMs`]: Math.round(downloadMs),
    [`${name}Chunks`]: chunks,
    [`${name}WorkerCpuMsALabel`]: rounded(workerCpuMs / labels),
    [`${name}ServerCpuMs`]: serverCpuMs,
    [`${name}DatabaseCpuMsAChunk`]: rounded(databaseCpuMs / chunks),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
