import { createHash } from 'node:crypto';
import type { TriedQuery } from '#protocol/api.ts';
import type { ReadingLimits } from './query-limits.ts';
import { QueryRefused, tooLarge } from './query-refused.ts';

/** Rows as a CSV file. */
export interface RowsFile {
  readonly bytes: Uint8Array;
  readonly contentKey: string;
}

/** What a query's rows can be turned into. */
export interface Gathered {
  readonly file: RowsFile;
  readonly first: TriedQuery;
}

type Gather<W extends keyof Gathered> = (rows: Rows, limits: ReadingLimits) => Promise<Gathered[W]>;

export const GATHER: { readonly [W in keyof Gathered]: Gather<W> } = {
  async file(rows, limits) {
    const sheet = createCsvSheet(limits);
    for await (const batch of rows) sheet.add(batch);
    const bytes = sheet.bytes();
    return { bytes, contentKey: `sha256:${createHash('sha256').update(bytes).digest('hex')}` };
  },
  async first(rows, limits) {
    const found: (readonly string[])[] = [];
    const shown = (value: string | null): string => (value ?? '').slice(0, limits.triedCharacters).toWellFormed();
    const most = limits.triedRows + 1;
    for await (const batch of rows) {
      found.push(...batch.slice(0, most).map((row) => row.map(shown)));
      if (found.length > most) break;
    }
    const [columns = [], ...first] = found;
    return {
      columns: [...columns],
      rows: first.slice(0, limits.triedRows).map((row) => [...row]),
      more: first.length > limits.triedRows,
    };
  },
};

/** Gathers rows into a file that the spreadsheet reader takes unchanged: every value is a text. */
interface CsvSheet {
  /** Throws `QueryRefused` when there are too many rows, or they are too long. */
  readonly add: (rows: readonly Row[]) => void;
  readonly bytes: () => Uint8Array;
}

function createCsvSheet(limits: { readonly rows: number; readonly bytes: number }): CsvSheet {
  const parts: Buffer[] = [Buffer.from('\u{FEFF}')];
  let bytes = 0;
  // The row of column names doesn't count.
  let rows = -1;
  return {
    add(more) {
      rows += more.length;
      if (rows > limits.rows) throw new QueryRefused('query.tooManyRows', { max: limits.rows });
      const part = Buffer.from(more.map(csvLine).join(''));
      bytes += part.length;
      if (bytes > limits.bytes) throw tooLarge(limits.bytes);
      parts.push(part);
    },
    bytes: () => Buffer.concat(parts),
  };
}

function csvLine(row: Row): string {
  return `${row.map((value) => `"${(value ?? '').replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** A row as texts; null for a missing value. */
export type Row = readonly (string | null)[];

/**
 * Batches of rows, the column names as the first row. A caller that stops iterating ends the query and the connection.
 * Throws `QueryRefused`.
 */
export type Rows = AsyncGenerator<readonly Row[], void, void>;
