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
    const row = paperRows(page, y - by.y, y - by.y + 1);
    for (let i = 0; i < rowBytes; i++) {
      const here = row[i - bytes] ?? PAPER;
      const before = row[i - bytes - 1] ?? PAPER;
      bits[y * rowBytes + i] = ((before << 8) | here) >> shift;
    }
  }
  return { ...page, bits };
}

/** The rows from `first` to before `end`, one after the other, with 1 = paper, also beyond the width. */
export function paperRows(
  { widthDots, heightDots, rowBytes, bits }: PageBits,
  first = 0,
  end: number = heightDots,
): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((end - first) * rowBytes);
  rows.set(bits.subarray(first * rowBytes, end * rowBytes));
  const spare = (1 << (rowBytes * 8 - widthDots)) - 1;
  if (spare > 0) for (let at = rowBytes - 1; at < rows.length; at += rowBytes) rows[at] = (rows[at] ?? 0) | spare;
  return rows;
}

/** As `paperRows` with 1 = ink; there is no ink beyond the width. */
export function inkRows(page: PageBits, first = 0, end: number = page.heightDots): Uint8Array<ArrayBuffer> {
  const rows = paperRows(page, first, end);
  // Four bytes at a time: one by one takes three times as long.
  const words = new Uint32Array(rows.buffer, 0, rows.length >> 2);
  for (let i = 0; i < words.length; i++) words[i] = ~(words[i] ?? 0);
  for (let i = words.length * 4; i < rows.length; i++) rows[i] = ~(rows[i] ?? 0);
  return rows;
}
