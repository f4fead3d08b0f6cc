import { dotsToMm, POINTS_PER_INCH } from '#model/kernel/units.ts';
import { LANGUAGE_ABILITIES } from '#protocol/language-abilities.ts';
import { ascii } from './commands.ts';
import { inkRows, movedPage, paperRows, type PageBits } from './printed-page.ts';
import type { PrinterLanguage } from './printer-language.ts';

/*
 * PWG Raster (PWG 5102.4-2012): "RaS2", then for each page a header of 1796 bytes and the rows, run-length coded.
 */

export const RASTER_TYPES = ['black_1', 'sgray_1', 'sgray_8', 'srgb_8'] as const;
/** In order of preference. One bit per dot comes first: its bytes are the bitmap's own. */
export type RasterType = (typeof RASTER_TYPES)[number];

const HEADER_BYTES = 1796;
/** Table 2, ColorSpace: 3 is device black, 18 is sGray, 19 is sRGB. */
const LAYOUT = {
  black_1: { colorSpace: 3, bitsPerColor: 1, colors: 1 },
  sgray_1: { colorSpace: 18, bitsPerColor: 1, colors: 1 },
  sgray_8: { colorSpace: 18, bitsPerColor: 8, colors: 1 },
  srgb_8: { colorSpace: 19, bitsPerColor: 8, colors: 3 },
} as const satisfies { [T in RasterType]: unknown };

/** The stored length of names: fields of 64 bytes with the zero at the end. */
const NAME_BYTES = 63;
/** The least bytes of rows per part. */
const PART_BYTES = 65_536;

/** The start of a stream of pages. */
export const RASTER_SYNC: Uint8Array = ascii('RaS2');

export interface RasterOptions {
  readonly type: RasterType;
  /** Self-describing media name (PWG 5101.1), such as `custom_label_100x80mm`. */
  readonly mediaName: string;
  /** The number of pages of the stream; 0 when unknown. */
  readonly totalPages: number;
}

export const pwg: PrinterLanguage = {
  ...LANGUAGE_ABILITIES.pwg,
  extension: 'pwg',
  mediaType: 'image/pwg-raster',
  opening: RASTER_SYNC,

  *encode(whole, settings) {
    const page = movedPage(whole, settings.offsetDots);
    const mm = (dots: number): string => String(Number(dotsToMm(dots, whole.dpi).toFixed(2)));
    const mediaName = `custom_label_${mm(page.widthDots)}x${mm(page.heightDots)}mm`;
    for (let copy = 0; copy < whole.copies; copy++) {
      yield* encodeRasterPage(page, { type: 'black_1', mediaName, totalPages: 0 });
    }
  },
};

/** A page as header and rows, in parts, without the stream's own start (`RASTER_SYNC`). */
export function* encodeRasterPage(
  page: PageBits & { readonly dpi: number },
  options: RasterOptions,
): Generator<Uint8Array, void, undefined> {
  yield encodeHeader(page, options);
  yield* encodeRows(page, options.type);
}

function encodeHeader(
  { widthDots, heightDots, dpi }: PageBits & { readonly dpi: number },
  { type, mediaName, totalPages }: RasterOptions,
): Uint8Array {
  const { colorSpace, bitsPerColor, colors } = LAYOUT[type];
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  const bitsPerPixel = bitsPerColor * colors;
  const points = (dots: number): number => Math.round((dots * POINTS_PER_INCH) / dpi);
  header.set(ascii('PwgRaster').subarray(0, NAME_BYTES));
  const numbers: readonly (readonly [at: number, value: number])[] = [
    [276, dpi],
    [280, dpi],
    [340, 1], // NumCopies
    [352, points(widthDots)],
    [356, points(heightDots)],
    [372, widthDots],
    [376, heightDots],
    [384, bitsPerColor],
    [388, bitsPerPixel],
    [392, Math.ceil((widthDots * bitsPerPixel) / 8)],
    [400, colorSpace],
    [420, colors],
    [452, totalPages],
    [456, 1], // CrossFeedTransform
    [460, 1], // FeedTransform
  ];
  for (const [at, value] of numbers) view.setUint32(at, value);
  header.set(ascii(mediaName).subarray(0, NAME_BYTES), 1732);
  return header;
}

/** A row that equals the next is written once with its number of repeats (clause 4.3.1): at most 256 rows per group. */
function* encodeRows(page: PageBits, type: RasterType): Generator<Uint8Array, void, undefined> {
  let part: number[] = [];
  for (let y = 0; y < page.heightDots;) {
    let same = 1;
    while (same < 256 && y + same < page.heightDots && isSameRow(page, y, y + same)) same++;
    part.push(same - 1);
    encodeRow(part, dotsAs(type, page, y), LAYOUT[type].colors);
    y += same;
    if (part.length < PART_BYTES) continue;
    yield Uint8Array.from(part);
    part = [];
  }
  if (part.length > 0) yield Uint8Array.from(part);
}

function isSameRow({ rowBytes, bits }: PageBits, one: number, other: number): boolean {
  const [at, otherAt] = [one * rowBytes, other * rowBytes];
  for (let i = 0; i < rowBytes; i++) if (bits[at + i] !== bits[otherAt + i]) return false;
  return true;
}

/** A row in the bytes of the raster's type. Bits beyond the width are paper. */
function dotsAs(type: RasterType, page: PageBits, y: number): Uint8Array {
  if (type === 'black_1') return inkRows(page, y, y + 1);
  const row = paperRows(page, y, y + 1);
  if (type === 'sgray_1') return row;
  const { colors } = LAYOUT[type];
  const bytes = new Uint8Array(page.widthDots * colors);
  for (let x = 0; x < page.widthDots; x++) {
    const paper = ((row[x >> 3] ?? 0) >> (7 - (x & 7))) & 1;
    bytes.fill(paper === 1 ? 255 : 0, x * colors, (x + 1) * colors);
  }
  return bytes;
}

/**
 * Runs of 1 to 128 equal units are (count - 1, unit); 2 to 128 different units are (257 - count, units); a single one
 * is a run.
 */
function encodeRow(out: number[], row: Uint8Array, unitBytes: number): void {
  const units = row.length / unitBytes;
  const sameAsNext = (at: number): boolean => {
    for (let i = 0; i < unitBytes; i++) {
      if (row[at * unitBytes + i] !== row[(at + 1) * unitBytes + i]) return false;
    }
    return true;
  };
  const push = (from: number, count: number): void => {
    for (let i = from * unitBytes; i < (from + count) * unitBytes; i++) out.push(row[i] ?? 0);
  };
  let at = 0;
  while (at < units) {
    let run = 1;
    while (run < 128 && at + run < units && sameAsNext(at + run - 1)) run++;
    if (run > 1 || at + 1 === units) {
      out.push(run - 1);
      push(at, 1);
      at += run;
      continue;
    }
    let literal = 1;
    while (literal < 128 && at + literal < units && (at + literal + 1 === units || !sameAsNext(at + literal)))
      literal++;
    if (literal === 1) out.push(0);
    else out.push(257 - literal);
    push(at, literal);
    at += literal;
  }
}
