import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CounterId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { countersOf, valuesFor, withCounterStarts } from '#model/data/counters.ts';
import { blankFault, blankName, blanksOf, filledTemplate, formFault, type BlankKey } from '#model/data/blanks.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { boundTables } from '#model/data/tables.ts';
import { sheetSizeMm } from '#model/page/sheet.ts';
import type { Template } from '#model/template/template.ts';
import { openTemplateFile } from '#headless/rows/open-files.ts';
import { bindRows } from '#headless/rows/label-sources.ts';
import { rowsForChunk } from '#headless/threads/chunks-in-order.ts';
import type { LabelRunRow } from '#server/core/database/tables.ts';
import { layOutChunks } from '#server/runs/chunks.ts';
import { putRunFile, readBlob, runFilesOf, type RunFile } from '#server/runs/run-files.ts';
import type { RunLimits, RunPlan, KeptRunSettings } from '#server/runs/run-settings.ts';
import type { Planned } from '#server/runs/run-steps.ts';
import { listCounters, takeCounter } from '#server/templates/counters.ts';
import type { Renderers } from './renderers.ts';
import { createRunFolder, frozenRecords, frozenTemplate, packFrozen, WINDOW_ROWS } from './frozen-run.ts';
import type { WorkContext } from './work-context.ts';

/** Chunks are as long as for two threads; their length does not affect the pages. */
const THREADS = 2;

