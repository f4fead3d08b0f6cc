import { inflatesTo } from '../kernel/count-inflated.ts';

/** The header's description of the pixels. */
export interface PngLayout {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly colorType: number;
  readonly interlaced: boolean;
}

/** PNG (third edition), table 11.1: channels of each color type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** First column, first row, column step, row step of each Adam7 pass (PNG, 8.2). */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The inflated size of all pixels with their filter bytes; null for an invalid color type. */
function expectedBytes({ width, height, bitDepth, colorType, interlaced }: PngLayout): number | null {
  const channels = CHANNELS[colorType];
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(bitDepth)) return null;
  const passBytes = (columns: number, rows: number): number =>
    columns === 0 || rows === 0 ? 0 : rows * (1 + Math.ceil((columns * channels * bitDepth) / 8));
  if (!interlaced) return passBytes(width, height);
  return ADAM7.reduce((sum, [x, y, dx, dy]) => {
    const columns = Math.max(0, Math.ceil((width - x) / dx));
    const rows = Math.max(0, Math.ceil((height - y) / dy));
    return sum + passBytes(columns, rows);
  }, 0);
}

/**
 * True when the compressed pixels can be inflated and have the number in the header. Skia would not report missing
 * ones, but leave them transparent. They are only counted, so a zip bomb takes neither memory nor time.
 */
export function hasAllPixels(layout: PngLayout, compressed: readonly Uint8Array[]): boolean {
  const expected = expectedBytes(layout);
  return expected !== null && inflatesTo(compressed, expected);
}
