import { ok, type Result } from '#model/kernel/result.ts';
import type { LabelRunRow } from '#server/core/database/tables.ts';
import type { Lease, RunJob } from '#server/core/queue/queue.ts';
import { layOutChunks } from '#server/runs/chunks.ts';
import { chunksOf, factsOf, type RenderedChunk } from '#server/runs/run-results.ts';
import type { RunPlan } from '#server/runs/run-settings.ts';
import { finishRun, layOutAgain, type KeptChunk } from '#server/runs/run-steps.ts';
import type { WorkContext } from './work-context.ts';

/**
 * Ends a run whose chunks are rendered: servers join their results when the pages are fetched. Where a label was
 * rejected on a sheet of several, the later ones move up: chunks that do not begin at a page are made again, now that
 * the rejected labels are known.
 */
export async function joinRun(context: WorkContext, lease: Lease<RunJob>, run: LabelRunRow): Promise<Result<boolean>> {
  const chunks = await chunksOf(context, run);
  const broken = chunks.findIndex(({ done, labels }) => done !== labels);
  if (broken >= 0) return ok(await moveUp(context, lease, run, chunks, broken));
  return ok(
    await finishRun(
      context,
      lease,
      run,
      chunks.reduce((sum, { pages }) => sum + pages, 0),
    ),
  );
}

async function moveUp(
  context: WorkContext,
  lease: Lease<RunJob>,
  run: LabelRunRow,
  chunks: readonly RenderedChunk[],
  broken: number,
): Promise<boolean> {
  const plan = JSON.parse(run.plan ?? '{}') as RunPlan;
  const refused = new Set<number>();
  const counts = { verified: 0, refused: 0, pages: 0 };
  const kept: KeptChunk[] = [];
  for (const [i, { key, first, done: count, pages }] of chunks.entries()) {
    const { labels, ahead } = await factsOf(context.blobs, key);
    for (const [at, label] of [...labels, ...ahead].entries()) {
      if (!label.verified) refused.add(first + at);
    }
    if (i > broken || count === 0) continue;
    kept.push({ first, count, key, pages });
    counts.pages += pages;
    for (const { verified } of labels) {
      if (verified) counts.verified++;
      else counts.refused++;
    }
  }
  const from = (chunks[broken]?.first ?? 0) + (chunks[broken]?.done ?? 0);
  const places = layOutChunks(from, run.total, plan, (label) => refused.has(label));
  return layOutAgain(context, lease, run, run.generation + 1, kept, counts, places);
}