/** Reads the rows, freezes them, reserves the running numbers and divides the labels into chunks. */
export async function planRun(
  context: WorkContext,
  renderers: Renderers,
  run: LabelRunRow,
  limits: RunLimits,
  signal: AbortSignal,
): Promise<Result<Planned>> {
  const settings = JSON.parse(run.settings) as KeptRunSettings;
  const folder = await createRunFolder();
  try {
    const sources =
      settings.again === undefined
        ? await readNew(context, run, settings, limits, folder, signal)
        : ok(await readAgain(context, run.id, settings.again.labels));
    if (!sources.ok) return sources;
    const { template, records } = sources.value;
    const { count: total } = records;
    const renderer = await renderers.of(run, () => Promise.resolve(template));
    if (!renderer.ok) return renderer;
    const { opened } = renderer.value;
    const { cells, widthDots, heightDots } = opened;
    const isOneStream = settings.format === 'pdf-vector';
    const rowsAtOnce = isOneStream ? total : rowsForChunk(opened, total, THREADS);
    const files = [await putRunFile(context.blobs, run.id, 'template', 0, packFrozen(template), signal)];
    const rows = await freeze(context, run, records, signal);
    if (!rows.ok) return rows;
    return ok({
      plan: { cells, rowsAtOnce, widthDots, heightDots, sheet: sheetOf(template) },
      total,
      files: [...files, ...rows.value],
      chunks: layOutChunks(0, total, rowsAtOnce),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface RunSources {
  /** With the run's numbers. */
  readonly template: Template;
  readonly records: RecordSource;
}

async function readNew(
  context: WorkContext,
  run: LabelRunRow,
  settings: KeptRunSettings,
  limits: RunLimits,
  folder: string,
  signal: AbortSignal,
): Promise<Result<RunSources>> {
  const sources = await readSources(context, run, settings, folder, signal);
  if (!sources.ok) return sources;
  const { records } = sources.value;
  const { count } = records;
  if (count > limits.labelsPerRun) {
    return err(problem('run.tooManyLabels', { count, max: limits.labelsPerRun }, 'rows'));
  }
  const template = await numbered(context, run, settings, sources.value.template, count);
  if (!template.ok) return template;
  return ok({ template: template.value, records: settings.source?.numbersFrom === 1 ? fromOne(records) : records });
}

/** Rows that came as JSON have no headings above them: the first is number 1. */
function fromOne(records: RecordSource): RecordSource {
  return {
    ...records,
    async read(first, count, signal) {
      const read = await records.read(first, count, signal);
      return read.ok ? ok(read.value.map((record) => ({ ...record, row: record.row - 1 }))) : read;
    },
  };
}

/**
 * Reads what another run has frozen, of the labels at these places. They keep its numbers: sequences count by the
 * record.
 */
async function readAgain(
  context: WorkContext,
  runId: string,
  labels: readonly (readonly [number, number])[],
): Promise<RunSources> {
  const count = labels.reduce((sum, [from, to]) => sum + to + 1 - from, 0);
  return {
    template: await frozenTemplate(context, runId, 'firstTemplate'),
    records: {
      count,
      async read(first, wanted) {
        const records: DataRecord[] = [];
        let before = 0;
        for (const [from, to] of labels) {
          const start = Math.max(from, from + first - before);
          const end = Math.min(to + 1, from + first + wanted - before);
          if (start < end) records.push(...(await frozenRecords(context, runId, start, end - start, 'firstRows')));
          before += to + 1 - from;
        }
        return ok(records);
      },
    },
  };
}

async function readSources(
  { db, blobs }: WorkContext,
  run: LabelRunRow,
  settings: KeptRunSettings,
  folder: string,
  signal: AbortSignal,
): Promise<Result<{ readonly template: Template; readonly records: RecordSource }>> {
  const [original] = await runFilesOf(db, run.id, 'original');
  const [source] = await runFilesOf(db, run.id, 'source');
  const path = join(folder, 'template.tprts');
  await writeFile(path, original === undefined ? '' : await readBlob(blobs, original.key));
  let data: string | null = null;
  if (settings.source !== null && source !== undefined) {
    data = join(folder, settings.source.fileName);
    await writeFile(data, await readBlob(blobs, source.key));
  }
  const template = await openTemplateFile(path, () => undefined);
  if (!template.ok) return withoutFolder(template, folder);
  if (template.value.elements.length === 0) return err(problem('template.empty', {}, 'template'));
  if (data !== null && boundTables(template.value).length === 0) return err(problem('run.noColumns', {}, 'rows'));
  const filled = filledWith(template.value, settings.texts);
  if (!filled.ok) return filled;
  // Rows that came as JSON were written by this server: nothing about their file is guessed.
  const ownFile = { encoding: 'utf-8', delimiter: ',', quote: '"', headingRows: 1 } as const;
  const rows = { ...settings, dataPath: data, reading: settings.source?.numbersFrom === 1 ? ownFile : {} };
  return withoutFolder(await bindRows(rows, filled.value, signal, () => undefined), folder);
}

function sheetOf({ label }: Template): NonNullable<RunPlan['sheet']> {
  const { width: widthMm, height: heightMm } = sheetSizeMm(label);
  return { jobName: label.name, widthMm, heightMm };
}

/** The template filled with the submitted texts, by name. Problems: `run.noSuchText` and those of `blankFault`. */
function filledWith(template: Template, texts: KeptRunSettings['texts']): Result<Template> {
  if (texts === null) return ok(template);
  const blanks = blanksOf(template);
  const values = new Map<BlankKey, string>();
  for (const [name, text] of Object.entries(texts)) {
    const named = blanks.filter((blank) => blankName(blank) === name);
    if (named.length === 0) return err(problem('run.noSuchText', { name }, name));
    for (const { key } of named) values.set(key, text);
  }
  for (const blank of blanks) {
    const fault = blankFault(blank, values.get(blank.key) ?? blank.text);
    if (fault !== null) return err({ ...fault, path: blankName(blank) });
  }
  const fault = blanks.length === 0 ? null : formFault(blanks, values);
  return fault === null ? ok(filledTemplate(template, values)) : err({ ...fault, path: 'texts' });
}

/** Hides a worker's folder in problems. */
function withoutFolder<T>(result: Result<T>, folder: string): Result<T> {
  if (result.ok) return result;
  const text = JSON.stringify(result.error).replaceAll(`${folder}/template.tprts`, 'template');
  return err(JSON.parse(text.replaceAll(`${folder}/`, '')) as typeof result.error);
}

/** The template with the numbers of the run, which no other run gets. A preview shows the next ones. */
async function numbered(
  { db, now }: WorkContext,
  { user_id: userId, template_id: id }: LabelRunRow,
  { preview }: KeptRunSettings,
  template: Template,
  labels: number,
): Promise<Result<Template>> {
  const counters = countersOf(template);
  if (!counters.ok) return counters;
  if (counters.value.length === 0) return ok(template);
  const starts = new Map<CounterId, string>();
  if (preview) {
    const kept = await listCounters(db, userId, id);
    if (!kept.ok) return err(problem('run.templateGone', {}, 'template'));
    for (const { counter, next } of kept.value.list) starts.set(counter as CounterId, next);
    return ok(withCounterStarts(template, starts));
  }
  for (const { sequence, element } of counters.value) {
    const { counter, kind, step, initial } = sequence;
    const count = valuesFor(sequence, labels);
    const block = await takeCounter({ db, time: now() }, userId, { id, counter, kind, step, initial, count });
    if (!block.ok) return err(problem('run.noNumbers', { element, count }, element));
    starts.set(counter, block.value.first);
  }
  return ok(withCounterStarts(template, starts));
}

async function freeze(
  { blobs }: WorkContext,
  run: LabelRunRow,
  records: RecordSource,
  signal: AbortSignal,
): Promise<Result<RunFile[]>> {
  const files: RunFile[] = [];
  for (let first = 0; first < records.count; first += WINDOW_ROWS) {
    const read = await records.read(first, WINDOW_ROWS, signal);
    if (!read.ok) return read;
    files.push(await putRunFile(blobs, run.id, 'rows', first, packFrozen(read.value), signal));
  }
  return ok(files);
}
