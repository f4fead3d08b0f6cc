import { type FileHandle, readdir, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_ENDS, type FileEnd } from '#protocol/watching.ts';
import { openOwnFile } from '../files.ts';

/** A file that a watched folder is done with. */
export interface EndedFile {
  readonly end: FileEnd;
  /** Its folder in `done` or `failed`: when it was taken, and its name. */
  readonly id: string;
  readonly name: string;
  /** When it was taken, in milliseconds since 1970. */
  readonly takenAt: number;
}

const SHOWN = 4;
/** `20261127T153332123Z-0001 rows.csv`. */
const ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-\d+ (.+)$/s;

/** The last files of a watched folder that were done, and the last that failed; the latest first. */
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
 * What is written for people of an ended file, else its report, opened for reading; null where there is neither, or it is not
 * of that folder. `directory` is a real path; who may write there must not have another file shown by a link.
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

/** Where an open file is: Linux says it of the file itself. */
async function placeOf(file: FileHandle, path: string): Promise<string> {
  return (await readlink(`/proc/self/fd/${file.fd}`).catch(() => null)) ?? realpath(path).catch(() => '');
}
