import type { ColumnSource, Expression, Operand } from '#model/elements/base/content.ts';
import { contentOf, noElements } from '#model/data/content.ts';
import { fieldKey, type DataRecord } from '#model/data/record.ts';
import { TEST_TIME } from './create-elements.ts';

export const LABEL = noElements({ now: TEST_TIME });

export function column(name: string, sheet: string = 'S'): ColumnSource {
  return { type: 'column', connection: 'sha256:00', fileName: 'a.xlsx', sheet, column: name, firstValue: '', text: '' };
}

/** A row with these cells, and an expression whose names are the columns. */
export function withCells(
  formula: string,
  cells: Readonly<Record<string, string>>,
  index: number = 0,
): { readonly expression: Expression; readonly record: DataRecord } {
  const names = Object.keys(cells);
  const operands: readonly Operand[] = names.map((name) => ({ name, source: column(name) }));
  const forms = ['shown', 'numberOrDate', 'date'] as const;
  const values = Object.fromEntries(
    names.flatMap((name) => forms.map((form) => [fieldKey(column(name), form), cells[name] ?? ''])),
  );
  return { expression: { formula, operands }, record: { row: index + 2, index, values } };
}

export const CELLS = {
  Name: 'Green tea',
  Price: '3.50',
  Empty: ' ',
  upper: 'a column',
  'Unit price': '0.1',
  单价: '0.2',
};

/** Result of a text with formulas, or the problem's code and its position. */
export function text(formula: string, cells: Readonly<Record<string, string>> = CELLS, index: number = 0): string {
  const { expression, record } = withCells(formula, cells, index);
  const source = { ...expression, type: 'expression', lastValue: '', text: '' } as const;
  const value = contentOf([source], record, LABEL);
  return value.ok ? value.value : `${value.error.code}@${String(value.error.params?.['position'] ?? '')}`;
}

/** Result of one formula. */
export function calculated(formula: string, cells: Readonly<Record<string, string>> = CELLS): string {
  return text(`{${formula}}`, cells);
}
