import { createHash } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import { setImmediate as immediate } from 'node:timers/promises';
import type { Db } from '../core/database/open-database.ts';
import type { RunFileTable } from '../core/database/run-rows.ts';
import { wholeOf, type BlobStore } from '../core/files/blob-store.ts';

const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const RANDOM_LENGTH = 16;
const INSERTED_AT_ONCE = 200;
/** Bytes hashed before other work runs. */
const HASHED_AT_ONCE = 4 * 1024 * 1024;

type Role = RunFileTable['role'];

/** A file of a run with stored bytes; its row is added in the transaction that stores the result. */
export interface RunFile {
  readonly key: string;
  readonly role: Role;
  readonly place: number;
  readonly bytes: number;
}

/**
 * Stores bytes under a name derived from their run, role and content: a worker that repeats a part after another was
 * lost writes the same file.
 */
export async function putRunFile(
  blobs: BlobStore,
  runId: string,
  role: Role,
  place: number,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<RunFile> {
  const hash = createHash('sha256').update(`${runId}\n${role}\n${place}\n`);
  for (let at = 0; at < bytes.length; at += HASHED_AT_ONCE) {
    if (at > 0) await immediate();
    hash.update(bytes.subarray(at, at + HASHED_AT_ONCE));
  }
  const digest = hash.digest();
  let name = '';
  for (const byte of digest.subarray(0, RANDOM_LENGTH)) name += CHARACTERS[byte % CHARACTERS.length];
  const key = `${runId.slice(0, 8)}${name}.run`;
  await blobs.put(key, bytes, signal);
  return { key, role, place, bytes: bytes.length };
}

/** The concatenated parts. The caller must read or destroy the stream. */
export function openRunParts(blobs: BlobStore, files: readonly { readonly key: string }[]): Readable {
  const read = async function* (): AsyncGenerator<Uint8Array> {
    for (const { key } of files) yield* blobs.open(key) as AsyncIterable<Uint8Array>;
  };
  return Readable.from(read(), { objectMode: false });
}

export async function noteRunFiles(
  tx: Db,
  run: { readonly id: string; readonly user_id: string },
  files: readonly RunFile[],
  now: number,
): Promise<void> {
  for (let start = 0; start < files.length; start += INSERTED_AT_ONCE) {
    const some = files.slice(start, start + INSERTED_AT_ONCE);
    await tx
      .insertInto('stored_file')
      .values(some.map(({ key, bytes }) => ({ key, user_id: run.user_id, kind: 'run', bytes, created_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .insertInto('run_file')
      .values(some.map(({ key, role, place }) => ({ run_id: run.id, file_key: key, role, place })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** The keys of a run's files of that role, by place. */
export async function runFilesOf(db: Db, runId: string, role: Role): Promise<{ key: string; place: number }[]> {
  const rows = await db
    .selectFrom('run_file')
    .select(['file_key', 'place'])
    .where('run_id', '=', runId)
    .where('role', '=', role)
    .orderBy('place')
    .execute();
  return rows.map(({ file_key: key, place }) => ({ key, place }));
}

export function readBlob(blobs: BlobStore, key: string, signal?: AbortSignal): Promise<Buffer> {
  const stream = blobs.open(key);
  return wholeOf(signal === undefined ? stream : addAbortSignal(signal, stream));
}
