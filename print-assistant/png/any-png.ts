import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { decodePng, predict, type Bitmap } from './png-decode.ts';
import { readPngChunks, type PngHeader } from './png-chunks.ts';

/**
 * Samples of a pixel by color type (PNG 3rd edition, clause 11.2.1). Palettes are not supported: no canvas writes them.
 */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };
/** 400 x 400 mm at 300 dpi have 22 million. Each takes four bytes in memory. */
const MAX_PIXELS = 24_000_000;
const HALF = 127.5;
/** Default of the specification's clients, where the picture does not state it. */
const USUAL_DPI = 300;

const inflateAside = promisify(inflate);

/** A picture in black and white, and its resolution. */
export interface OneBitPicture {
  readonly bitmap: Bitmap;
  readonly dpi: number;
}

/**
 * Decodes a PNG with 8 bits a sample, as canvases write it, or with one bit. Pixels darker than half become black,
 * transparent ones are paper. The error is plain English.
 */
export async function decodeAnyPng(png: Uint8Array): Promise<Result<OneBitPicture, string>> {
  const chunks = readPngChunks(png);
  if (!chunks.ok) return chunks;
  const { header, compressed, pixelsPerMetre } = chunks.value;
  const dpi = resolutionOf(pixelsPerMetre);
  if (header.bitDepth === 1) {
    const bitmap = await decodePng(png);
    return bitmap.ok ? ok({ bitmap: bitmap.value, dpi }) : bitmap;
  }
  const samples = SAMPLES[header.colourType];
  if (header.bitDepth !== 8 || samples === undefined || header.interlaced) return err('unsupported kind of PNG');
  const { width, height } = header;
  if (width < 1 || height < 1 || width * height > MAX_PIXELS) return err(`PNG of ${width} x ${height} dots`);
  const size = (width * samples + 1) * height;
  const filtered = await inflateAside(compressed, { maxOutputLength: size }).catch(() => null);
  if (filtered?.length !== size) return err('PNG data cannot be inflated');
  const bits = toBits(filtered, header, samples);
  return bits === null ? err('PNG with an unknown filter') : ok({ bitmap: bits, dpi });
}

function resolutionOf(pixelsPerMetre: number | null): number {
  if (pixelsPerMetre === null) return USUAL_DPI;
  const dpi = Math.round((pixelsPerMetre * 25.4) / 1000);
  // Screens write 72 or 96, which no label printer has.
  return dpi > 100 && dpi <= 2400 ? dpi : USUAL_DPI;
}

/** Reverses a row's filter (clause 9.2) in place, with the row above; false for an unknown one. */
function unfilterRow(filter: number, row: Uint8Array, above: Uint8Array, samples: number): boolean {
  if (filter > 4) return false;
  if (filter === 0) return true;
  for (let x = 0; x < row.length; x++) {
    const left = x < samples ? 0 : (row[x - samples] ?? 0);
    const up = above[x] ?? 0;
    const upLeft = x < samples ? 0 : (above[x - samples] ?? 0);
    row[x] = (row[x] ?? 0) + predict(filter, left, up, upLeft);
  }
  return true;
}

function toBits(filtered: Uint8Array, { width, height }: PngHeader, samples: number): Bitmap | null {
  const rowBytes = Math.ceil(width / 8);
  const bits = new Uint8Array(rowBytes * height).fill(0xff);
  let above = new Uint8Array(width * samples);
  for (let y = 0; y < height; y++) {
    const from = y * (width * samples + 1);
    const row = filtered.slice(from + 1, from + 1 + width * samples);
    if (!unfilterRow(filtered[from] ?? 0, row, above, samples)) return null;
    above = row;
    for (let x = 0; x < width; x++) {
      if (greyOver(row, x * samples, samples) >= HALF) continue;
      const at = y * rowBytes + (x >> 3);
      bits[at] = (bits[at] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  return { widthDots: width, heightDots: height, rowBytes, bits };
}

/** Lightness of a pixel on paper, 0 to 255; of colors by ITU-R BT.709. */
function greyOver(row: Uint8Array, at: number, samples: number): number {
  const sample = (index: number): number => row[at + index] ?? 0;
  const grey = samples < 3 ? sample(0) : 0.2126 * sample(0) + 0.7152 * sample(1) + 0.0722 * sample(2);
  const opaque = samples % 2 === 0 ? sample(samples - 1) / 255 : 1;
  return grey * opaque + 255 * (1 - opaque);
}
