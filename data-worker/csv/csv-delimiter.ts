import Papa from 'papaparse';
import { SNIFF_BYTES } from '../sniff.ts';

const CANDIDATES: string[] = [',', ';', '\t', '|'];
const PREVIEW_ROWS = 50;

export interface CsvStart {
  /** One ASCII byte. */
  readonly delimiter: number;
  /** Where the cells begin: after a `sep=;` line, if there is one. */
  readonly offset: number;
}

/** Finds the delimiter: the file may name it, otherwise its first 64 KB are examined. `bytes` is UTF-8. */
export function detectDelimiter(bytes: Uint8Array): CsvStart {
  const head = new TextDecoder().decode(bytes.subarray(0, SNIFF_BYTES));
  const told = /^sep=([\t\x20-\x7e])(?:\r\n|\n|\r)/i.exec(head);
  if (told !== null) return { delimiter: (told[1] ?? ',').charCodeAt(0), offset: told[0].length };
  const { meta } = Papa.parse(head, {
    preview: PREVIEW_ROWS,
    delimitersToGuess: CANDIDATES,
    // Otherwise the last line end of a short file would count as a row with one cell and decide the question.
    skipEmptyLines: 'greedy',
  });
  return { delimiter: meta.delimiter.charCodeAt(0), offset: 0 };
}
