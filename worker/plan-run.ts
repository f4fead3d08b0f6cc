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
import { sizedByThreads } from '#headless/threads/sized-run.ts';
import { rowsOfPages } from '#headless/threads/chunks-in-order.ts';
import type { LabelRunRow } from '#server/core/database/tables.ts';
import { layOutChunks } from '#server/runs/chunks.ts';
import type { Lease, RunJob } from '#server/core/queue/queue.ts';
import { putRunFile, readBlob, runFilesOf, type RunFile } from '#server/runs/run-files.ts';
import type { RunLimits, RunPlan, KeptRunSettings } from '#server/runs/run-settings.ts';
import { keepPlanPart, plannedLabels } from '#server/runs/run-steps.ts';
import { listCounters, takeCounter } from '#server/templates/counters.ts';
import type { Renderers } from './renderers.ts';
import { createRunFolder, frozenRecords, frozenTemplate, packFrozen, WINDOW_ROWS } from './frozen-run.ts';
import type { WorkContext } from './work-context.ts';

/** Labels of a chunk, if their pages are not too large, and of the last chunks. */
const CHUNK_LABELS = 128;
const LAST_CHUNK_LABELS = 32;
/** Labels of the first part of a plan, which is soon ready, and how much longer each next one is. */
const FIRST_PART_LABELS = 2 * WINDOW_ROWS;
const PART_GROWS = 4;
/** A worker has one thread for a run; the next rows are read while it measures. */
const MEASURED_AT_ONCE = 2;
/** Number of frozen files that are stored at once. */
const STORED_AT_ONCE = 8;

export interface RunSources {
  readonly template: Template;
  readonly records: RecordSource;
}

const NO_RECORDS: RecordSource = { count: 0, read: () => Promise.resolve(ok([])) };

/**
 * Reads the rows, reserves the running numbers, freezes the rows and divides the labels into chunks. It stores the plan
 * in parts: the first chunks are rendered while later rows are frozen. If a worker is lost, the next one continues after
 * the last stored part, with its template and numbers. False when another worker has stored the next part, or the run
 * has ended.
 */
export async function planRun(
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
    const sources =
      settings.again === undefined
        ? await readNew(context, run, settings, limits, folder, signal)
        : ok(await readAgain(context, run.id, settings.again.labels));
    if (!sources.ok) return sources;
    const { records } = sources.value;
    const total = records.count;
    if (total === 0) return err(problem('print.noRows'));
    const first =
      run.plan === null
        ? await firstPlan(context, renderers, run, settings, sources.value, signal)
        : ok({ plan: JSON.parse(run.plan) as RunPlan, files: [] });
    if (!first.ok) return first;
    const { plan } = first.value;
    let { files } = first.value;
    let from = await plannedLabels(context.db, run);
    let frozen = await frozenLabels(context.db, run.id);
    for (let most = FIRST_PART_LABELS; from < total; most *= PART_GROWS) {
      const end = Math.min(total, frozen + Math.max(most, plan.rowsAtOnce));
      const rows = await freeze(context, run, records, frozen, end, signal);
      if (!rows.ok) return rows;
      frozen += rows.value.length * WINDOW_ROWS;
      const chunks = layOutChunks(from, total, plan).filter((chunk) => chunk.first + chunk.count <= frozen);
      const to = chunks.reduce((labels, { count }) => labels + count, from);
      const part = { plan, total, from, to, files: [...files, ...rows.value], chunks };
      if (!(await keepPlanPart(context, lease, run, part))) return ok(false);
      files = [];
      from = to;
    }
    return ok(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reserves the numbers of the run, and stores its template with them and with the sizes of its texts. */
async function firstPlan(
  context: WorkContext,
  renderers: Renderers,
  run: LabelRunRow,
  settings: KeptRunSettings,
  { template: bound, records }: RunSources,
  signal: AbortSignal,
): Promise<Result<{ readonly plan: RunPlan; readonly files: readonly RunFile[] }>> {
  const template =
    settings.again === undefined ? await numbered(context, run, settings, bound, records.count) : ok(bound);
  if (!template.ok) return template;
  const first = await renderers.of(run, () => Promise.resolve(template.value));
  if (!first.ok) return first;
  // A reprint has the sizes of the run that it repeats.
  const sized =
    settings.again === undefined
      ? await sizedByThreads(first.value, template.value, records, MEASURED_AT_ONCE, signal)
      : template;
  if (!sized.ok) return sized;
  const renderer = sized.value === template.value ? first : await renderers.reopen(run, sized.value);
  if (!renderer.ok) return renderer;
  const { opened } = renderer.value;
  const rows =
    settings.format === 'pdf-vector'
      ? { rowsAtOnce: records.count }
      : { rowsAtOnce: rowsOfPages(opened, CHUNK_LABELS), rowsAtEnd: rowsOfPages(opened, LAST_CHUNK_LABELS) };
  const plan = { ...opened, ...rows, sheet: sheetOf(sized.value) };
  const file = await putRunFile(context.blobs, run.id, 'template', 0, packFrozen(sized.value), signal);
  return ok({ plan, files: [file] });
}

/** Reads the template and its rows. A proof may be without rows, even if the template has columns. */
export async function readNew(
  context: WorkContext,
  run: LabelRunRow,
  settings: KeptRunSettings,
  limits: RunLimits,
  folder: string,
  signal: AbortSignal,
): Promise<Result<RunSources>> {
  const sources = await readSources(context, run, settings, folder, signal);
  if (!sources.ok) return sources;
  const { template, records } = sources.value;
  const { count } = records;
  if (count > limits.labelsPerRun) {
    return err(problem('run.tooManyLabels', { count, max: limits.labelsPerRun }, 'rows'));
  }
  return ok({ template, records: settings.source?.numbersFrom === 1 ? fromOne(records) : records });
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
): Promise<Result<RunSources>> {
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
  if (settings.proof === true && data === null && boundTables(filled.value).length > 0) {
    return ok({ template: filled.value, records: NO_RECORDS });
  }
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
export async function numbered(
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

/** Number of labels whose rows a stored part of the plan has frozen. */
async function frozenLabels(db: WorkContext['db'], runId: string): Promise<number> {
  const last = (await runFilesOf(db, runId, 'rows')).at(-1);
  return last === undefined ? 0 : last.place + WINDOW_ROWS;
}

/** Freezes the rows of whole windows from label `from` at least up to `end`. */
async function freeze(
  { blobs }: WorkContext,
  run: LabelRunRow,
  records: RecordSource,
  from: number,
  end: number,
  signal: AbortSignal,
): Promise<Result<RunFile[]>> {
  const files: RunFile[] = [];
  let storing: Promise<RunFile>[] = [];
  const stored = async (): Promise<void> => {
    files.push(...(await Promise.all(storing)));
    storing = [];
  };
  for (let first = from; first < end; first += WINDOW_ROWS) {
    const read = await records.read(first, WINDOW_ROWS, signal);
    if (!read.ok) return read;
    storing.push(putRunFile(blobs, run.id, 'rows', first, packFrozen(read.value), signal));
    if (storing.length === STORED_AT_ONCE) await stored();
  }
  await stored();
  return ok(files);
}
