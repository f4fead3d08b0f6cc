import type { Dots } from '#model/kernel/units.ts';

const PAPER = 0xff;

/** Dots packed into bytes: row by row, the most significant bit leftmost, 1 = paper; each row starts at a byte. */
export interface PageBits {
  readonly widthDots: Dots;
  readonly heightDots: Dots;
  readonly rowBytes: number;
  readonly bits: Uint8Array;
}

/** A page to be printed. */
export interface PrintedPage extends PageBits {
  readonly dpi: number;
  /** How often the page is printed: a whole number from 1. */
  readonly copies: number;
}

/**
 * The page moved by this many dots to the right and down, or to the left and up if negative, on media of its own size:
 * what is moved beyond an edge is lost, and paper is added at the other. The same page when both are 0.
 */
export function movedPage<P extends PageBits>(page: P, by: { readonly x: Dots; readonly y: Dots }): P {
  if (by.x === 0 && by.y === 0) return page;
  const { rowBytes, heightDots } = page;
  const bits = new Uint8Array(rowBytes * heightDots).fill(PAPER);
  // The bytes of a row are moved by whole bytes and then by up to seven bits to the right.
  const bytes = Math.floor(by.x / 8);
  const shift = by.x - bytes * 8;
  for (let y = Math.max(0, by.y); y < Math.min(heightDots, heightDots + by.y); y++) {
    const row = paperRow(page, y - by.y);
    for (let i = 0; i < rowBytes; i++) {
      const here = row[i - bytes] ?? PAPER;
      const before = row[i - bytes - 1] ?? PAPER;
      bits[y * rowBytes + i] = ((before << 8) | here) >> shift;
    }
  }
  return { ...page, bits };
}

/** A row with 1 = paper, also beyond the width. */
export function paperRow({ widthDots, rowBytes, bits }: PageBits, y: number): Uint8Array {
  const row = bits.slice(y * rowBytes, (y + 1) * rowBytes);
  const spare = rowBytes * 8 - widthDots;
  const last = rowBytes - 1;
  if (spare > 0) row[last] = (row[last] ?? 0) | ((1 << spare) - 1);
  return row;
}

/** A row with 1 = ink; there is no ink beyond the width. */
export function inkRow(page: PageBits, y: number): Uint8Array {
  const row = paperRow(page, y);
  for (let i = 0; i < row.length; i++) row[i] = ~(row[i] ?? 0) & 0xff;
  return row;
}

/** Rows one after the other. */
export function joinRows(
  page: PageBits,
  rowOf: (page: PageBits, y: number) => Uint8Array,
  first = 0,
  end: number = page.heightDots,
): Uint8Array {
  const bytes = new Uint8Array((end - first) * page.rowBytes);
  for (let y = first; y < end; y++) bytes.set(rowOf(page, y), (y - first) * page.rowBytes);
  return bytes;
}
