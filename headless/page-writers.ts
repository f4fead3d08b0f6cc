import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addBitmapPage } from '#model/page/bitmap-pdf.ts';
import { pageFileName } from '#model/page/page-name.ts';
import { PdfBody } from '#model/page/pdf-body.ts';
import { LANGUAGES } from '#printing/languages/languages.ts';
import { EXPORT_FILES } from '#protocol/export.ts';
import { pngImageData, pngSize } from '#model/page/png-image-data.ts';
import { isPrinterLanguage, type RenderFormat } from '#protocol/run-settings.ts';
import type { PageSettings } from './run-settings.ts';
import { openOutputFile, type OutputFile } from './output-file.ts';

/**
 * Receives the pieces of pages as they are made. Its calls fail as the file system does. They are synchronous: this
 * thread has little else to do, and a small file is written in a fraction of the time.
 */
export interface PageWriter {
  add(piece: Uint8Array): Promise<void>;
  /** What is needed in addition to the number of pages to continue from here; see `PagePosition`. */
  position(): PagePosition;
  /** Called after the last piece: completes the files. */
  finish(): Promise<void>;
  /**
   * Called instead when the run does not reach its end: closes what is open, and removes it when it cannot be
   * continued.
   */
  abandon(): void;
}

/** State of the page writer. */
export interface PagePosition {
  /** Length of the one file that holds all pages; 0 where each has its own. */
  readonly bytes: number;
  /** Size in bytes of each page's picture since the last position; only in a PDF of dots. */
  readonly pictures: readonly number[];
  /** The height of each of them in dots; left out where all have that of the run. */
  readonly heights?: readonly number[];
}

/** What was written before, to be continued: the pages, and all positions of the writer up to here joined. */
export interface WrittenPages extends PagePosition {
  readonly pages: number;
}

const NOTHING: PagePosition = { bytes: 0, pictures: [] };

/** A page as pixels, for a PDF of dots. */
export interface PageSize {
  readonly widthDots: number;
  readonly heightDots: number;
}

/** Path of the pages: a folder with a file for each, or one file for all. */
export function pagesPath(directory: string, format: RenderFormat): { readonly path: string; readonly isOne: boolean } {
  const { extension, pages } = fileOf(format);
  return pages === 'each'
    ? { path: directory, isOne: false }
    : { path: join(directory, `pages.${extension}`), isOne: true };
}

/** The file of a page in formats with one file per page. `pages`: the maximum number of pages. */
export function pagePath(directory: string, format: RenderFormat, page: number, pages: number): string {
  return join(directory, `${pageFileName(page, pages)}.${fileOf(format).extension}`);
}

/** Writes one file per page, `page-00001.png` …, or one for all, `pages.pdf`, `pages.zpl` … */
export async function openPageWriter(
  { format, dpi, colour }: Pick<PageSettings, 'format' | 'dpi' | 'colour'>,
  directory: string,
  size: PageSize,
  written: WrittenPages | null,
  pages: number,
): Promise<PageWriter> {
  const { path, isOne } = pagesPath(directory, format);
  if (!isOne) return createFilePerPage((page) => pagePath(directory, format, page, pages), written?.pages ?? 0);
  if (written !== null && existsSync(path)) return FINISHED;
  const file = openOutputFile(`${path}.part`, written === null || written.bytes === 0 ? null : written.bytes);
  if (format === 'pdf') return openPdfOfDots(path, file, { ...size, dpi, colour, copies: 1 }, written ?? NOTHING);
  return createOneFile(path, file, isPrinterLanguage(format) ? LANGUAGES[format].opening : null);
}

function fileOf(format: RenderFormat): { readonly extension: string; readonly pages: 'one' | 'each' } {
  return isPrinterLanguage(format) ? { extension: LANGUAGES[format].extension, pages: 'one' } : EXPORT_FILES[format];
}

/** Writes each piece as its own file, atomically. */
function createFilePerPage(pathOf: (page: number) => string, before: number): PageWriter {
  let page = before;
  return {
    add(piece) {
      const path = pathOf(++page);
      try {
        writeFileSync(`${path}.part`, piece);
        renameSync(`${path}.part`, path);
      } catch (error) {
        rmSync(`${path}.part`, { force: true });
        throw error;
      }
      return Promise.resolve();
    },
    position: () => NOTHING,
    finish: () => Promise.resolve(),
    abandon() {
      // The existing pages are complete.
    },
  };
}

/**
 * Joins pieces to one file, under a temporary name until it is complete. Without pieces no file is made. Printer
 * commands are independent of each other and can be continued: their file has an opening. Other files cannot be
 * continued.
 */
function createOneFile(path: string, file: OutputFile, opening: Uint8Array | null): PageWriter {
  return {
    add(piece) {
      if (file.bytes === 0 && opening !== null) file.write(opening);
      file.write(piece);
      return Promise.resolve();
    },
    position: () => ({ bytes: file.bytes ?? 0, pictures: [] }),
    finish() {
      complete(path, file);
      return Promise.resolve();
    },
    abandon() {
      file.close();
      if (opening === null) rmSync(`${path}.part`, { force: true });
    },
  };
}

/** The pieces are PNGs, whose pixels a PDF contains unchanged. */
async function openPdfOfDots(
  path: string,
  file: OutputFile,
  page: Omit<Parameters<typeof addBitmapPage>[1], 'compressed'>,
  written: PagePosition,
): Promise<PageWriter> {
  let isReplay = true;
  const body = new PdfBody((bytes) => {
    if (!isReplay) file.write(bytes);
    return Promise.resolve();
  });
  // A PDF ends with the positions of all its parts. They depend on the pages only, not on their content.
  if (written.bytes > 0) await body.start();
  for (const [i, length] of written.pictures.entries()) {
    const heightDots = written.heights?.[i] ?? page.heightDots;
    await addBitmapPage(body, { ...page, heightDots, compressed: new Uint8Array(length) });
  }
  isReplay = false;
  let pictures: number[] = [];
  let heights: number[] = [];
  return {
    async add(png) {
      if (file.bytes === 0) await body.start();
      const compressed = pngImageData(png);
      const { heightDots } = pngSize(png);
      pictures.push(compressed.length);
      heights.push(heightDots);
      await addBitmapPage(body, { ...page, heightDots, compressed });
    },
    position() {
      const areAlike = heights.every((height) => height === page.heightDots);
      const position = { bytes: file.bytes ?? 0, pictures, ...(areAlike ? {} : { heights }) };
      pictures = [];
      heights = [];
      return position;
    },
    async finish() {
      if (file.bytes !== 0) await body.end();
      complete(path, file);
    },
    abandon: () => file.close(),
  };
}

function complete(path: string, file: OutputFile): void {
  const isEmpty = file.bytes === 0;
  file.close();
  if (isEmpty) rmSync(`${path}.part`);
  else renameSync(`${path}.part`, path);
}

/** For a run that was ended after the file was complete. */
const FINISHED: PageWriter = {
  add: () => Promise.reject(new Error('the file is complete')),
  position: () => NOTHING,
  finish: () => Promise.resolve(),
  abandon() {
    // Nothing is open.
  },
};
