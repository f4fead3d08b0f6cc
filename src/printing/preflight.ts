import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { RowPreflight } from '#protocol/render.ts';
import { NO_ROWS, type RowSet } from '#model/data/row-set.ts';
import { createPreflightLedger, type PreflightGroup } from './preflight-groups.ts';

/** What a preflight has found so far. */
export interface PreflightFindings {
  /** How many records were looked at. */
  readonly done: number;
  readonly total: number;
  /** How many of them would be refused. */
  readonly refused: number;
  /** Their places among the records. */
  readonly refusedRows: RowSet;
  /** How many findings there are that keep a label from being printed, and how many that do not. */
  readonly blocking: number;
  readonly warning: number;
  /** By kind, what keeps from printing before what does not, the most frequent first. */
  readonly groups: readonly PreflightGroup[];
}

export interface PreflightReader {
  preflightRecords(records: readonly DataRecord[], signal: AbortSignal): Promise<Result<readonly RowPreflight[]>>;
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

/** The first answer comes soon; later ones need no more of the page's time than a few a second. */
const FIRST_ROWS = 16;
const MOST_ROWS = 256;

/**
 * Has every record painted and read back before anything is printed, a window at a time. `onProgress` is told what was found
 * with each of them. Problems: those of the data and of the renderer, `aborted`.
 */
export async function runPreflight(
  records: RecordSource,
  reader: PreflightReader,
  signal: AbortSignal,
  onProgress: (findings: PreflightFindings) => void,
): Promise<Result<PreflightFindings>> {
  const ledger = createPreflightLedger();
  const { count: total } = records;
  let done = 0;
  let wanted = Math.min(FIRST_ROWS, total);
  let reading = records.read(0, wanted, signal);
  let findings = { ...NOTHING_FOUND, total };
  while (done < total) {
    const part = await reading;
    if (!part.ok) return part;
    if (part.value.length === 0) return err(problem('data.rowMissing', { index: done }));
    const next = done + part.value.length;
    // Not beyond the end: the records may go on where only so many are looked at.
    wanted = Math.min(MOST_ROWS, wanted * 2, total - next);
    // The next rows are fetched while these are painted.
    if (next < total) reading = records.read(next, wanted, signal);
    const rows = await reader.preflightRecords(part.value, signal);
    if (signal.aborted) return err(problem('aborted'));
    if (!rows.ok) return rows;
    for (const row of rows.value) ledger.add(row, done + row.index);
    done = next;
    findings = { done, total, ...ledger.sum() };
    onProgress(findings);
  }
  return ok(findings);
}
