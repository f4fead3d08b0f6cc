import { skipAttribute, skipBlanks, skipText } from './xml';

/** Position of the reader, as in `sheet-reader.ts`: in `sheetData` or in a row. */
const IN_SHEET: i32 = 1;
const IN_ROW: i32 = 2;

const MAX_ROWS: u32 = 1_048_576;
const MAX_COLUMNS: u32 = 16_384;
/** A double can hold any whole number with this many digits. */
const EXACT_DIGITS: i32 = 15;
const POWERS: usize = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]);

/** Kinds of values: a number, the number of a shared text, and a value that is not interpreted yet. */
const NUMBER: u32 = 0;
const SHARED: u32 = 1;
const RAW: u32 = 2;
/** A text within the cell. Larger than every type of at most three letters. */
const INLINE: u32 = 0xffffffff;

/** Types of cells, from `nameCode`. */
const TYPE_NONE: u32 = 0;
const TYPE_N: u32 = 0x6e;
const TYPE_S: u32 = 0x73;
const TYPE_B: u32 = 0x62;
const TYPE_D: u32 = 0x64;
const TYPE_E: u32 = 0x65;
const TYPE_STR: u32 = 0x737472;

/** Bytes of a found cell: its value, row, column, style, kind, length and type. */
const CELL_BYTES: usize = 32;

/** Number of cells found by the last call, the reader's position, and its last row and column. */
const STATE: usize = memory.data(4 * 4, 16);

/** Address of the four numbers of the last call. */
export function cellsState(): usize {
  return STATE;
}

// Additional results of the functions below.
let foundColumn: i32 = -1;
let foundStyle: u32 = 0;
let foundType: u32 = 0;
let isSelfClosing: bool = false;
let foundValue: f64 = 0;

/**
 * Reads rows and cells of a worksheet in the usual notation, from the start of an XML token; zeros follow the bytes.
 * Stops before anything unusual or incomplete. Returns the number of bytes read.
 */
export function readCells(
  from: usize,
  count: i32,
  place: i32,
  row: i32,
  column: i32,
  sharedCount: f64,
  cells: usize,
): i32 {
  const end = from + count;
  let cell = cells;
  let done = from;
  while (true) {
    const p = skipBlanks(done);
    if (p >= end) break;
    if (place === IN_ROW) {
      // `<c`
      if (load<u16>(p) === 0x633c) {
        foundColumn = column + 1;
        const next = readCell(p + 2, row, sharedCount, cell, from);
        if (next === 0) break;
        column = foundColumn;
        // It has a value.
        if (!isSelfClosing) cell += CELL_BYTES;
        done = next;
        continue;
      }
      // `</row>`
      if (load<u32>(p) !== 0x6f722f3c || load<u16>(p, 4) !== 0x3e77) break;
      done = p + 6;
      place = IN_SHEET;
    } else {
      // `<row`
      if (load<u32>(p) !== 0x776f723c) break;
      foundColumn = row + 1;
      const next = readRow(p + 4);
      if (next === 0) break;
      row = foundColumn;
      column = -1;
      place = isSelfClosing ? IN_SHEET : IN_ROW;
      done = next;
    }
  }
  store<u32>(STATE, <u32>(cell - cells) / <u32>CELL_BYTES);
  store<u32>(STATE, place, 4);
  store<u32>(STATE, row, 8);
  store<u32>(STATE, column, 12);
  return <i32>(done - from);
}

/** Reads the attributes of a row; `foundColumn` becomes its number, counted from 0. Returns its end, or 0. */
function readRow(at: usize): usize {
  let p = at;
  while (true) {
    const byte: u32 = load<u8>(p);
    if (byte === 0x3e) {
      isSelfClosing = false;
      return p + 1;
    }
    if (byte === 0x2f) {
      isSelfClosing = true;
      return load<u8>(p, 1) === 0x3e ? p + 2 : 0;
    }
    if (byte !== 0x20) return 0;
    p++;
    // `r="`
    if ((load<u32>(p) & 0xffffff) === 0x223d72) {
      p = readNumber(p + 3);
      if (p === 0 || foundNumber === 0 || foundNumber > MAX_ROWS) return 0;
      foundColumn = <i32>foundNumber - 1;
    } else {
      // `hidden`
      if (load<u32>(p) === 0x64646968) return 0;
      p = skipAttribute(p);
      if (p === 0) return 0;
    }
  }
}

