import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_ENDS, type FileEnd } from '#protocol/watching.ts';

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

/** What is written for people of an ended file, else its report; null where there is neither, or it is not of that folder. */
export async function reportPath(directory: string, end: string, id: string): Promise<string | null> {
  const known = FILE_ENDS.find((one) => one === end);
  const name = ID.exec(id)?.at(-1);
  if (known === undefined || name === undefined || /[/\\\0]/.test(id)) return null;
  for (const ending of ['errors.txt', 'report.jsonl']) {
    const path = join(directory, known, id, `${name}.${ending}`);
    const found = await lstat(path).catch(() => null);
    if (found?.isFile() === true) return path;
  }
  return null;
}
