import type { Bitmap } from '../png/bitmap.ts';
import { nextTurn } from '../turns.ts';

/*
 * PWG Raster (PWG 5102.4-2012): "RaS2", then for each page a header of 1796 bytes and the rows, run-length coded.
 */

export const RASTER_TYPES = ['black_1', 'sgray_1', 'sgray_8', 'srgb_8'] as const;
/** In order of preference. One bit a dot comes first: its bytes are the bitmap's own. */
export type RasterType = (typeof RASTER_TYPES)[number];

const HEADER_BYTES = 1796;
/** Table 2, ColorSpace: 3 is device black, 18 is sGray, 19 is sRGB. */
const LAYOUT = {
  black_1: { colorSpace: 3, bitsPerColor: 1, colors: 1 },
  sgray_1: { colorSpace: 18, bitsPerColor: 1, colors: 1 },
  sgray_8: { colorSpace: 18, bitsPerColor: 8, colors: 1 },
  srgb_8: { colorSpace: 19, bitsPerColor: 8, colors: 3 },
} as const satisfies { [T in RasterType]: unknown };

const POINTS_PER_INCH = 72;

export interface RasterPage {
  readonly bitmap: Bitmap;
  readonly dpi: number;
  readonly type: RasterType;
  /** Self-describing media name (PWG 5101.1), such as `custom_label_100x80mm`. */
  readonly mediaName: string;
  /** How often the page is repeated in the stream. */
  readonly copies: number;
}

/** Dots encoded at a stretch, which takes some milliseconds. Then other work gets its turn. */
const SLICE_DOTS = 4_000_000;

/**
 * The stream in parts, to be sent one after the other. The page is encoded once: its copies are the same parts again,
 * which take no memory of their own.
 */
export async function encodePwgRaster(page: RasterPage): Promise<readonly Uint8Array[]> {
  const sheet = Buffer.concat([encodeHeader(page), ...(await encodeRows(page.bitmap, page.type))]);
  return [Buffer.from('RaS2', 'latin1'), ...Array.from({ length: page.copies }, () => sheet)];
}

function encodeHeader({ bitmap, dpi, type, mediaName, copies }: RasterPage): Uint8Array {
  const { colorSpace, bitsPerColor, colors } = LAYOUT[type];
  const header = Buffer.alloc(HEADER_BYTES);
  const bitsPerPixel = bitsPerColor * colors;
  header.write('PwgRaster', 0, 63, 'latin1');
  header.writeUInt32BE(dpi, 276);
  header.writeUInt32BE(dpi, 280);
  header.writeUInt32BE(1, 340); // NumCopies
  header.writeUInt32BE(Math.round((bitmap.widthDots * POINTS_PER_INCH) / dpi), 352);
  header.writeUInt32BE(Math.round((bitmap.heightDots * POINTS_PER_INCH) / dpi), 356);
  header.writeUInt32BE(bitmap.widthDots, 372);
  header.writeUInt32BE(bitmap.heightDots, 376);
  header.writeUInt32BE(bitsPerColor, 384);
  header.writeUInt32BE(bitsPerPixel, 388);
  header.writeUInt32BE(Math.ceil((bitmap.widthDots * bitsPerPixel) / 8), 392);
  header.writeUInt32BE(colorSpace, 400);
  header.writeUInt32BE(colors, 420);
  header.writeUInt32BE(copies, 452); // TotalPageCount
  header.writeInt32BE(1, 456); // CrossFeedTransform
  header.writeInt32BE(1, 460); // FeedTransform
  header.write(mediaName, 1732, 63, 'latin1');
  return header;
}

/** A row that equals the next is written once with its number of repeats (clause 4.3.1): at most 256 rows a group. */
async function encodeRows(bitmap: Bitmap, type: RasterType): Promise<Uint8Array[]> {
  const out: Uint8Array[] = [];
  let dots = 0;
  for (let y = 0; y < bitmap.heightDots;) {
    const row = rowOf(bitmap, y);
    let same = 1;
    while (same < 256 && y + same < bitmap.heightDots && Buffer.compare(row, rowOf(bitmap, y + same)) === 0) same++;
    out.push(Uint8Array.of(same - 1), encodeRow(dotsAs(type, row, bitmap.widthDots), LAYOUT[type].colors));
    y += same;
    dots += bitmap.widthDots;
    if (dots < SLICE_DOTS) continue;
    dots = 0;
    await nextTurn();
  }
  return out;
}

function rowOf(bitmap: Bitmap, y: number): Uint8Array {
  return bitmap.bits.subarray(y * bitmap.rowBytes, (y + 1) * bitmap.rowBytes);
}

/** A row of 1 = paper in the bytes of the raster's type. Bits beyond the width are left as paper. */
function dotsAs(type: RasterType, row: Uint8Array, widthDots: number): Uint8Array {
  const spare = row.length * 8 - widthDots;
  const clean = Uint8Array.from(row);
  const last = row.length - 1;
  clean[last] = (clean[last] ?? 0) | ((1 << spare) - 1);
  if (type === 'sgray_1') return clean;
  if (type === 'black_1') return clean.map((byte) => ~byte & 0xff);
  const { colors } = LAYOUT[type];
  const bytes = new Uint8Array(widthDots * colors);
  for (let x = 0; x < widthDots; x++) {
    const paper = ((clean[x >> 3] ?? 0) >> (7 - (x & 7))) & 1;
    bytes.fill(paper === 1 ? 255 : 0, x * colors, (x + 1) * colors);
  }
  return bytes;
}

/** Runs of 1 to 128 equal units are (count - 1, unit); 2 to 128 unlike units are (257 - count, units); a lone one is a run. */
function encodeRow(row: Uint8Array, unitBytes: number): Uint8Array {
  const units = row.length / unitBytes;
  const out: number[] = [];
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
  return Uint8Array.from(out);
}