let foundNumber: u32 = 0;

/** Reads a whole number of at most nine digits and the quote after it. Returns its end, or 0. */
function readNumber(at: usize): usize {
  let p = at;
  let number: u32 = 0;
  while (true) {
    const digit: u32 = <u32>load<u8>(p) - 0x30;
    if (digit > 9) break;
    number = number * 10 + digit;
    if (++p - at > 9) return 0;
  }
  foundNumber = number;
  return p > at && load<u8>(p) === 0x22 ? p + 1 : 0;
}

/** Reads a reference such as `AB12` with the quote after it. Returns its end, or 0 when it is in another row. */
function readReference(at: usize, row: i32): usize {
  let p = at;
  let column: u32 = 0;
  while (true) {
    const letter: u32 = <u32>load<u8>(p) - 0x40;
    if (letter - 1 > 25) break;
    column = column * 26 + letter;
    if (column > MAX_COLUMNS) return 0;
    p++;
  }
  if (column === 0) return 0;
  p = readNumber(p);
  if (p === 0 || <i32>foundNumber - 1 !== row) return 0;
  foundColumn = <i32>column - 1;
  return p;
}

/** Reads the attributes of a cell. Returns the end of its tag, or 0. */
function readCellTag(at: usize, row: i32): usize {
  let p = at;
  foundStyle = 0;
  foundType = TYPE_NONE;
  while (true) {
    const byte: u32 = load<u8>(p);
    if (byte === 0x3e) {
      isSelfClosing = false;
      return p + 1;
    }
    if (byte === 0x2f) {
      isSelfClosing = true;
      return load<u8>(p, 1) === 0x3e ? p + 2 : 0;
    }
    if (byte !== 0x20) return 0;
    p++;
    const name: u32 = load<u32>(p) & 0xffffff;
    if (name === 0x223d72) {
      p = readReference(p + 3, row);
    } else if (name === 0x223d73) {
      p = readNumber(p + 3);
      foundStyle = foundNumber;
    } else if (name === 0x223d74) {
      p = readType(p + 3);
    } else {
      p = skipAttribute(p);
    }
    if (p === 0) return 0;
  }
}

/** Reads the type of a cell with the quote after it. Returns its end, or 0. */
function readType(at: usize): usize {
  if (load<u8>(at, 1) === 0x22) {
    foundType = load<u8>(at);
    return foundType === TYPE_NONE ? 0 : at + 2;
  }
  const word = load<u32>(at);
  // `str"`
  if (word === 0x22727473) {
    foundType = TYPE_STR;
    return at + 4;
  }
  // `inlineStr"`
  if (word !== 0x696c6e69 || load<u32>(at, 4) !== 0x7453656e || load<u16>(at, 8) !== 0x2272) return 0;
  foundType = INLINE;
  return at + 10;
}

/**
 * Reads a cell after `<c` and stores its content. `isSelfClosing` then says that it has no value. Returns its end, or
 * 0.
 */
function readCell(at: usize, row: i32, sharedCount: f64, cell: usize, from: usize): usize {
  let p = readCellTag(at, row);
  if (p === 0) return 0;
  const type = foundType;
  if (!isSelfClosing) {
    p = skipBlanks(p);
    // `</c>`
    if (load<u32>(p) === 0x3e632f3c) {
      isSelfClosing = true;
      p += 4;
    }
  }
  if (isSelfClosing) return mayBeEmpty(type) ? p : 0;
  if (type === INLINE) return readInline(p, row, cell, from);
  // `<f` of a formula, which is not calculated here
  if (load<u16>(p) === 0x663c) {
    p = skipFormula(p + 2);
    if (p === 0) return 0;
    p = skipBlanks(p);
  }
  // `<v>`
  if ((load<u32>(p) & 0xffffff) !== 0x3e763c) return 0;
  p += 3;
  const value = p;
  let kind = RAW;
  if (type === TYPE_NONE || type === TYPE_N) {
    p = readDecimal(value);
    if (p !== 0) kind = NUMBER;
  } else if (type === TYPE_S) {
    p = readIndex(value);
    if (p !== 0 && foundValue < sharedCount) kind = SHARED;
  } else if (!mayBeEmpty(type) && type !== TYPE_E) {
    return 0;
  }
  if (kind === RAW) {
    p = skipText(value);
    if (p === 0 || p === value) return 0;
    foundValue = <f64>(value - from);
  }
  const length = <u32>(p - value);
  // `</v>`
  if (load<u32>(p) !== 0x3e762f3c) return 0;
  p = skipBlanks(p + 4);
  if (load<u32>(p) !== 0x3e632f3c) return 0;
  keep(cell, row, kind, length, type);
  return p + 4;
}

