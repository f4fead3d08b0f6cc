import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { RequestOf } from '#protocol/assistant.ts';
import type { LabelOutcome, VerifiedPage } from '#protocol/render.ts';

export interface TestBits {
  readonly widthDots: number;
  readonly heightDots: number;
  readonly rowBytes: number;
  /** 1 = paper; bits beyond the width are paper. */
  readonly bits: Uint8Array;
}

/** Pseudorandom bits, the same for the same seed, with some equal consecutive rows. */
export function createBits(widthDots: number, heightDots: number, seed: number): TestBits {
  const rowBytes = Math.ceil(widthDots / 8);
  const bits = new Uint8Array(rowBytes * heightDots);
  let state = seed * 2654435761 + 1;
  for (let y = 0; y < heightDots; y++) {
    for (let x = 0; x < rowBytes; x++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const noise = state >>> 24;
      const at = y * rowBytes + x;
      bits[at] = y % 4 === 3 ? (bits[at - rowBytes] ?? 0) : x % 16 < 8 ? 0xff : noise;
    }
    const last = y * rowBytes + rowBytes - 1;
    bits[last] = (bits[last] ?? 0) | ((1 << (rowBytes * 8 - widthDots)) - 1);
  }
  return { widthDots, heightDots, rowBytes, bits };
}

export interface PngOptions {
  readonly dpi?: number;
  /** The row filter to use: 0 to 4, or one for each row in turn. */
  readonly filter?: number | 'mixed';
}

/** A 1-bit gray PNG, written independently of the product's own writer. */
export function encodeTestPng(bits: TestBits, { dpi = 300, filter = 0 }: PngOptions = {}): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(bits.widthDots, 0);
  header.writeUInt32BE(bits.heightDots, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const resolution = Buffer.alloc(9);
  const perMetre = Math.round((dpi * 1000) / 25.4);
  resolution.writeUInt32BE(perMetre, 0);
  resolution.writeUInt32BE(perMetre, 4);
  resolution.writeUInt8(1, 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('pHYs', resolution),
    chunk('IDAT', deflateSync(filtered(bits, filter))),
    chunk('IEND', new Uint8Array()),
  ]);
}

function filtered({ rowBytes, heightDots, bits }: TestBits, filter: number | 'mixed'): Uint8Array {
  const out = new Uint8Array((rowBytes + 1) * heightDots);
  const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : (bits[y * rowBytes + x] ?? 0));
  for (let y = 0; y < heightDots; y++) {
    const kind = filter === 'mixed' ? y % 5 : filter;
    out[y * (rowBytes + 1)] = kind;
    if (kind === 0) {
      out.set(bits.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
      continue;
    }
    for (let x = 0; x < rowBytes; x++) {
      const [a, b, c] = [at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)];
      const p = a + b - c;
      const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
      const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      const guess = [0, a, b, Math.floor((a + b) / 2), paeth][kind] ?? 0;
      out[y * (rowBytes + 1) + 1 + x] = at(x, y) - guess;
    }
  }
  return out;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export const PAGE_MM = { widthMm: 40, heightMm: 25 } as const;
/** 40 x 25 mm at 300 dpi. */
export const PAGE_DOTS = { widthDots: 472, heightDots: 295 } as const;

export function createPng(seed: number): Uint8Array {
  return encodeTestPng(createBits(PAGE_DOTS.widthDots, PAGE_DOTS.heightDots, seed), { filter: 'mixed' });
}

/** A page that is sent whole, with its image. */
type OutputPage = Extract<RequestOf<'outputPrintting'>, { readonly image: string }>;

export function createOutputPage(over: Partial<OutputPage> & { readonly sequence: number }): OutputPage {
  return {
    jobId: 'job-1',
    page: over.sequence,
    row: 1,
    column: 1,
    image: Buffer.from(createPng(over.sequence)).toString('base64'),
    ...PAGE_MM,
    dpi: 300,
    printer: 'Folder',
    copies: 1,
    jobName: 'Price tags',
    ...over,
  };
}

/** A page as the render worker makes it. */
export function createVerifiedPage(seed: number, labels: readonly LabelOutcome[] = []): VerifiedPage {
  const page: Omit<VerifiedPage, never> = {
    png: createPng(seed),
    pngHash: createHash('sha256').update(String(seed)).digest('hex'),
    ...PAGE_DOTS,
    dpi: 300,
    labels,
  } as VerifiedPage;
  return page;
}
