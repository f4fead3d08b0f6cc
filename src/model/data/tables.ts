import { contentsOf, type LabelElement } from '#model/elements/element.ts';
import type { ColumnSource, DataSource, Expression } from '#model/elements/base/content.ts';
import { spreadsheetKey, type SpreadsheetReading } from '#model/elements/base/reading.ts';
import { formulasOf } from '#model/elements/translated.ts';
import type { Template } from '#model/template/template.ts';
import { cellFormForUse, columnRequest, type ColumnRequest, type ValueUse } from './cell-form.ts';
import { compiledExpression } from './expression/expression.ts';
import type { FormulaForm } from './expression/syntax.ts';
import { PLAIN_NUMBERING, rowNumber, type RowNumbering } from './row-numbering.ts';
import { fieldKey, NO_RECORD, type DataRecord, type FieldKey } from './record.ts';

/** One sheet that a template is bound to, with the used columns. */
export interface BoundTable {
  readonly connection: string;
  readonly reading?: SpreadsheetReading | undefined;
  readonly fileName: string;
  readonly sheet: string;
  /** Each column once in each form that is used, in the order of first use. */
  readonly columns: readonly ColumnRequest[];
  /** The field that each of the columns gives. */
  readonly fields: readonly FieldKey[];
}

/** Every sheet that the template takes values from, in the order of their first use. */
export function boundTables(template: Template): readonly BoundTable[] {
  const tables = new Map<string, { first: ColumnSource; columns: Map<FieldKey, ColumnRequest> }>();
  const add = ({ source, use }: SourceUse): void => {
    if (source.type !== 'column') return;
    const form = cellFormForUse(source, use);
    const key = JSON.stringify([spreadsheetKey(source), source.sheet]);
    const table = tables.get(key) ?? { first: source, columns: new Map<FieldKey, ColumnRequest>() };
    table.columns.set(fieldKey(source, form), columnRequest(source, form));
    tables.set(key, table);
  };
  for (const element of template.elements) usesOf(element).forEach(add);
  const { column } = template.label.languages ?? {};
  if (column !== undefined) add({ source: column, use: 'text' });
  return [...tables.values()].map(({ first, columns }) => ({
    connection: first.connection,
    reading: first.reading,
    fileName: first.fileName,
    sheet: first.sheet,
    columns: [...columns.values()],
    fields: [...columns.keys()],
  }));
}

interface SourceUse {
  readonly source: DataSource;
  readonly use: ValueUse;
}

/** The sources of an element and how each is used: in formulas that depends on the place of its name. */
function usesOf(element: LabelElement): readonly SourceUse[] {
  const contents = contentsOf(element).flatMap(({ sources }) =>
    sources.flatMap((source): readonly SourceUse[] =>
      source.type === 'expression'
        ? formulasOf(source).flatMap((formula) => usesIn(formula, 'text'))
        : [{ source, use: 'text' }],
    ),
  );
  return element.showWhen === undefined ? contents : [...contents, ...usesIn(element.showWhen, 'formula')];
}

/** Names that the formula doesn't use, or not yet because it can't be parsed, are bound as texts. */
function usesIn(expression: Expression, form: FormulaForm): readonly SourceUse[] {
  const ready = compiledExpression(expression, form);
  const uses = ready.ok ? ready.value.operands : [];
  const used = new Set<DataSource>(uses.map(({ source }) => source));
  const others = expression.operands.flatMap(({ source }): readonly SourceUse[] =>
    used.has(source) ? [] : [{ source, use: 'text' }],
  );
  return [...uses, ...others];
}

/** A window of rows of one bound table, as the spreadsheet reader gives it. */
export interface TableWindow {
  readonly table: BoundTable;
  readonly rows: readonly (readonly string[])[];
  readonly errors: readonly { readonly row: number; readonly column: number; readonly text: string }[];
}

/**
 * Makes records from windows that all start at data row `first` (0 is the first row below the headings) and have
 * `count` rows. With several tables, the first rows form one record, the second rows another, and so on; the first
 * table numbers them.
 */
export function recordsFrom(
  windows: readonly TableWindow[],
  first: number,
  count: number,
  numbering: RowNumbering = PLAIN_NUMBERING,
): readonly DataRecord[] {
  if (windows.length === 0) return Array.from({ length: count }, () => NO_RECORD);
  const columns = windows.flatMap((window) => window.table.fields.map((key, index) => ({ window, index, key })));
  const records: DataRecord[] = [];
  for (let i = 0; i < count; i++) {
    const values: Record<FieldKey, string> = {};
    for (const { window, index, key } of columns) values[key] = window.rows[i]?.[index] ?? '';
    records.push({ row: rowNumber(numbering, first + i), index: first + i, values });
  }
  return withErrors(records, windows);
}

function withErrors(records: readonly DataRecord[], windows: readonly TableWindow[]): readonly DataRecord[] {
  const errors = new Map<number, Record<FieldKey, string>>();
  for (const { table, errors: cells } of windows) {
    for (const cell of cells) {
      const field = table.fields[cell.column];
      if (field === undefined) continue;
      const ofRow = errors.get(cell.row) ?? {};
      ofRow[field] = cell.text;
      errors.set(cell.row, ofRow);
    }
  }
  if (errors.size === 0) return records;
  return records.map((record, i) => {
    const ofRow = errors.get(i);
    return ofRow === undefined ? record : { ...record, errors: ofRow };
  });
}
