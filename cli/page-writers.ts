import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assertNever } from '#model/kernel/assert-never.ts';
import { EXPORT_FILES, type ExportFormat } from '#protocol/export.ts';

/** Takes the pieces of an export as they come. */
export interface PieceWriter {
  add(piece: Uint8Array): Promise<void>;
  /** After the last piece: the files are whole. */
  finish(): Promise<void>;
}

/** `pages.pdf`, or a file for each page: `page-00001.png`, `page-00001.svg` … */
export function createPieceWriter(format: ExportFormat, directory: string): Promise<PieceWriter> {
  const { extension, pages } = EXPORT_FILES[format];
  switch (pages) {
    case 'one':
      return createFileWriter(join(directory, `pages.${extension}`));
    case 'each':
      return Promise.resolve(createPageWriter(directory, extension));
    default:
      return assertNever(pages);
  }
}

/** Each piece is a file. */
function createPageWriter(directory: string, extension: string): PieceWriter {
  let number = 0;
  return {
    async add(piece) {
      number++;
      await writeFile(join(directory, `page-${String(number).padStart(5, '0')}.${extension}`), piece);
    },
    async finish() {
      // Each file was whole when it was written.
    },
  };
}

/** Writes one file, under another name until it is whole. Without a page no file is made. */
async function createFileWriter(path: string): Promise<PieceWriter> {
  const file = await open(`${path}.part`, 'w');
  let isEmpty = true;
  return {
    async add(piece) {
      isEmpty = false;
      await file.writeFile(piece);
    },
    async finish() {
      await file.close();
      await (isEmpty ? rm(`${path}.part`) : rename(`${path}.part`, path));
    },
  };
}
