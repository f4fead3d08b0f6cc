import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { RowPreflight } from '#protocol/render.ts';
import { NO_ROWS, type RowSet } from '#model/data/row-set.ts';
import { createPreflightLedger, type PreflightGroup } from './preflight-groups.ts';

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

/** The first result comes soon; later ones are limited to a few per second to save the page's time. */
const FIRST_ROWS = 16;
const MOST_ROWS = 256;

/**
 * Paints and reads back every record before printing, a window at a time. `onProgress` receives the findings after
 * each. Problems: those of the data and of the renderer, `aborted`.
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
    // Not past the end: the records may continue where only a limited number is checked.
    wanted = Math.min(MOST_ROWS, wanted * 2, total - next);
    // The next rows are read while these are painted.
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
