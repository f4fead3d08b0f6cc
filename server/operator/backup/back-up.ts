import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Db } from '../../core/database/open-database.ts';
import { findKey, type KeyPlace } from '../../core/database/secret-box.ts';
import { schemaOf, tablesOf } from '../../core/database/schema.ts';
import { BlobDamaged, BlobMissing, type BlobStore } from '../../core/files/blob-store.ts';
import {
  BackupFault,
  ENTRIES,
  FORMAT,
  FORMAT_VERSION,
  PASSING_TABLES,
  type FileLine,
  type Manifest,
  type Progress,
  type TableEntry,
} from './archive.ts';
import { createArchive, type ArchiveWriter } from './archive-writer.ts';

export interface Source {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** The key of sealed values in the database. */
  readonly key: KeyPlace;
}

export interface BackUpOptions {
  readonly now: () => number;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
  /** Passphrase of the archive; unencrypted when absent. */
  readonly passphrase?: string | null;
}

/** Attempts at a snapshot when files disappear between it and their copy. */
const ATTEMPTS = 20;
const KEYS_AT_ONCE = 500;

/**
 * Writes all data of a server into one archive, while it keeps running: the database at one moment and every file that
 * it names at that moment. Files, which never change, are copied first, so that the snapshot is short.
 */
export async function backUp(source: Source, path: string, options: BackUpOptions): Promise<Manifest> {
  const archive = await createArchive(path, options.passphrase ?? null);
  try {
    const files = new FileCopies(source.blobs, archive, options);
    await files.copy(await keysOf(source.database.db));
    for (let attempt = 1; ; attempt++) {
      const manifest = await source.database.snapshot((still) =>
        writeTables(source.database, still, archive, files, options),
      );
      if (manifest !== null) {
        const whole = { ...manifest, ...(await copyKey(source.key, archive)) };
        await archive.finish(whole);
        return whole;
      }
      if (attempt === ATTEMPTS) throw new BackupFault('Files are deleted faster than they can be copied. Try again.');
      await wait(100 * attempt, undefined, { signal: options.signal });
    }
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

/**
 * Without the key one-time codes would not work after a restore. The operator keeps a key from a setting, and a
 * database without secrets may have none.
 */
async function copyKey(place: KeyPlace, archive: ArchiveWriter): Promise<Pick<Manifest, 'key'>> {
  const key = place.given === null ? findKey(place) : null;
  return key === null ? {} : { key: await archive.add(ENTRIES.key, once(key)) };
}

/** Null where a file of the snapshot was deleted before it was copied: then nothing of the tables is written. */
async function writeTables(
  { rowsOf, db }: Database,
  still: Db,
  archive: ArchiveWriter,
  files: FileCopies,
  { now, onProgress, signal }: BackUpOptions,
): Promise<Manifest | null> {
  const madeAt = now();
  const schema = await schemaOf(still);
  const deleted = await files.copy(await keysOf(still));
  // Those that the database still names are lost; the others were deleted normally.
  const missing = await stillNamed(db, deleted);
  if (missing.length < deleted.length) return null;
  const names = (await tablesOf(still)).filter((name) => !PASSING_TABLES.includes(name));
  const tables: TableEntry[] = [];
  for (const name of names) {
    let rows = 0;
    const lines = async function* (): AsyncGenerator<Uint8Array> {
      for await (const part of rowsOf(still, name)) {
        signal.throwIfAborted();
        rows += part.length;
        yield Buffer.from(part.map((row) => `${JSON.stringify(row)}\n`).join(''));
      }
    };
    const sha256 = await archive.add(ENTRIES.tableOf(name), lines());
    tables.push({ name, rows, sha256 });
    onProgress({ step: 'tables', done: tables.length, total: names.length });
  }
  return { format: FORMAT, version: FORMAT_VERSION, madeAt, schema, tables, files: await files.writeList(), missing };
}

/** The files in the archive. */
class FileCopies {
  readonly #blobs: BlobStore;
  readonly #archive: ArchiveWriter;
  readonly #options: BackUpOptions;
  readonly #copied = new Map<string, FileLine>();

  constructor(blobs: BlobStore, archive: ArchiveWriter, options: BackUpOptions) {
    this.#blobs = blobs;
    this.#archive = archive;
    this.#options = options;
  }

  /** Copies the files that are not in the archive yet, and returns missing or damaged ones. */
  async copy(keys: readonly string[]): Promise<string[]> {
    const deleted: string[] = [];
    for (const [i, key] of keys.entries()) {
      this.#options.signal.throwIfAborted();
      if (this.#copied.has(key)) continue;
      const bytes = await buffer(this.#blobs.open(key)).catch((error: unknown) => {
        if (error instanceof BlobMissing || error instanceof BlobDamaged) return null;
        throw error;
      });
      if (bytes === null) {
        deleted.push(key);
        continue;
      }
      const sha256 = await this.#archive.add(ENTRIES.fileOf(key), once(bytes));
      this.#copied.set(key, { key, bytes: bytes.length, sha256 });
      this.#options.onProgress({ step: 'files', done: i + 1, total: keys.length });
    }
    return deleted;
  }

  async writeList(): Promise<Manifest['files']> {
    const lines = [...this.#copied.values()];
    const text = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await this.#archive.add(ENTRIES.fileList, once(text));
    const sha256 = createHash('sha256').update(text).digest('hex');
    return { count: lines.length, bytes: lines.reduce((sum, { bytes }) => sum + bytes, 0), sha256 };
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}

async function keysOf(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('stored_file').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

async function stillNamed(db: Db, keys: readonly string[]): Promise<string[]> {
  const named: string[] = [];
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
    const part = keys.slice(start, start + KEYS_AT_ONCE);
    const rows = await db.selectFrom('stored_file').select('key').where('key', 'in', part).execute();
    named.push(...rows.map(({ key }) => key));
  }
  return named;
}
