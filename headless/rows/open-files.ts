import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import type { Template } from '#model/template/template.ts';
import {
  FileChangedError,
  openSpreadsheet,
  type ByteSource,
  type OpenedSpreadsheet,
} from '#data-worker/open-spreadsheet.ts';
import { holdsRecords, MAX_RECORD_FILE_BYTES, openRecordFile } from './record-file.ts';

/**
 * `onNotice` receives what in the file cannot be used or is replaced. Problems: `file.unreadable` and those of the
 * template format, each with the file's path.
 */
export async function openTemplateFile(path: string, onNotice: (notice: Problem) => void): Promise<Result<Template>> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return err(problem('file.unreadable', { file: path }, path));
  const xml = unpackTemplate(bytes);
  const template = xml.ok ? readTemplate(xml.value, onNotice) : xml;
  return template.ok
    ? template
    : err({ ...template.error, path: [path, template.error.path ?? ''].filter(Boolean).join(': ') });
}

const HEAD_BYTES = 4096;

/** Opens a file for reading; the caller closes it. */
export type OpenFile = (path: string) => Promise<FileHandle>;

/** Follows links, because the user has named the file. */
export const openNamed: OpenFile = (path) => open(path);

/**
 * Opens the rows. With `files`, a text joins them and stays open, and the rows of a long one are read as they are needed:
 * the caller closes it after the last one. `rows` then gives `data.changed` where the file has changed, and the table
 * throws `FileChangedError`. Without it, all rows are read into memory. Problems: `file.unreadable`,
 * `data.encodingUnsure`, those of the spreadsheet reader and of `openRecordFile`.
 */
export async function openDataFile(
  path: string,
  reading?: SpreadsheetReading,
  openFile: OpenFile = openNamed,
  files: FileHandle[] | null = null,
): Promise<Result<OpenedSpreadsheet>> {
  const file = await openFile(path).catch(() => null);
  if (file === null) return err(problem('file.unreadable', { file: path }, path));
  let staysOpen = false;
  try {
    const { size } = await file.stat();
    const source: ByteSource = {
      size,
      async read(start, end) {
        const bytes = new Uint8Array(end - start);
        let done = 0;
        while (done < bytes.length) {
          const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done);
          if (bytesRead === 0) throw new Error(`${path} was truncated while being read`);
          done += bytesRead;
        }
        return bytes;
      },
      ...(files === null
        ? {}
        : { readNow: (start, end) => readNow(file.fd, start, end), sha256: () => sha256Of(file) }),
    };
    if (holdsRecords(path, await source.read(0, Math.min(size, HEAD_BYTES)))) {
      if (size > MAX_RECORD_FILE_BYTES) return err(problem('data.tooLarge', {}, path));
      const records = await openRecordFile(await source.read(0, size), basename(path));
      return records.ok ? records : err({ ...records.error, path: records.error.path ?? path });
    }
    const opened = await openSpreadsheet(source, basename(path), { reading });
    if (opened.ok) {
      if (files === null || opened.value.info.text === null) return opened;
      staysOpen = true;
      files.push(file);
      return ok({ ...opened.value, rows: (...window) => orChanged(path, () => opened.value.rows(...window)) });
    }
    const { error } = opened;
    return err({ ...error, path: error.path ?? (error.code === 'data.encodingUnsure' ? '--encoding' : path) });
  } catch {
    return err(problem('file.unreadable', { file: path }, path));
  } finally {
    if (!staysOpen) await file.close();
  }
}

/** The result of reading rows. Problem: `data.changed`. */
function orChanged<T>(path: string, read: () => Result<T>): Result<T> {
  try {
    return read();
  } catch (error) {
    if (error instanceof FileChangedError) return err(problem('data.changed', { file: path }, path));
    throw error;
  }
}

async function sha256Of(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of file.createReadStream({ start: 0, autoClose: false })) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}

function readNow(file: number, start: number, end: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(end - start);
  for (let done = 0; done < bytes.length;) {
    const count = readSync(file, bytes, done, bytes.length - done, start + done);
    if (count === 0) throw new FileChangedError();
    done += count;
  }
  return bytes;
}

/**
 * Chooses the requested sheet, else the one that every bound column names, else the only visible one; a hidden one must
 * be named. Problems: `data.noSheet`, and `data.empty` when no visible sheet has rows.
 */
export function chooseSheet(data: OpenedSpreadsheet, asked: string | null, named: readonly string[]): Result<string> {
  const { sheets } = data.info;
  const has = (name: string): boolean => sheets.some((sheet) => sheet.name === name);
  if (asked !== null) return has(asked) ? ok(asked) : err(problem('data.noSheet', { sheet: asked }));
  const [first] = named;
  if (first !== undefined && named.length === 1 && has(first)) return ok(first);
  const visible = sheets.filter((sheet) => !sheet.hidden);
  if (visible.every((sheet) => sheet.rowCount === 0)) return err(problem('data.empty', {}, '--sheet'));
  const only = visible[0];
  if (visible.length === 1 && only !== undefined) return ok(only.name);
  return err(problem('data.noSheet', { sheet: named.join(', ') }, '--sheet'));
}
