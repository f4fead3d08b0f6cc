import { type FileHandle, readdir, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_ENDS, type FileEnd } from '#protocol/watching.ts';
import { openOwnFile } from '../files.ts';

/** A finished file of a watched folder. */
export interface EndedFile {
  readonly end: FileEnd;
  /** Its folder in `done` or `failed`: its time and name. */
  readonly id: string;
  readonly name: string;
  /** Time when it was taken, in milliseconds since 1970. */
  readonly takenAt: number;
}

const SHOWN = 4;
/** `20261127T153332123Z-0001 rows.csv`. */
const ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-\d+ (.+)$/s;

/** The latest done and failed files of a watched folder, the latest first. */
export async function readEndedFiles(directory: string): Promise<readonly EndedFile[]> {
  const found = await Promise.all(
    FILE_ENDS.map(async (end) => {
      const ids = await readdir(join(directory, end)).catch(() => []);
      const files = ids.map((id) => endedFile(end, id)).filter((file) => file !== null);
      return files.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, SHOWN);
    }),
  );
  return found.flat().sort((a, b) => (a.id < b.id ? 1 : -1));
}

function endedFile(end: FileEnd, id: string): EndedFile | null {
  const match = ID.exec(id);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, ms, name = ''] = match;
  return { end, id, name, takenAt: Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`) };
}

/**
 * The error text of a finished file, or else its report, opened for reading; null when there is neither, or it does not
 * belong to that folder. `directory` is a real path; users who may write there must not get another file shown by a
 * link.
 */
export async function openReport(directory: string, end: string, id: string): Promise<FileHandle | null> {
  const known = FILE_ENDS.find((one) => one === end);
  const name = ID.exec(id)?.at(-1);
  if (known === undefined || name === undefined || /[/\\\0]/.test(id)) return null;
  for (const ending of ['errors.txt', 'report.jsonl']) {
    const path = join(directory, known, id, `${name}.${ending}`);
    const file = await openOwnFile(path, 'read').catch(() => null);
    if (file === null) continue;
    if ((await placeOf(file, path)) === path && (await file.stat()).nlink <= 1) return file;
    await file.close();
  }
  return null;
}

/** The real path of an open file: Linux reports it for the file itself. */
async function placeOf(file: FileHandle, path: string): Promise<string> {
  return (await readlink(`/proc/self/fd/${file.fd}`).catch(() => null)) ?? realpath(path).catch(() => '');
}
