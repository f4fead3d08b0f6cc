import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { RowPreflight, RunSetup, UnprintableEdges } from '#protocol/render.ts';
import { NO_ROWS, type RowSet } from '#model/data/row-set.ts';
import { createPreflightLedger, type PreflightGroup } from './preflight-groups.ts';
import { sizedTemplate, type SizingRun } from './sized-template.ts';

/** The findings of a preflight so far. */
export interface PreflightFindings {
  /** How many records were checked. */
  readonly done: number;
  readonly total: number;
  /** How many of them would be rejected. */
  readonly refused: number;
  /** Their places among the records. */
  readonly refusedRows: RowSet;
  /** How many findings prevent a label from being printed, and how many don't. */
  readonly blocking: number;
  readonly warning: number;
  /** By kind; blocking ones first, then by frequency. */
  readonly groups: readonly PreflightGroup[];
}

export interface PreflightReader {
  /** The most useful number of concurrent calls. */
  readonly callsAtOnce: number;
  preflightRecords(records: readonly DataRecord[], signal: AbortSignal): Promise<Result<readonly RowPreflight[]>>;
}

/** A run that checks records. */
interface CheckingRun extends SizingRun {
  preflightRecords(
    records: readonly DataRecord[],
    signal: AbortSignal,
    bare?: UnprintableEdges,
  ): Promise<Result<readonly RowPreflight[]>>;
}

/** Opens runs that check records: one worker, or several. */
export interface PreflightRenderer<Run extends CheckingRun = CheckingRun> {
  openRun(setup: RunSetup, signal: AbortSignal): Promise<Result<Run>>;
}

/** What was found in the rows of a label, and the run that checked them. */
export interface CheckedRows<Run> {
  readonly findings: Result<PreflightFindings>;
  readonly run: Run;
}

export const NOTHING_FOUND: PreflightFindings = {
  done: 0,
  total: 0,
  refused: 0,
  refusedRows: NO_ROWS,
  blocking: 0,
  warning: 0,
  groups: [],
};

/**
 * Checks records with the label of a run over them: its texts have the sizes that all of them need. `bare` are the edges
 * that the printer can't print. The caller closes the run. Problems: those of the renderer and of the data, `aborted`.
 */
export async function preflightLabel<Run extends CheckingRun>(
  renderer: PreflightRenderer<Run>,
  setup: RunSetup,
  { records, bare }: { readonly records: RecordSource; readonly bare: UnprintableEdges | null },
  signal: AbortSignal,
  onProgress: (findings: PreflightFindings) => void,
): Promise<Result<CheckedRows<Run>>> {
  const sized = await sizedTemplate(renderer, setup, records, signal);
  if (!sized.ok) return sized;
  const opened = await renderer.openRun({ ...setup, template: sized.value }, signal);
  if (!opened.ok) return opened;
  const { value: run } = opened;
  const reader: PreflightReader = {
    callsAtOnce: run.callsAtOnce,
    preflightRecords: (some, until) => run.preflightRecords(some, until, bare ?? undefined),
  };
  return ok({ findings: await runPreflight(records, reader, signal, onProgress), run });
}

/** The first result comes soon; later calls are large enough to cost little themselves. */
const FIRST_ROWS = 16;
const MOST_ROWS = 256;
/** Each progress report costs the page's thread a picture of all findings. */
const REPORT_EVERY_MS = 250;

/**
 * Paints and reads back every record before printing, in windows, several at a time. `onProgress` receives the findings
 * of the first rows, then a few times per second, and at the end. Problems: those of the data and of the renderer,
 * `aborted`.
 */
export async function runPreflight(
  records: RecordSource,
  reader: PreflightReader,
  signal: AbortSignal,
  onProgress: (findings: PreflightFindings) => void,
  now: () => number = Date.now,
): Promise<Result<PreflightFindings>> {
  const ledger = createPreflightLedger();
  const { count: total } = records;
  const windows = windowsOf(records, signal);
  /** The called windows, in their order. */
  const called: {
    readonly first: number;
    readonly count: number;
    readonly rows: Promise<Result<readonly RowPreflight[]>>;
  }[] = [];
  let asked = 0;
  let done = 0;
  let reportedAt = -Infinity;
  let findings = { ...NOTHING_FOUND, total };
  while (done < total) {
    while (asked < total && called.length < reader.callsAtOnce) {
      const part = await windows.next();
      if (!part.ok) return part;
      if (part.value.length === 0) return err(problem('data.rowMissing', { index: asked }));
      called.push({ first: asked, count: part.value.length, rows: reader.preflightRecords(part.value, signal) });
      asked += part.value.length;
    }
    const oldest = called.shift();
    if (oldest === undefined) break;
    const rows = await oldest.rows;
    if (signal.aborted) return err(problem('aborted'));
    if (!rows.ok) return rows;
    for (const row of rows.value) ledger.add(row, oldest.first + row.index);
    done += oldest.count;
    if (done < total && now() - reportedAt < REPORT_EVERY_MS) continue;
    reportedAt = now();
    findings = { done, total, ...ledger.sum() };
    onProgress(findings);
  }
  return ok(findings);
}

/** The records in growing windows. The next one is read while these are painted. */
function windowsOf(records: RecordSource, signal: AbortSignal): { next(): Promise<Result<readonly DataRecord[]>> } {
  const { count: total } = records;
  let size = FIRST_ROWS;
  const read = (first: number): Promise<Result<readonly DataRecord[]>> =>
    // Not past the end: the records may continue where only a limited number is checked.
    records.read(first, Math.min(size, total - first), signal);
  let first = 0;
  let reading = read(0);
  return {
    async next() {
      const part = await reading;
      if (!part.ok) return part;
      first += part.value.length;
      size = Math.min(MOST_ROWS, size * 2);
      if (part.value.length > 0 && first < total) reading = read(first);
      return part;
    },
  };
}
