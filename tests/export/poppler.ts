import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readWithZbar, type ZbarSymbol } from '#tests/support/zbar.ts';

const run = promisify(execFile);

/** A page drawn by poppler. */
export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  readonly gray: Uint8Array;
}

/** Debian's poppler as an independent reader of a PDF. */
export interface OpenedPdf {
  /** The text of all pages, in reading order. */
  text(): Promise<string>;
  /** The lines of `pdffonts` below its heading. */
  fonts(): Promise<readonly string[]>;
  info(): Promise<string>;
  /** A page, counted from 1, with antialiasing. */
  draw(page: number, dpi: number): Promise<GrayPicture>;
  symbols(page: number, dpi: number): Promise<readonly ZbarSymbol[]>;
}

export async function withPoppler<T>(pdf: Uint8Array, look: (opened: OpenedPdf) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-pdf-'));
  const file = join(folder, 'file.pdf');
  await writeFile(file, pdf);
  const paint = async (page: number, dpi: number): Promise<string> => {
    const pages = ['-f', String(page), '-l', String(page), '-singlefile'];
    await run('pdftoppm', ['-gray', '-r', String(dpi), ...pages, file, join(folder, 'page')]);
    return join(folder, 'page.pgm');
  };
  try {
    return await look({
      text: async () => (await run('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-'])).stdout,
      fonts: async () => (await run('pdffonts', [file])).stdout.trim().split('\n').slice(2),
      info: async () => (await run('pdfinfo', [file])).stdout,
      draw: async (page, dpi) => parsePgm(await readFile(await paint(page, dpi))),
      symbols: async (page, dpi) => readWithZbar(await paint(page, dpi)),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Binary PGM of 8 bits. */
function parsePgm(bytes: Buffer): GrayPicture {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 64).toString('latin1'));
  if (header === null) throw new Error('not a PGM');
  return {
    width: Number(header[1]),
    height: Number(header[2]),
    gray: new Uint8Array(bytes.subarray(header[0].length)),
  };
}

/** Share of pixels that are ink in one and paper in the other, of the common pixels; `b` may be moved. */
export function differingShare(a: GrayPicture, b: GrayPicture, moveX = 0, moveY = 0): number {
  const width = Math.min(a.width, b.width) - Math.abs(moveX);
  const height = Math.min(a.height, b.height) - Math.abs(moveY);
  const startA = Math.max(0, -moveY) * a.width + Math.max(0, -moveX);
  const startB = Math.max(0, moveY) * b.width + Math.max(0, moveX);
  let differing = 0;
  for (let y = 0; y < height; y++) {
    const rowA = startA + y * a.width;
    const rowB = startB + y * b.width;
    for (let x = 0; x < width; x++) {
      if ((a.gray[rowA + x] ?? 255) < 128 !== (b.gray[rowB + x] ?? 255) < 128) differing++;
    }
  }
  return differing / (width * height);
}

/** The same, allowing glyphs to be one pixel off: poppler puts each on a whole row. */
export function differingShareNearby(a: GrayPicture, b: GrayPicture): number {
  const moves = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const));
  return Math.min(...moves.map(([x, y]) => differingShare(a, b, x, y)));
}

/** Share of pixels that are ink. */
export function inkShare({ gray }: GrayPicture): number {
  return gray.reduce((sum, value) => sum + (value < 128 ? 1 : 0), 0) / gray.length;
}
