import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openPageWriter, pagesPath } from '#headless/page-writers.ts';
import { openReport } from '#headless/report-file.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { LabelRunRow, RunChunkRow } from '#server/core/database/tables.ts';
import type { Lease, RunJob } from '#server/core/queue/queue.ts';
import { layOutChunks, unpackResult, type ChunkResult } from '#server/runs/chunks.ts';
import { putRunFile, putRunParts, readBlob, type RunFile } from '#server/runs/run-files.ts';
import { isFilePerPage, type RunPlan, type KeptRunSettings } from '#server/runs/run-settings.ts';
import { finishRun, layOutAgain, type KeptChunk } from '#server/runs/run-steps.ts';
import { createRunFolder } from './frozen-run.ts';
import type { WorkContext } from './work-context.ts';

/** Number of results of chunks that are fetched in advance. */
const AHEAD = 4;

/**
 * Joins the results of the chunks. Where a label was rejected on a sheet of several, the later ones move up: chunks
 * that do not begin at a page are made again, now that the rejected labels are known.
 */
export async function joinRun(
  context: WorkContext,
  lease: Lease<RunJob>,
  run: LabelRunRow,
  signal: AbortSignal,
): Promise<Result<boolean>> {
  const chunks = await context.db
    .selectFrom('run_chunk')
    .selectAll()
    .where('run_id', '=', run.id)
    .where('generation', '=', run.generation)
    .orderBy('first_label')
    .execute();
  const broken = chunks.findIndex(({ done_count: done, label_count: count }) => done !== count);
  if (broken >= 0) return ok(await moveUp(context, lease, run, chunks, broken));
  const folder = await createRunFolder();
  try {
    const files = await write(context, run, chunks, folder, signal);
    const pages = chunks.reduce((sum, { page_count: count }) => sum + count, 0);
    return files.ok ? ok(await finishRun(context, lease, run, files.value, pages)) : files;
  } catch (error) {
    // An abort interrupts reading and writing.
    if (signal.aborted) return err({ code: 'aborted' });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function resultOf(
  { blobs }: WorkContext,
  { result_key: key }: RunChunkRow,
  signal?: AbortSignal,
): Promise<ChunkResult> {
  if (key === null) throw new Error('a chunk without a result');
  return unpackResult(await readBlob(blobs, key, signal));
}

/** Yields in order. While one is used, the next few are being fetched. */
async function* resultsOf(
  context: WorkContext,
  chunks: readonly RunChunkRow[],
  signal: AbortSignal,
): AsyncGenerator<ChunkResult> {
  const coming: Promise<ChunkResult>[] = [];
  for (const chunk of chunks) {
    const result = resultOf(context, chunk, signal);
    // After the failure of an earlier one, this one is not awaited.
    result.catch(() => undefined);
    coming.push(result);
    const next = coming.length > AHEAD ? coming.shift() : undefined;
    if (next !== undefined) yield await next;
  }
  for (const result of coming) yield await result;
}

async function write(
  context: WorkContext,
  run: LabelRunRow,
  chunks: readonly RunChunkRow[],
  folder: string,
  signal: AbortSignal,
): Promise<Result<RunFile[]>> {
  const settings = JSON.parse(run.settings) as KeptRunSettings;
  const { widthDots, heightDots } = JSON.parse(run.plan ?? '{}') as RunPlan;
  const { format, dpi } = settings;
  const size = { widthDots, heightDots };
  const writer = isFilePerPage(format)
    ? null
    : await openPageWriter({ format, dpi, colour: 'bit' }, folder, size, null, run.pages);
  const reportPath = join(folder, 'report.jsonl');
  const report = openReport(reportPath, 0);
  if (!report.ok) return report;
  const counts = { verified: 0, refused: 0, pages: 0, symbols: 0, symbolsRead: 0 };
  for await (const { labels, pages, pieces } of resultsOf(context, chunks, signal)) {
    if (signal.aborted) return err({ code: 'aborted' });
    for (const piece of pieces) await writer?.add(piece);
    report.value.add(labels, pages);
    counts.pages += pages.length;
    for (const { verified, symbols } of labels) {
      if (verified) counts.verified++;
      else counts.refused++;
      counts.symbols += symbols.length;
      counts.symbolsRead += symbols.filter((symbol) => symbol.ok).length;
    }
  }
  await writer?.finish();
  report.value.end({ asked: run.total, ...counts, pagesInDoubt: 0, complete: true });
  const files = [await putRunFile(context.blobs, run.id, 'report', 0, await readFile(reportPath), signal)];
  const { path } = pagesPath(folder, format);
  if (writer !== null && existsSync(path)) {
    files.push(...(await putRunParts(context.blobs, run.id, 'pages', path, signal)));
  }
  return ok(files);
}

async function moveUp(
  context: WorkContext,
  lease: Lease<RunJob>,
  run: LabelRunRow,
  chunks: readonly RunChunkRow[],
  broken: number,
): Promise<boolean> {
  const { rowsAtOnce } = JSON.parse(run.plan ?? '{}') as RunPlan;
  const refused = new Set<number>();
  const counts = { verified: 0, refused: 0, pages: 0 };
  const kept: KeptChunk[] = [];
  for (const [i, chunk] of chunks.entries()) {
    const { labels, ahead } = await resultOf(context, chunk);
    for (const [at, label] of [...labels, ...ahead].entries()) {
      if (!label.verified) refused.add(chunk.first_label + at);
    }
    if (i > broken) continue;
    const { first_label: first, done_count: count, result_key: key, page_count: pages } = chunk;
    if (count === null || count === 0 || key === null) continue;
    kept.push({ first, count, key, pages });
    counts.pages += pages;
    for (const { verified } of labels) {
      if (verified) counts.verified++;
      else counts.refused++;
    }
  }
  const from = (chunks[broken]?.first_label ?? 0) + (chunks[broken]?.done_count ?? 0);
  const places = layOutChunks(from, run.total, rowsAtOnce, (label) => refused.has(label));
  return layOutAgain(context, lease, run, run.generation + 1, kept, counts, places);
}
