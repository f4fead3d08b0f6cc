import { randomBytes } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import pLimit from 'p-limit';
import { Type, type TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { parseJsonObject } from '#model/kernel/json-object.ts';
import { type Grade, GRADES } from '#model/symbology/read/grade.ts';
import { MAX_COPIES } from '#protocol/assistant.ts';
import { writeWhole } from '../files.ts';

/** Maximum heading rows that can be chosen on the page. */
export const MAX_HEADING_ROWS = 3;

/** A folder that this assistant watches. */
export interface WatchedFolder {
  readonly id: string;
  /** The folder, as its real path. */
  readonly directory: string;
  /** Path of the template. */
  readonly template: string;
  readonly printer: string;
  readonly copies: number;
  readonly minGrade: Grade;
  /** Rows with headings; null: from the template, else detected. */
  readonly headingRows: number | null;
  /** The column with the number of labels of each row; empty for one each. */
  readonly copiesColumn: string;
  readonly paused: boolean;
}
/** Settings of a folder that is added. */
export type FolderWish = Omit<WatchedFolder, 'id' | 'paused'>;

interface Contents {
  readonly client: string;
  readonly folders: readonly WatchedFolder[];
}

const Text = Type.String({ minLength: 1 });
const ContentsSchema: TSchema = Type.Object({
  client: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  folders: Type.Array(
    Type.Object({
      id: Type.String({ pattern: '^[0-9a-f]{16}$' }),
      directory: Text,
      template: Text,
      printer: Text,
      copies: Type.Integer({ minimum: 1, maximum: MAX_COPIES }),
      minGrade: Type.Enum([...GRADES]),
      headingRows: Type.Union([Type.Integer({ minimum: 0, maximum: MAX_HEADING_ROWS }), Type.Null()]),
      copiesColumn: Type.String(),
      paused: Type.Boolean(),
    }),
  ),
});

/** The watched folders, in a file for this user only. Changes are on the disk when the promise settles. */
export interface FolderRegistry {
  /** Owner of the folders' jobs: permanent, so that a run continues after a restart. */
  readonly client: string;
  folders(): readonly WatchedFolder[];
  change(next: (before: readonly WatchedFolder[]) => readonly WatchedFolder[]): Promise<void>;
}

/** An invalid file is moved away, which is logged, so that its content is not lost. */
export async function openFolderRegistry(path: string, log: (line: string) => void): Promise<FolderRegistry> {
  let contents = await read(path, log);
  const changes = pLimit(1);
  return {
    client: contents.client,
    folders: () => contents.folders,
    change: (next) =>
      changes(async () => {
        const after: Contents = { ...contents, folders: next(contents.folders) };
        await writeWhole(path, `${JSON.stringify(after, null, 2)}\n`);
        contents = after;
      }),
  };
}

async function read(path: string, log: (line: string) => void): Promise<Contents> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  const contents: unknown = parseJsonObject(text ?? '');
  if (Check(ContentsSchema, contents)) return contents as Contents;
  if (text !== null) {
    const aside = `${path}.unread`;
    await rename(path, aside);
    log(`the list of watched folders cannot be read; it was moved to ${aside}, and no folder is watched`);
  }
  return { client: randomBytes(32).toString('hex'), folders: [] };
}
