import { QueryRefused, tooLarge } from './query-refused.ts';
import type { Row } from './rows.ts';

/** Gathers rows into a file that the spreadsheet's reader takes as it is: every value a text. */
export interface CsvSheet {
  /** Throws `QueryRefused` when there are too many, or they are too long. */
  readonly add: (rows: readonly Row[]) => void;
  readonly bytes: () => Uint8Array;
}

export function createCsvSheet(limits: { readonly rows: number; readonly bytes: number }): CsvSheet {
  const parts: Buffer[] = [Buffer.from('\u{FEFF}')];
  let bytes = 0;
  // The names of the columns are no row.
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
