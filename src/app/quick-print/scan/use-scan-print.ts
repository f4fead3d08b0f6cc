import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import { blanksOf } from '#model/data/blanks.ts';
import { selectRecords } from '#model/data/copies.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { rowSetOf } from '#model/data/row-set.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { templateIn } from '#model/template/translated-template.ts';
import { boundTables, type BoundTable } from '#model/data/tables.ts';
import { MAX_COPIES } from '#printing/plan.ts';
import { takeValues } from '#app/print/runs/counters.ts';
import { calibrationOf, startingDpi, usableDpi } from '#protocol/printer-info.ts';
import { resolutionsOf, wantedGrade } from '#app/print/print-settings.ts';
import { useRecordSource } from '#app/print/use-record-source.ts';
import { usePrinters, type Printers } from '#app/print/use-printers.ts';
import { orderRun } from '#app/print/runs/order-run.ts';
import { useRunManager } from '#app/print/runs/runs.tsx';
import type { SavedLabel } from '#app/state/load-saved-label.ts';
import { readStored, writeStored } from '#app/state/browser-storage.ts';
import { chosenPrinter, keepPrinter } from '#app/state/chosen-printer.ts';
import { useServices } from '#app/state/services.tsx';
import { findRows, type FoundRow } from './find-rows.ts';
import { createScanSession, type ScanEntry, type ScanWay } from './scan-session.ts';

const COLUMN_KEY = 'scanColumn';

export interface ScanChoices {
  readonly printer: string;
  readonly column: string;
  /** Null while the field is empty. */
  readonly copies: number | null;
  readonly printsAgain: boolean;
  /** Null for the label's own choice. */
  readonly language: LanguageTag | null;
}

export interface ScanPrint {
  readonly printers: Printers;
  readonly choices: ScanChoices;
  readonly change: (choices: ScanChoices) => void;
  /** Columns that may contain the key; empty until the sheet is open. */
  readonly columns: readonly string[];
  /** Null if the label uses no spreadsheet. */
  readonly table: BoundTable | null;
  /** Why the rows are unavailable. */
  readonly dataProblem: Problem | null;
  readonly again: () => void;
  /** Whether everything for a scan is loaded. */
  readonly isReady: boolean;
  readonly entries: readonly ScanEntry[];
  readonly scan: (key: string) => void;
  readonly print: (entry: ScanEntry, row: FoundRow) => void;
}

/** Prints rows of a label's spreadsheet by their keys, each immediately and as a separate run. */
export function useScanPrint({ template: original, printed }: SavedLabel): ScanPrint {
  const services = useServices();
  const manager = useRunManager();
  const printers = usePrinters();
  const [language, setLanguage] = useState<LanguageTag | null>(null);
  const template = useMemo(() => templateIn(original, language), [original, language]);
  const table = useMemo(() => boundTables(template)[0] ?? null, [template]);
  const { source: opened, again } = useRecordSource(template);
  const source = opened?.ok === true ? opened.value : null;
  const columns = useColumns(table, source);
  const [session] = useState(() => createScanSession(manager, () => Date.now()));
  useEffect(() => session.follow(), [session]);
  const entries = useSyncExternalStore(session.subscribe, session.entries);
  const columnKey = `${COLUMN_KEY} ${printed.id}`;
  const [chosen, setChosen] = useState<ScanChoices>(() => ({
    printer: chosenPrinter(),
    column: readStored(columnKey) ?? '',
    copies: 1,
    printsAgain: false,
    language: null,
  }));

  const printer = printers.list?.find(({ name }) => name === chosen.printer) ?? printers.list?.[0];
  const column = columns.includes(chosen.column) ? chosen.column : usualColumn(table, columns);
  const choices: ScanChoices = { ...chosen, printer: printer?.name ?? '', column, language };

  function change(next: ScanChoices): void {
    if (next.printer !== choices.printer) keepPrinter(next.printer);
    if (next.column !== choices.column) writeStored(columnKey, next.column);
    setLanguage(next.language);
    setChosen(next);
  }
  function printRow(records: RecordSource, { index }: FoundRow): string {
    const rows = rowSetOf([index]);
    const dpi = usableDpi(startingDpi(printer), resolutionsOf(printer));
    const minGrade = wantedGrade();
    const copies = choices.copies ?? 1;
    const settings = {
      printer: choices.printer,
      copies,
      dpi,
      minGrade,
      overflow: 'refuse',
      printBackground: template.label.printBackground,
      language,
      rows: { type: 'checked', rows },
      copiesColumn: null,
    } as const;
    const { name: jobName } = template.label;
    const blanks = blanksOf(template);
    const about = { jobName, template: printed, tables: boundTables(template), blanks, settings, asked: copies };
    return orderRun(services, manager, about, {
      templateId: printed.id,
      printed,
      jobName,
      template,
      takeValues: () => takeValues(services.api, printed.id, template, 1),
      records: selectRecords(records, rows),
      frozen: { count: records.count, rows, copiesColumn: null, mostCopies: MAX_COPIES },
      printer: settings.printer,
      dpi,
      minGrade,
      overflow: settings.overflow,
      copies,
      calibration: calibrationOf(printer),
    });
  }
  const isReady =
    source !== null && table !== null && column !== '' && choices.printer !== '' && choices.copies !== null;
  const way: ScanWay | null = isReady
    ? {
        find: (key) => findRows(services.spreadsheets, table, column, key, source.numbering),
        print: (row) => printRow(source, row),
        printsAgain: choices.printsAgain,
      }
    : null;
  return {
    printers,
    choices,
    change,
    columns,
    table,
    dataProblem: opened?.ok === false ? opened.error : null,
    again,
    isReady,
    entries,
    scan: (key) => way !== null && session.scan(key, way),
    print: (entry, row) => way !== null && session.print(entry.id, row, way),
  };
}

/** The columns of the bound sheet. */
function useColumns(table: BoundTable | null, source: RecordSource | null): readonly string[] {
  const { spreadsheets } = useServices();
  const [known, setKnown] = useState<{ readonly table: BoundTable; readonly columns: readonly string[] } | null>(null);
  useEffect(() => {
    if (table === null || source === null) return undefined;
    const stop = new AbortController();
    void spreadsheets.reopen(table, table.fileName, { signal: stop.signal }).then((info) => {
      if (stop.signal.aborted || !info.ok) return;
      setKnown({ table, columns: info.value.sheets.find(({ name }) => name === table.sheet)?.columns ?? [] });
    });
    return () => stop.abort();
  }, [spreadsheets, table, source]);
  return known !== null && known.table === table ? known.columns : [];
}

/** The first column that the label uses, otherwise the first column. */
function usualColumn(table: BoundTable | null, columns: readonly string[]): string {
  const used = table?.columns.map((request) => (typeof request === 'string' ? request : request.column)) ?? [];
  return columns.find((column) => used.includes(column)) ?? columns[0] ?? '';
}
