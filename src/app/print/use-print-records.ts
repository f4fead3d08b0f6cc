import { useMemo, useEffect, useState } from 'react';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { FrozenData } from '#model/data/frozen-data.ts';
import { labelCount, selectRecords, readCopyCounts, type CopyCounts } from '#model/data/copies.ts';
import type { CountLimit, RecordSource, RowExtent } from '#model/data/record-source.ts';
import { hasSequences } from '#model/data/sequence-limit.ts';
import { boundTables, type BoundTable } from '#model/data/tables.ts';
import type { Template } from '#model/template/template.ts';
import { MAX_COPIES } from '#printing/plan.ts';
import { chosenRows } from '#app/print/runs/row-selection.ts';
import { useRecordSource } from './use-record-source.ts';
import { useSheetChoice, type SheetChoiceState } from './use-sheet-choice.ts';
import type { Result } from '#model/kernel/result.ts';
import { createRowReader } from '#services/spreadsheet/row-reader.ts';
import { useServices } from '#app/state/services.tsx';

/** The labels of a print, and their data. */
export interface PrintRecords {
  /** The sheet whose rows are chosen from; null if no spreadsheet is bound. */
  readonly table: BoundTable | null;
  readonly choice: SheetChoiceState;
  readonly extent: RowExtent;
  /** The chosen rows; null while they are unknown, and for an invalid choice. */
  readonly records: RecordSource | null;
  /** The permanent definition of these rows, without the edited cells; null without records. */
  readonly frozen: Omit<FrozenData, 'edits'> | null;
  /** The number of labels, including copies. */
  readonly labels: number;
  /** The number of copies per label. */
  readonly copiesOfEach: number;
  /** If only sequences make the labels differ, each copy is a label with the next value. */
  readonly numbered: boolean;
  /** What limits the number of labels, if the user has not chosen fewer. */
  readonly limit: CountLimit | null;
  /** Why the data is unavailable. */
  readonly dataProblem: Problem | null;
  readonly rowProblem: Problem | null;
  /** The number of rows selected by the sheet's last print; null if they were chosen since, and for all rows. */
  readonly rowsOfLastPrint: number | null;
  /** Why that number of labels is impossible. */
  readonly labelProblem: Problem | null;
  readonly again: () => void;
}

export function usePrintRecords(template: Template, copies: number): PrintRecords {
  const table = useMemo(() => boundTables(template)[0] ?? null, [template]);
  const { source: opened, again } = useRecordSource(template);
  const choice = useSheetChoice(table);
  const { rows, isKnown, copiesColumn } = choice;
  const source = opened?.ok === true ? opened.value : null;
  const counts = useCopyCounts(table, copiesColumn, source);

  const numbered = useMemo(() => table === null && hasSequences(template), [table, template]);
  const copiesOfEach = numbered ? 1 : copies;
  const total = source?.count ?? 0;
  const count = numbered ? Math.min(total, copies) : total;
  const { limit, numbering } = source ?? {};
  const labelProblem =
    numbered && limit?.type === 'sequence' && copies > total
      ? problem('data.sequenceShort', { element: limit.element, last: limit.last, count: total, asked: copies })
      : null;
  const extent = useMemo(
    (): RowExtent => ({ count, ...(numbering === undefined ? {} : { numbering }) }),
    [count, numbering],
  );
  const bound = table !== null;
  const chosen = useMemo(() => chosenRows(bound ? rows : { type: 'all' }, extent), [bound, rows, extent]);
  // A printer accepts no more copies of a page.
  const most = Math.floor(MAX_COPIES / copiesOfEach);
  const records = useMemo((): RecordSource | null => {
    if (source === null || !chosen.ok || !isKnown) return null;
    if (copiesColumn === null) return selectRecords(source, chosen.value);
    return counts?.ok === true ? selectRecords(source, chosen.value, counts.value, most) : null;
  }, [source, chosen, isKnown, copiesColumn, counts, most]);
  const labels = useMemo(() => (records === null ? 0 : labelCount(records)), [records]);
  const isEmpty = records !== null && records.count === 0;
  return {
    table,
    choice,
    extent,
    records: isEmpty ? null : records,
    frozen:
      source === null || !chosen.ok
        ? null
        : { count: source.count, rows: chosen.value, copiesColumn, mostCopies: most },
    labels: labels * copiesOfEach,
    copiesOfEach,
    numbered,
    limit: limit === undefined || (numbered && count < total) ? null : limit,
    dataProblem: opened?.ok === false ? opened.error : counts?.ok === false ? counts.error : null,
    rowProblem: source === null ? null : isEmpty ? problem('print.noRows') : chosen.ok ? null : chosen.error,
    rowsOfLastPrint: choice.isOfLastPrint && chosen.ok && chosen.value.size < count ? chosen.value.size : null,
    labelProblem,
    again,
  };
}

interface Wanted {
  readonly table: BoundTable;
  readonly column: string;
  readonly source: RecordSource;
}

/** The number of labels per row from a column; null while it is being read, and without a column. */
function useCopyCounts(
  table: BoundTable | null,
  column: string | null,
  source: RecordSource | null,
): Result<CopyCounts> | null {
  const { spreadsheets } = useServices();
  const [read, setRead] = useState<(Wanted & { readonly counts: Result<CopyCounts> }) | null>(null);
  useEffect(() => {
    if (table === null || column === null || source === null) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const reader = createRowReader(spreadsheets, signal);
    void readCopyCounts(table, column, source.count, reader, signal).then((counts) => {
      if (!signal.aborted) setRead({ table, column, source, counts });
    });
    return () => abort.abort();
  }, [spreadsheets, table, column, source]);
  const isCurrent = read !== null && read.table === table && read.column === column && read.source === source;
  return isCurrent ? read.counts : null;
}
