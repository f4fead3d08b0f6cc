import { createHash } from 'node:crypto';
import type { TriedQuery } from '#protocol/api.ts';
import { createCsvSheet } from './csv-sheet.ts';
import type { ReadingLimits } from './query-limits.ts';
import type { Rows } from './rows.ts';

/** Rows as a CSV file. */
export interface RowsFile {
  readonly bytes: Uint8Array;
  readonly contentKey: string;
}

/** What can be made of the rows of a query. */
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
