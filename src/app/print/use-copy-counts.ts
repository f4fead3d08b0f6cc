import { useEffect, useState } from 'react';
import type { Result } from '#model/kernel/result.ts';
import { readCopyCounts, type CopyCounts } from '#model/data/copies.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { BoundTable } from '#model/data/tables.ts';
import { createRowReader } from '#services/spreadsheet/row-reader.ts';
import { useServices } from '#app/state/services.tsx';

interface Wanted {
  readonly table: BoundTable;
  readonly column: string;
  readonly source: RecordSource;
}

/** How many labels each row gives by a column; null while it is being read, and without a column. */
export function useCopyCounts(
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
