import { err, ok, type Result } from '#model/kernel/result.ts';
import type { MessageKey, MessageParams } from '../core/messages.ts';
import type { RowsFile } from './start-run.ts';

/** Limits of rows in JSON. A table has a cell for each row and column, even where a row does not have the column. */
export const ROW_LIMITS = { rows: 200_000, columns: 1_000, cells: 2_000_000 } as const;
/** In characters. */
export const MAX_COLUMN_NAME = 500;
export const MAX_CELL_TEXT = 20_000;
const BYTE_ORDER_MARK = Buffer.from('\u{FEFF}');
/** Lines that are texts at a time. */
const ROWS_AT_ONCE = 1_000;

/** Why rows are rejected, with the invalid field: `rows.3.code`. */
export interface RowsFault {
  readonly field: string;
  readonly message: MessageKey;
  readonly params: MessageParams;
}

/**
 * Rows of JSON as a table that our own reader takes without guessing. It has a column for each name in any row. The
 * rows and their limits are checked before anything is built: with a few bytes each row could name a column of its own.
 */
export function rowsFile(rows: unknown): Result<RowsFile, RowsFault> {
  if (!Array.isArray(rows) || rows.length === 0) return err(invalidField('rows'));
  if (rows.length > ROW_LIMITS.rows) return err(tooMany('rows'));
  const columns = new Map<string, number>();
  for (const [i, row] of (rows as readonly unknown[]).entries()) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return err(invalidField(`rows.${i}`));
    for (const [name, value] of Object.entries(row)) {
      if (name.length > MAX_COLUMN_NAME) return err(invalidField(`rows.${i}`));
      if (!isCell(value)) return err(invalidField(`rows.${i}.${name}`));
      if (!columns.has(name)) columns.set(name, columns.size);
    }
    if (columns.size > ROW_LIMITS.columns) return err(tooMany('columns'));
    if (columns.size * rows.length > ROW_LIMITS.cells) return err(tooMany('cells'));
  }
  const parts = [BYTE_ORDER_MARK, Buffer.from(`${[...columns.keys()].map(quoted).join(',')}\r\n`)];
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const lines = (rows as readonly object[]).slice(first, first + ROWS_AT_ONCE).map((row) => lineOf(row, columns));
    parts.push(Buffer.from(`${lines.join('\r\n')}\r\n`));
  }
  return ok({ fileName: 'rows.csv', numbersFrom: 1, bytes: Buffer.concat(parts) });
}

/**
 * The cost depends on the row's own cells: missing ones are commas, except the first, so that no row is an empty line.
 */
function lineOf(row: object, columns: ReadonlyMap<string, number>): string {
  const cells = Object.entries(row)
    .map(([name, value]) => [columns.get(name) ?? 0, quoted(String(value ?? ''))] as const)
    .toSorted(([a], [b]) => a - b);
  let line = '';
  let next = 0;
  if (cells[0]?.[0] !== 0) line = '""';
  for (const [column, text] of cells) {
    line += ','.repeat(column - next) + text;
    next = column;
  }
  return line + ','.repeat(Math.max(0, columns.size - 1 - next));
}

function quoted(text: string): string {
  // `replaceAll` takes ten times as long where there are thousands of quotes.
  return `"${text.includes('"') ? text.split('"').join('""') : text}"`;
}

function isCell(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= MAX_CELL_TEXT;
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

export function invalidField(field: string): RowsFault {
  return { field, message: 'request.invalid', params: { field } };
}

const TOO_MANY = { rows: 'run.tooManyRows', columns: 'run.tooManyColumns', cells: 'run.tooManyCells' } as const;

export function tooMany(what: keyof typeof ROW_LIMITS): RowsFault {
  return { field: 'rows', message: TOO_MANY[what], params: { max: ROW_LIMITS[what] } };
}
