import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { pngSize } from '#model/page/png-image-data.ts';
import { pageHeightMm } from '#model/page/sheet.ts';
import { unpackResult } from '../chunks.ts';
import { readBlob } from '../run-files.ts';
import { chunksOf } from '../run-results.ts';
import type { RunPlan, KeptRunSettings } from '../run-settings.ts';
import { findRun, type StepContext } from '../run-steps.ts';
import type { BlobStore } from '../../core/files/blob-store.ts';
import type { DialedPage } from './assistant-link.ts';

/** The pages of one run, as they are sent. */
export interface PageFeed {
  readonly runId: string;
  /** The page with that number, from 1; consecutive pages are read together. */
  read(page: number): Promise<{ readonly order: Omit<DialedPage, 'printer'>; readonly png: Uint8Array }>;
}

/** Opens the rendered pages of a run. Problem: `run.lost` if they are missing. */
export async function openPageFeed(
  { db, blobs }: Pick<StepContext, 'db'> & { readonly blobs: BlobStore },
  runId: string,
): Promise<Result<PageFeed>> {
  const run = await findRun(db, runId);
  if (run === null || run.plan === null) return err(problem('run.lost'));
  const settings = JSON.parse(run.settings) as KeptRunSettings;
  const { sheet } = JSON.parse(run.plan) as RunPlan;
  if (sheet === undefined) return err(problem('run.lost'));
  const chunks = await chunksOf({ db }, run);
  const order = { jobId: runId, ...sheet, dpi: settings.dpi, ...(run.pages > 0 ? { pages: run.pages } : {}) };
  /** The last read chunk. */
  let open: { readonly key: string; readonly pages: readonly Uint8Array[] } | null = null;
  return ok({
    runId,
    async read(page) {
      let left = page - 1;
      for (const { key, pages } of chunks) {
        if (left >= pages) {
          left -= pages;
          continue;
        }
        if (open?.key !== key) open = { key, pages: unpackResult(await readBlob(blobs, key)).pieces };
        const png = open.pages[left];
        if (png === undefined) break;
        const heightMm = pageHeightMm(sheet.heightMm, { ...pngSize(png), dpi: settings.dpi });
        return { order: { ...order, heightMm, sequence: page }, png };
      }
      throw new Error(`run ${runId} has no page ${page}`);
    },
  });
}
