import Papa from 'papaparse';
import { SNIFF_BYTES } from '../sniff.ts';

const CANDIDATES: string[] = [',', ';', '\t', '|'];
const PREVIEW_ROWS = 50;

export interface CsvStart {
  /** One ASCII byte. */
  readonly delimiter: number;
  /** Where the cells begin: behind a `sep=;` line, if there is one. */
  readonly offset: number;
}

/** Finds the delimiter from what the file says of itself, else from its first 64 KB. `bytes` is UTF-8. */
export function detectDelimiter(bytes: Uint8Array): CsvStart {
  const head = new TextDecoder().decode(bytes.subarray(0, SNIFF_BYTES));
  const told = /^sep=([\t\x20-\x7e])(?:\r\n|\n|\r)/i.exec(head);
  if (told !== null) return { delimiter: (told[1] ?? ',').charCodeAt(0), offset: told[0].length };
  const { meta } = Papa.parse(head, {
    preview: PREVIEW_ROWS,
    delimitersToGuess: CANDIDATES,
    // A short file's last line end would count as a row of one cell and decide.
    skipEmptyLines: 'greedy',
  });
  return { delimiter: meta.delimiter.charCodeAt(0), offset: 0 };
}
