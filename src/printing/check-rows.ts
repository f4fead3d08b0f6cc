import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { ElementProblem } from '#model/page/display-list.ts';
import type { DataRecord } from '#model/data/record.ts';
import { NO_ROWS, RowCollector, type RowSet } from '#model/data/row-set.ts';
import type { RowCheck } from '#protocol/render.ts';

/** What is wrong with some rows: one problem of one element. Its values are those of the first such row. */
export interface RowFault extends ElementProblem {
  /** How many rows have it. */
  readonly count: number;
  /** The first of them: its number, and its place among the records. */
  readonly row: number;
  readonly index: number;
}

/** What a check of rows has found so far. */
export interface RowFindings {
  /** How many records were looked at. */
  readonly done: number;
  readonly total: number;
  /** The places of the records with problems. */
  readonly bad: RowSet;
  /** In the order found. */
  readonly faults: readonly RowFault[];
}

export interface RowChecker {
  checkRecords(records: readonly DataRecord[], signal: AbortSignal): Promise<Result<readonly RowCheck[]>>;
}

/** Enough for an answer every tenth of a second or so, at hundreds to thousands of rows a second. */
const ROWS_AT_ONCE = 256;

/**
 * Looks at every record before anything is printed. `onProgress` is told what was found with each part. Problems: those of
 * the data and of the renderer, `aborted`.
 */
export async function checkRows(
  records: RecordSource,
  checker: RowChecker,
  signal: AbortSignal,
  onProgress: (findings: RowFindings) => void,
): Promise<Result<RowFindings>> {
  const bad = new RowCollector();
  const faults = new Map<string, RowFault>();
  let findings: RowFindings = { done: 0, total: records.count, bad: NO_ROWS, faults: [] };
  let reading = records.read(0, ROWS_AT_ONCE, signal);
  while (findings.done < records.count) {
    const part = await reading;
    if (!part.ok) return part;
    if (part.value.length === 0) return err(problem('data.rowMissing', { index: findings.done }));
    const next = findings.done + part.value.length;
    // The next rows are fetched while these are laid out.
    if (next < records.count) reading = records.read(next, ROWS_AT_ONCE, signal);
    const checks = await checker.checkRecords(part.value, signal);
    if (signal.aborted) return err(problem('aborted'));
    if (!checks.ok) return checks;
    for (const check of checks.value) {
      const index = findings.done + check.index;
      bad.add(index);
      for (const fault of check.problems) count(faults, fault, { row: check.row, index });
    }
    findings = { ...findings, done: next, bad: bad.rows(), faults: [...faults.values()] };
    onProgress(findings);
  }
  return ok(findings);
}

function count(faults: Map<string, RowFault>, fault: ElementProblem, at: Pick<RowFault, 'row' | 'index'>): void {
  const key = JSON.stringify([fault.elementId, fault.elementName, fault.problem.code]);
  const known = faults.get(key);
  faults.set(key, known === undefined ? { ...fault, ...at, count: 1 } : { ...known, count: known.count + 1 });
}