/** Whether a cell of this type without a value counts as empty. */
function mayBeEmpty(type: u32): bool {
  return (
    type === TYPE_NONE || type === TYPE_N || type === TYPE_S || type === TYPE_B || type === TYPE_D || type === TYPE_STR
  );
}

function keep(cell: usize, row: i32, kind: u32, length: u32, type: u32): void {
  store<f64>(cell, foundValue);
  store<u32>(cell, row, 8);
  store<u32>(cell, foundColumn, 12);
  store<u32>(cell, foundStyle, 16);
  store<u32>(cell, kind, 20);
  store<u32>(cell, length, 24);
  store<u32>(cell, type, 28);
}

/** Reads `<is><t>…</t></is></c>`. Returns its end, or 0. */
function readInline(at: usize, row: i32, cell: usize, from: usize): usize {
  // `<is>` and `<t`
  if (load<u32>(at) !== 0x3e73693c || load<u16>(at, 4) !== 0x743c) return 0;
  let p = at + 6;
  if (load<u8>(p) === 0x20) p = skipAttribute(p + 1);
  if (p === 0 || load<u8>(p) !== 0x3e) return 0;
  const value = p + 1;
  p = skipText(value);
  if (p === 0 || p === value) return 0;
  // `</t></is></c>`
  if (load<u64>(p) !== 0x73692f3c3e742f3c || load<u32>(p, 8) !== 0x632f3c3e || load<u8>(p, 12) !== 0x3e) return 0;
  foundValue = <f64>(value - from);
  keep(cell, row, RAW, <u32>(p - value), INLINE);
  return p + 13;
}

/** Skips a formula after `<f`. Returns its end, or 0. */
function skipFormula(at: usize): usize {
  let p = at;
  while (load<u8>(p) === 0x20) {
    p = skipAttribute(p + 1);
    if (p === 0) return 0;
  }
  if (load<u8>(p) === 0x2f) return load<u8>(p, 1) === 0x3e ? p + 2 : 0;
  if (load<u8>(p) !== 0x3e) return 0;
  p = skipText(p + 1);
  // `</f>`
  return p !== 0 && load<u32>(p) === 0x3e662f3c ? p + 4 : 0;
}

/** Reads the number of a shared text. Returns its end, or 0. */
function readIndex(at: usize): usize {
  let p = at;
  let number: u32 = 0;
  while (true) {
    const digit: u32 = <u32>load<u8>(p) - 0x30;
    if (digit > 9) break;
    number = number * 10 + digit;
    if (++p - at > 9) return 0;
  }
  foundValue = <f64>number;
  return p > at && load<u8>(p) === 0x3c ? p : 0;
}

/**
 * Reads a number of at most 15 digits: both its digits and the power of ten are exact, so their quotient is rounded
 * correctly. Returns its end, or 0 for any other.
 */
function readDecimal(at: usize): usize {
  let p = at;
  const isNegative = load<u8>(p) === 0x2d;
  if (isNegative) p++;
  let mantissa: u64 = 0;
  let digits: i32 = 0;
  let places: i32 = -1;
  for (; ; p++) {
    const byte: u32 = load<u8>(p);
    const digit = byte - 0x30;
    if (digit <= 9) {
      if (++digits > EXACT_DIGITS) return 0;
      mantissa = mantissa * 10 + digit;
      if (places >= 0) places++;
    } else if (byte === 0x2e && places < 0) {
      places = 0;
    } else {
      break;
    }
  }
  if (digits === 0 || load<u8>(p) !== 0x3c) return 0;
  let value = <f64>mantissa;
  if (places > 0) value /= load<f64>(POWERS + 8 * <usize>places);
  foundValue = isNegative ? -value : value;
  return p;
}
