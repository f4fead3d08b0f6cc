import type { Bytes } from './byte-source.ts';

/** Facts of a sheet that the library does not report. */
export interface SheetFacts {
  /** As [first, count]. */
  readonly hiddenColumns: readonly (readonly [number, number])[];
  /**
   * Formulas that give a text but have a 0 in the file, keyed by `placeOf`: LibreOffice writes formulas that it did not
   * calculate so. Excel calculates them when it opens the file.
   */
  readonly uncalculated: ReadonlySet<number>;
}

/** The place of a cell as one number. */
export function placeOf(row: number, column: number): number {
  return row * (MAX_COLUMN + 1) + column;
}

/** Types of records ([MS-XLS] 2.3). */
const BOF = 0x0809;
const BOUND_SHEET = 0x0085;
const COLUMN_INFO = 0x007d;
const FORMULA = 0x0006;
const HEAD_BYTES = 4;
const COLUMN_INFO_BYTES = 10;
/** Size of a formula's record before its tokens, which begin with their length in two bytes. */
const FORMULA_BYTES = 22;
const MAX_COLUMN = 255;
const HIDDEN = 1;

/**
 * The sheets in their order in the file, from the records of BIFF 5 to 8; null for an older stream, which has other
 * records.
 */
export function readBiffFacts(stream: Bytes): readonly SheetFacts[] | null {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  if (view.byteLength < HEAD_BYTES || view.getUint16(0, true) !== BOF) return null;
  /** By the start of their records. */
  const sheets = new Map<number, FoundFacts>();
  let sheet: FoundFacts = createFacts();
  let length = 0;
  for (let at = 0; at + HEAD_BYTES <= view.byteLength; at += HEAD_BYTES + length) {
    const type = view.getUint16(at, true);
    length = view.getUint16(at + 2, true);
    const data = at + HEAD_BYTES;
    if (data + length > view.byteLength) break;
    // A chart within a sheet has records of its own, whose start is not in the list.
    if (type === BOF) sheet = sheets.get(at) ?? sheet;
    else if (type === BOUND_SHEET && length >= 4) sheets.set(view.getUint32(data, true), createFacts());
    else if (type === COLUMN_INFO && length >= COLUMN_INFO_BYTES) {
      const first = view.getUint16(data, true);
      const last = Math.min(MAX_COLUMN, view.getUint16(data + 2, true));
      const hidden = (view.getUint16(data + 8, true) & HIDDEN) !== 0;
      if (hidden && last >= first) sheet.hiddenColumns.push([first, last - first + 1]);
    } else if (type === FORMULA && length > FORMULA_BYTES && view.getFloat64(data + 6, true) === 0) {
      const tokens = stream.subarray(data + FORMULA_BYTES, data + length);
      const used = tokens.subarray(0, view.getUint16(data + FORMULA_BYTES - 2, true));
      if (givesText(used)) sheet.uncalculated.add(placeOf(view.getUint16(data, true), view.getUint16(data + 2, true)));
    }
  }
  return [...sheets].sort(([a], [b]) => a - b).map(([, facts]) => facts);
}

/** Records of links and comments. No cell's value depends on them. */
const REMARKS: readonly number[] = [0x01b8, 0x0800, 0x001c];
/** A record that the library ignores. */
const INDEX = 0x020b;

/**
 * Makes the library ignore links and comments: it iterates over every cell of a link, which may be the whole sheet, and
 * rejects a file because of a comment without a text. Changes the stream.
 */
export function hideRemarks(stream: Bytes): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + HEAD_BYTES <= view.byteLength; at += HEAD_BYTES + view.getUint16(at + 2, true)) {
    if (REMARKS.includes(view.getUint16(at, true))) view.setUint16(at, INDEX, true);
  }
}

interface FoundFacts {
  readonly hiddenColumns: (readonly [number, number])[];
  readonly uncalculated: Set<number>;
}

function createFacts(): FoundFacts {
  return { hiddenColumns: [], uncalculated: new Set() };
}

/** Tokens of formulas ([MS-XLS] 2.5.198): an operator or function follows its operands. */
const CONCATENATE = 0x08;
const FUNCTIONS: readonly number[] = [0x21, 0x41, 0x61];
const VARIABLE_FUNCTIONS: readonly number[] = [0x22, 0x42, 0x62];
/** DOLLAR, FIXED, REPT, MID, TEXT, CHAR, LOWER, UPPER, PROPER, LEFT, RIGHT, TRIM, REPLACE, SUBSTITUTE, T, CLEAN, CONCATENATE. */
const TEXT_FUNCTIONS: readonly number[] = [
  13, 14, 30, 31, 48, 111, 112, 113, 114, 115, 116, 118, 119, 120, 130, 162, 336,
];

/** Whether a formula's last step gives a text, for any operands. */
function givesText(tokens: Uint8Array): boolean {
  const [functionToken = 0, low = 0, high = 0] = tokens.subarray(-3);
  if (tokens.at(-1) === CONCATENATE) return true;
  const isFunction = FUNCTIONS.includes(functionToken) || VARIABLE_FUNCTIONS.includes(tokens.at(-4) ?? 0);
  return isFunction && TEXT_FUNCTIONS.includes(low + 256 * high);
}
