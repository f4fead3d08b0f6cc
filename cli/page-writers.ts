import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assertNever } from '#model/kernel/assert-never.ts';
import { EXPORT_FILES, type ExportFormat } from '#protocol/export.ts';

/** Receives the pieces of an export as they are made. Its calls reject as the file system does. */
export interface PieceWriter {
  add(piece: Uint8Array): Promise<void>;
  /** Called after the last piece: completes the files. */
  finish(): Promise<void>;
  /** Called instead when the run does not get to its end: removes what is not complete. */
  abandon(): Promise<void>;
}

/** Writes `pages.pdf`, or one file for each page: `page-00001.png`, `page-00001.svg` … */
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

/** Writes each piece as a file of its own, which is there whole or not at all. */
function createPageWriter(directory: string, extension: string): PieceWriter {
  let number = 0;
  return {
    async add(piece) {
      const path = join(directory, `page-${String(++number).padStart(5, '0')}.${extension}`);
      try {
        await writeFile(`${path}.part`, piece);
        await rename(`${path}.part`, path);
      } catch (error) {
        await rm(`${path}.part`, { force: true });
        throw error;
      }
    },
    async finish() {
      // Nothing is left to do: each file was complete when it was written.
    },
    async abandon() {
      // The pages that are there are whole.
    },
  };
}

/** Writes one file, under a temporary name until it is complete. No file is made when there is no piece. */
export async function createFileWriter(path: string): Promise<PieceWriter> {
  const file: FileHandle = await open(`${path}.part`, 'w');
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
    async abandon() {
      await file.close().catch(() => undefined);
      await rm(`${path}.part`, { force: true });
    },
  };
}
