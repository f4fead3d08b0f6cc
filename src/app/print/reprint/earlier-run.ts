import { openFrozenRecords } from '#model/data/frozen-data.ts';
import type { RecordSource, RowExtent } from '#model/data/record-source.ts';
import type { DataRecord } from '#model/data/record.ts';
import { countersOf } from '#model/data/counters.ts';
import { rowsOfText } from '#model/data/row-choice.ts';
import { rowAtPlace, rowRange } from '#model/data/row-set.ts';
import { hasSequences } from '#model/data/sequence-limit.ts';
import { boundTables } from '#model/data/tables.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { printedLabels, runLabels, type PrintedLabels, type RunLabels } from '#printing/run-labels.ts';
import { isScanOf } from '#printing/scanned-code.ts';
import { KEPT_FORMAT, type KeptRun } from '#protocol/printing.ts';
import { createFrozenReader, type FrozenReader } from '#services/spreadsheet/frozen-reader.ts';
import type { Services } from '#app/state/services.tsx';

/** A run of this browser, opened for printing its labels again. The caller disposes of it. */
export interface EarlierRun {
  readonly kept: KeptRun;
  readonly records: RecordSource;
  readonly labels: RunLabels;
  readonly printed: PrintedLabels;
  /** Whether the labels use a spreadsheet. */
  readonly isBound: boolean;
  /** The rows, or running numbers, that its labels were chosen from; null if all labels are alike. */
  readonly extent: RowExtent | null;
  /** Whether its labels have counters that continue after each run. */
  readonly counts: boolean;
  readonly reader: FrozenReader;
}

/** Rows per search step. */
const ROWS_AT_ONCE = 2000;
/** More labels with the same content are counted and not listed. */
const MOST_OFFERED = 20;

/** Problems: `print.notKept` if this browser no longer has the run, and those of its data. */
export async function openEarlierRun(services: Services, jobId: string): Promise<Result<EarlierRun>> {
  const found = await services.keptRuns.find(jobId);
  if (!found.ok) return found;
  if (found.value === null || found.value.run.format !== KEPT_FORMAT) return err(problem('print.notKept'));
  const { run: kept, pages } = found.value;
  const { template, data } = kept;
  const reader = createFrozenReader(services.spreadsheets, services.openFrozenSpreadsheets, data.edits);
  const { signal } = new AbortController();
  const { part: _part, numbered: _numbered, ...others } = data;
  const every = { ...others, rows: rowRange(0, data.count), copiesColumn: null };
  const all = await openFrozenRecords(template, every, reader, signal);
  const records = await openFrozenRecords(template, data, reader, signal);
  if (!all.ok || !records.ok) reader.dispose();
  if (!all.ok) return all;
  if (!records.ok) return records;
  const labels = runLabels(records.value, kept.copies);
  const counters = countersOf(template);
  const isBound = boundTables(template).length > 0;
  const { numbering } = all.value;
  // Running numbers alone may be a million, of which the run had the first ones.
  const count = isBound ? data.count : (data.rows.ends.at(-1) ?? 0);
  return ok({
    kept,
    records: records.value,
    labels,
    printed: printedLabels(pages, labels, template.label.rows * template.label.columns),
    isBound,
    extent: isBound || hasSequences(template) ? { count, ...(numbering === undefined ? {} : { numbering }) } : null,
    counts: counters.ok && counters.value.length > 0,
    reader,
  });
}

/** A label with its description for people. */
export interface NamedLabel {
  /** Counted from 1 in printing order; null for a label that was not printed. */
  readonly n: number | null;
  /** 0 for none. */
  readonly row: number;
  readonly copy: number;
  readonly of: number;
  /** A part of its row's content. */
  readonly text: string;
}

/** Problems: those of the data. */
export async function nameLabel(run: EarlierRun, label: number): Promise<Result<NamedLabel>> {
  const { record, copy } = run.labels.spot(label);
  const read = await readRecord(run, record);
  if (!read.ok) return read;
  const { row, values } = read.value;
  const text = Object.values<string>(values).filter((value) => value.trim() !== '');
  return ok({
    n: run.printed.numberOf(label),
    row: run.isBound ? row : 0,
    copy,
    of: run.labels.of(record),
    text: [...new Set(text)].slice(0, 3).join(' · '),
  });
}

