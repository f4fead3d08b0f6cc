import { rm } from 'node:fs/promises';
import { ok, type Result } from '#model/kernel/result.ts';
import { boundTables } from '#model/data/tables.ts';
import { requestedColumn } from '#model/data/cell-form.ts';
import { mergedObservations, type ObservedText } from '#model/page/fit-proof.ts';
import type { Template } from '#model/template/template.ts';
import type { WorkerPool } from '#headless/threads/worker-pool.ts';
import type { LabelRunRow } from '#server/core/database/tables.ts';
import type { Lease, RunJob } from '#server/core/queue/queue.ts';
import type { ProvenText, ProvenTexts } from '#server/runs/fit-proof-call.ts';
import { putRunFile } from '#server/runs/run-files.ts';
import type { KeptRunSettings, RunLimits } from '#server/runs/run-settings.ts';
import { finishRun } from '#server/runs/run-steps.ts';
import { createRunFolder, WINDOW_ROWS } from './frozen-run.ts';
import { numbered, readNew, type RunSources } from './plan-run.ts';
import type { Renderers } from './renderers.ts';
import type { WorkContext } from './work-context.ts';

/** Reads the rows of a fit proof, proves its texts, and ends the run. False when it was canceled. */
export async function proveRun(
  context: WorkContext,
  renderers: Renderers,
  lease: Lease<RunJob>,
  run: LabelRunRow,
  limits: RunLimits,
  signal: AbortSignal,
): Promise<Result<boolean>> {
  const settings = JSON.parse(run.settings) as KeptRunSettings;
  const folder = await createRunFolder();
  try {
    const sources = await readNew(context, run, settings, limits, folder, signal);
    if (!sources.ok) return sources;
    const { records } = sources.value;
    const template = await numbered(context, run, settings, sources.value.template, records.count);
    if (!template.ok) return template;
    const pool = await renderers.of(run, () => Promise.resolve(template.value));
    if (!pool.ok) return pool;
    const texts = await proofsOf(pool.value, template.value, records, signal);
    if (!texts.ok) return texts;
    const proven: ProvenTexts = { rows: records.count, texts: texts.value };
    const bytes = Buffer.from(JSON.stringify(proven));
    const file = await putRunFile(context.blobs, run.id, 'proof', 0, bytes, signal);
    return ok(await finishRun(context, lease, run, 0, [file]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function proofsOf(
  pool: WorkerPool,
  template: Template,
  records: RunSources['records'],
  signal: AbortSignal,
): Promise<Result<readonly ProvenText[]>> {
  const chunk = { isLast: false, firstCell: 0 };
  let observed: readonly ObservedText[] | null = null;
  // Without rows there is one chunk, of none: texts may declare their values.
  for (let first = 0; observed === null || first < records.count; first += WINDOW_ROWS) {
    const read = records.count === 0 ? ok([]) : await records.read(first, WINDOW_ROWS, signal);
    if (!read.ok) return read;
    const made = await pool.make({ ...chunk, first, records: read.value }, signal);
    if (!made.ok) return made;
    const seen = made.value.observed ?? [];
    // A thread that has replaced a crashed one doesn't know its values.
    observed = mergedObservations(observed === null ? [seen] : [observed, seen]);
  }
  const texts: ProvenText[] = [];
  // One at a time, so that a canceled proof ends soon.
  for (const text of observed) {
    const made = await pool.make({ ...chunk, first: records.count, records: [], prove: [text] }, signal);
    if (!made.ok) return made;
    const columns = columnsOf(template, text);
    texts.push(...(made.value.proofs ?? []).map((proof) => ({ columns, proof })));
  }
  return ok(texts);
}

/** The headings of the columns in a text, those in its formulas too. */
function columnsOf(template: Template, { elementId }: ObservedText): readonly string[] {
  const elements = template.elements.filter(({ id }) => id === elementId);
  const requests = boundTables({ ...template, elements }).flatMap(({ columns }) => columns);
  return [...new Set(requests.map((request) => requestedColumn(request).column))];
}
