import { USUAL_DELIMITERS } from '#model/elements/base/reading.ts';

const HEAD_BYTES = 64 * 1024;
/** Limit in all for quoted cells, which are skipped on top of the records. */
export const MAX_HEAD_BYTES: number = 8 * 2 ** 20;
const MAX_RECORDS = 200;
const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const COMMA = 0x2c;

/** Prior probability of each delimiter: in texts and numbers a comma is common, a tab is not. */
const PRIOR: Readonly<Record<(typeof USUAL_DELIMITERS)[number], number>> = { '\t': 1.1, ';': 1.02, '|': 1.01, ',': 1 };
/** Minimum share of records with the usual number of cells for a text to be a table at all. */
const MIN_CONSISTENCY = 0.5;

export interface CsvStart {
  /** One ASCII byte. */
  readonly delimiter: number;
  /** Offset of the cells: after a `sep=;` line, if there is one. */
  readonly offset: number;
}

/**
 * Finds the delimiter: the file may name it, otherwise its first 200 records within 64 KB, not counting quoted text,
 * decide. The best one gives the records the same number of cells, and many; one that a blank follows, or a comma
 * between digits, is more likely part of a text or a number. `bytes` is UTF-8.
 */
export function findDelimiter(bytes: Uint8Array, quote: number): CsvStart {
  const head = bytes.subarray(0, HEAD_BYTES);
  const declared = /^"?sep=([\t\x20-\x7e])"?(?:\r\n|\n|\r)/i.exec(new TextDecoder().decode(head.subarray(0, 16)));
  if (declared !== null) return { delimiter: (declared[1] ?? ',').charCodeAt(0), offset: declared[0].length };
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of USUAL_DELIMITERS) {
    const score = scoreOf(countCells(bytes, delimiter.charCodeAt(0), quote)) * PRIOR[delimiter];
    if (score > best.score) best = { delimiter, score };
  }
  // A list of texts, some with commas, is one column: a delimiter that no line contains keeps it whole.
  const delimiter = best.score === 0 && !head.includes(0x09) ? '\t' : best.delimiter;
  return { delimiter: delimiter.charCodeAt(0), offset: 0 };
}

/** Counts for a delimiter in the first records. */
interface Counted {
  /** The number of cells of each record that is not blank. */
  readonly cells: readonly number[];
  readonly delimiters: number;
  /** How many delimiters are followed by a blank, and how many are commas between two digits. */
  readonly beforeBlank: number;
  readonly betweenDigits: number;
  /** Cells that begin with a quote, and those whose quoted part is followed by something else. */
  readonly quoted: number;
  readonly torn: number;
}

function scoreOf({ cells, delimiters, beforeBlank, betweenDigits, quoted, torn }: Counted): number {
  const frequency = new Map<number, number>();
  for (const count of cells) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  let usual = 1;
  for (const [count, times] of frequency) if (times > (frequency.get(usual) ?? 0)) usual = count;
  const consistency = (frequency.get(usual) ?? 0) / Math.max(1, cells.length);
  if (usual < 2 || consistency < MIN_CONSISTENCY) return 0;
  const heading = (cells[0] ?? 1) > 1 ? 1 : 0.5;
  const inText = 1 - (0.5 * beforeBlank) / delimiters;
  const inNumbers = 1 - (0.4 * betweenDigits) / delimiters;
  const whole = quoted === 0 ? 1 : 1 - (0.9 * torn) / quoted;
  return consistency ** 2 * Math.log2(usual + 1) * heading * inText * inNumbers * whole;
}

function countCells(bytes: Uint8Array, delimiter: number, quote: number): Counted {
  const cells: number[] = [];
  let [delimiters, beforeBlank, betweenDigits, quoted, torn] = [0, 0, 0, 0, 0];
  let head = Math.min(bytes.length, HEAD_BYTES);
  let i = 0;
  while (i < head && cells.length < MAX_RECORDS) {
    const start = i;
    let count = 1;
    for (;;) {
      if (bytes[i] === quote) {
        const end = endOfQuoted(bytes, i, quote);
        // A cell without an end; its lines are no records.
        if (end === i && cells.length > 0) {
          i = head;
          break;
        }
        quoted++;
        head = Math.min(bytes.length, MAX_HEAD_BYTES, head + end - i);
        if (end < head && bytes[end] !== delimiter && !isLineEnd(bytes[end])) torn++;
        i = end;
      }
      while (i < head && bytes[i] !== delimiter && !isLineEnd(bytes[i])) i++;
      if (i >= head || bytes[i] !== delimiter) break;
      delimiters++;
      if (bytes[i + 1] === SPACE) beforeBlank++;
      if (delimiter === COMMA && isDigit(bytes[i - 1]) && isDigit(bytes[i + 1])) betweenDigits++;
      count++;
      i++;
    }
    // The head may end within a record.
    if (i > start && (i < head || cells.length === 0 || head === bytes.length)) cells.push(count);
    i += bytes[i] === CR && bytes[i + 1] === LF ? 2 : 1;
  }
  return { cells, delimiters: Math.max(1, delimiters), beforeBlank, betweenDigits, quoted, torn };
}

/** Position after the closing quote; the start of the cell when it has none. */
function endOfQuoted(bytes: Uint8Array, start: number, quote: number): number {
  const limit = Math.min(bytes.length, MAX_HEAD_BYTES);
  let i = start + 1;
  for (;;) {
    while (i < limit && bytes[i] !== quote) i++;
    if (i >= limit) return start;
    if (bytes[i + 1] !== quote) return i + 1;
    i += 2;
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === CR || byte === LF;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