/** Printed labels that match a search: of each row the last one. */
export interface FoundLabels {
  readonly labels: readonly number[];
  /** The number of further ones. */
  readonly beyond: number;
}

/** The last printed label of a row; empty if there is none. Problems: `print.badRows`, those of the data. */
export async function labelsOfRow(run: EarlierRun, row: number): Promise<Result<FoundLabels>> {
  if (run.extent === null) return ok({ labels: [], beyond: 0 });
  const wanted = rowsOfText(String(row), run.extent);
  if (!wanted.ok) return wanted;
  const record = await recordOfRow(run, rowAtPlace(wanted.value, 0) ?? -1);
  return record.ok ? ok(offered(run, record.value === null ? [] : [record.value])) : record;
}

/**
 * The labels whose codes have this content. If there are none, or the contents are no longer known, those whose row has it
 * in one of its columns. Problems: those of the data, `aborted`.
 */
export async function labelsWith(
  services: Pick<Services, 'eachReadings'>,
  run: EarlierRun,
  typed: string,
  signal: AbortSignal,
): Promise<Result<FoundLabels>> {
  const rows = new Set<number>();
  await services.eachReadings(run.kept.jobId, (readings) => {
    for (const reading of readings) if (isScanOf(reading, typed)) rows.add(reading.row);
  });
  const found: number[] = [];
  for (const row of [...rows].sort((a, b) => a - b)) {
    const record = run.extent === null ? ok(0) : await recordOfNumber(run, row);
    if (!record.ok) return record;
    if (record.value !== null) found.push(record.value);
  }
  if (found.length > 0) return ok(offered(run, found));
  const { records } = run;
  for (let first = 0; first < records.count; first += ROWS_AT_ONCE) {
    const part = await records.read(first, ROWS_AT_ONCE, signal);
    if (signal.aborted) return err(problem('aborted'));
    if (!part.ok) return part;
    for (const [i, { values }] of part.value.entries()) {
      const isThere = Object.values<string>(values).some((value) =>
        isScanOf({ expected: value, decoded: null }, typed),
      );
      if (isThere) found.push(first + i);
    }
  }
  return ok(offered(run, found));
}

function offered(run: EarlierRun, records: readonly number[]): FoundLabels {
  const labels: number[] = [];
  for (const record of records) {
    const first = run.labels.before(record);
    for (let label = first + run.labels.of(record) - 1; label >= first; label--) {
      if (run.printed.numberOf(label) === null) continue;
      labels.push(label);
      break;
    }
  }
  return { labels: labels.slice(0, MOST_OFFERED), beyond: Math.max(0, labels.length - MOST_OFFERED) };
}

/** The record of a row number of the spreadsheet; null if the run did not have it. */
async function recordOfNumber(run: EarlierRun, row: number): Promise<Result<number | null>> {
  if (run.extent === null) return ok(null);
  const wanted = rowsOfText(String(row), run.extent);
  return wanted.ok ? recordOfRow(run, rowAtPlace(wanted.value, 0) ?? -1) : ok(null);
}

/** The index of a row's record, counted from 0; null if the run did not have it. */
async function recordOfRow(run: EarlierRun, row: number): Promise<Result<number | null>> {
  let low = 0;
  let high = run.records.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const record = await readRecord(run, middle);
    if (!record.ok) return record;
    const { index = 0 } = record.value;
    if (index === row) return ok(middle);
    if (index < row) low = middle + 1;
    else high = middle;
  }
  return ok(null);
}

async function readRecord({ records }: EarlierRun, place: number): Promise<Result<DataRecord>> {
  const read = await records.read(place, 1, new AbortController().signal);
  if (!read.ok) return read;
  const [record] = read.value;
  return record === undefined ? err(problem('data.rowMissing', { index: place })) : ok(record);
}
