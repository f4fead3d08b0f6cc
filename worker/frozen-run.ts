import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import type { BlobStore } from '#server/core/files/blob-store.ts';
import { readBlob, runFilesOf } from '#server/runs/run-files.ts';
import type { KeptRunSettings } from '#server/runs/run-settings.ts';
import type { Db } from '#server/core/database/open-database.ts';

/** Number of rows of a run per frozen file. */
export const WINDOW_ROWS = 256;

/** Locations of fonts. */
export interface FontPlaces {
  readonly blobs: BlobStore;
  /** Folder of the operator's fonts. */
  readonly fontFolder: string;
}

interface Places {
  readonly db: Db;
  readonly blobs: BlobStore;
}

export async function createRunFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'labelwright-run-'));
}

/** The fonts of a run as files. */
export async function writeFonts(
  { blobs, fontFolder }: FontPlaces,
  { fonts }: KeptRunSettings,
  folder: string,
): Promise<AddedFont[]> {
  const added: AddedFont[] = [];
  await mkdir(join(folder, 'fonts'), { recursive: true });
  for (const { family, weight, italic, place, file } of fonts) {
    const path = join(place === 'folder' ? fontFolder : join(folder, 'fonts'), file);
    if (place === 'stored') await writeFile(path, await readBlob(blobs, file));
    added.push({ family, weight, italic, file: path });
  }
  return added;
}

/** The zip file with the pictures of a run's rows as a file; null for none. */
export async function writePictures(
  { db, blobs }: Places,
  run: { readonly id: string },
  { pictures }: Pick<KeptRunSettings, 'pictures'>,
  folder: string,
): Promise<string | null> {
  const [file] = pictures === undefined ? [] : await runFilesOf(db, run.id, 'pictures');
  if (file === undefined) return null;
  const path = join(folder, 'pictures.zip');
  await pipeline(blobs.open(file.key), createWriteStream(path));
  return path;
}

export function packFrozen(value: unknown): Uint8Array {
  return deflateRawSync(serialize(value));
}

function unpackFrozen(bytes: Uint8Array): unknown {
  return deserialize(inflateRawSync(bytes));
}

/** The template with the numbers that the run has reserved. */
export async function frozenTemplate(
  { db, blobs }: Places,
  runId: string,
  role: 'template' | 'firstTemplate' = 'template',
): Promise<Template> {
  const [file] = await runFilesOf(db, runId, role);
  if (file === undefined) throw new Error(`run ${runId} has no template`);
  return unpackFrozen(await readBlob(blobs, file.key)) as Template;
}

export async function frozenRecords(
  { db, blobs }: Places,
  runId: string,
  first: number,
  count: number,
  role: 'rows' | 'firstRows' = 'rows',
): Promise<DataRecord[]> {
  const windows = await db
    .selectFrom('run_file')
    .select(['file_key', 'place'])
    .where('run_id', '=', runId)
    .where('role', '=', role)
    .where('place', '>', first - WINDOW_ROWS)
    .where('place', '<', first + count)
    .orderBy('place')
    .execute();
  const records: DataRecord[] = [];
  for (const { file_key: key, place } of windows) {
    const rows = unpackFrozen(await readBlob(blobs, key)) as DataRecord[];
    records.push(...rows.slice(Math.max(0, first - place), first + count - place));
  }
  if (records.length !== count) throw new Error(`run ${runId} has no rows from ${first}`);
  return records;
}
