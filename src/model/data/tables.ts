import { sourcesOf } from '#model/elements/element.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import type { Template } from '#model/template/template.ts';
import { fieldKey, NO_RECORD, type DataRecord, type FieldKey } from './record.ts';

/** One sheet that a template is bound to, with the columns that it uses. */
export interface BoundTable {
  readonly connection: string;
  readonly fileName: string;
  readonly sheet: string;
  readonly columns: readonly string[];
}

/** Every sheet that the template's elements take values from, in the order of their first use. */
export function boundTables(template: Template): readonly BoundTable[] {
  const tables = new Map<string, { first: ColumnSource; columns: Set<string> }>();
  for (const element of template.elements) {
    for (const source of sourcesOf(element)) {
      if (source.type !== 'column') continue;
      const key = JSON.stringify([source.connection, source.sheet]);
      const table = tables.get(key) ?? { first: source, columns: new Set<string>() };
      table.columns.add(source.column);
      tables.set(key, table);
    }
  }
  return [...tables.values()].map(({ first, columns }) => ({
    connection: first.connection,
    fileName: first.fileName,
    sheet: first.sheet,
    columns: [...columns],
  }));
}

/** Whether the template has running numbers, which make its labels differ even without a spreadsheet. */
export function hasSequences(template: Template): boolean {
  return template.elements.some((element) => sourcesOf(element).some((source) => source.type === 'sequence'));
}

/** A window of rows of one bound table, as the spreadsheet reader gives it. */
export interface TableWindow {
  readonly table: BoundTable;
  readonly rows: readonly (readonly string[])[];
  readonly errors: readonly { readonly row: number; readonly column: number; readonly text: string }[];
}

/** The spreadsheet's number of the first data row; row 1 has the headings. */
export const FIRST_DATA_ROW = 2;

/**
 * Makes records from windows that all start at data row `first` (0 is the first row below the headings) and have
 * `count` rows. With several tables, the rows with the same number form one record.
 */
export function recordsFrom(windows: readonly TableWindow[], first: number, count: number): readonly DataRecord[] {
  if (windows.length === 0) return Array.from({ length: count }, () => NO_RECORD);
  const columns = windows.flatMap((window) =>
    window.table.columns.map((column, index) => ({
      window,
      index,
      key: fieldKey({ connection: window.table.connection, sheet: window.table.sheet, column }),
    })),
  );
  const records: DataRecord[] = [];
  for (let i = 0; i < count; i++) {
    const values: Record<FieldKey, string> = {};
    for (const { window, index, key } of columns) values[key] = window.rows[i]?.[index] ?? '';
    records.push({ row: first + i + FIRST_DATA_ROW, index: first + i, values });
  }
  return withErrors(records, windows);
}

function withErrors(records: readonly DataRecord[], windows: readonly TableWindow[]): readonly DataRecord[] {
  const errors = new Map<number, Record<FieldKey, string>>();
  for (const { table, errors: cells } of windows) {
    for (const cell of cells) {
      const column = table.columns[cell.column];
      if (column === undefined) continue;
      const ofRow = errors.get(cell.row) ?? {};
      ofRow[fieldKey({ connection: table.connection, sheet: table.sheet, column })] = cell.text;
      errors.set(cell.row, ofRow);
    }
  }
  if (errors.size === 0) return records;
  return records.map((record, i) => {
    const ofRow = errors.get(i);
    return ofRow === undefined ? record : { ...record, errors: ofRow };
  });
}
