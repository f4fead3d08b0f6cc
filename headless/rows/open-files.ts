import { type FileHandle, open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import type { Template } from '#model/template/template.ts';
import { openSpreadsheet, type ByteSource, type OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
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

/** Problems: `file.unreadable`, `data.encodingUnsure`, those of the spreadsheet reader and of `openRecordFile`. */
export async function openDataFile(
  path: string,
  reading?: SpreadsheetReading,
  openFile: OpenFile = openNamed,
): Promise<Result<OpenedSpreadsheet>> {
  const file = await openFile(path).catch(() => null);
  if (file === null) return err(problem('file.unreadable', { file: path }, path));
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
    };
    if (holdsRecords(path, await source.read(0, Math.min(size, HEAD_BYTES)))) {
      if (size > MAX_RECORD_FILE_BYTES) return err(problem('data.tooLarge', {}, path));
      const records = await openRecordFile(await source.read(0, size), basename(path));
      return records.ok ? records : err({ ...records.error, path: records.error.path ?? path });
    }
    const opened = await openSpreadsheet(source, basename(path), { reading });
    if (opened.ok) return opened;
    const { error } = opened;
    return err({ ...error, path: error.path ?? (error.code === 'data.encodingUnsure' ? '--encoding' : path) });
  } catch {
    return err(problem('file.unreadable', { file: path }, path));
  } finally {
    await file.close();
  }
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
