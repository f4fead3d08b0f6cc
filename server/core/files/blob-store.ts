import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobInfo {
  readonly key: string;
  /** When it was stored, in milliseconds since 1970, by the storage's clock. */
  readonly putAt: number;
}

/**
 * Stores bytes by key: a folder on this machine, or a bucket of S3. Keys are the file store's own (`FILE_KEY`); other
 * files there are neither touched nor listed. An aborted call rejects with the signal's reason.
 */
export interface BlobStore {
  /** Stores the bytes. They are durable when the promise settles; before that the key doesn't exist. */
  readonly put: (key: string, bytes: Uint8Array, signal?: AbortSignal) => Promise<void>;
  /**
   * The bytes, or a range of them. Fails with `BlobMissing` for a missing key, and at its end if the bytes differ from
   * the stored ones. The caller must read or destroy it.
   */
  readonly open: (key: string, range?: ByteRange) => Readable;
  readonly exists: (key: string, signal?: AbortSignal) => Promise<boolean>;
  /** Does nothing for a missing key. */
  readonly delete: (key: string, signal?: AbortSignal) => Promise<void>;
  /** All keys, unordered. Keys added or deleted meanwhile may or may not be included. */
  readonly list: (signal?: AbortSignal) => AsyncIterable<BlobInfo>;
  /** Deletes what a process killed during a `put` has left, begun before that time. */
  readonly removeDrafts: (before: number) => Promise<void>;
  /** Whether bytes can be stored now, as far as can be checked without a user's file. */
  readonly isUsable: (signal?: AbortSignal) => Promise<boolean>;
  /** Aborts what is in progress. */
  readonly close: () => void;
}

/** All bytes of a stream. Node's `buffer` makes a Blob of them first, which takes more time than reading a small file. */
export async function wholeOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
}

/** A key that the file store makes: a date, random characters and the kind of file. */
export const FILE_KEY: RegExp = /^\d{8}[a-z2-9]{16}\.[a-z0-9]{2,5}$/;

/** The key doesn't exist. */
export class BlobMissing extends Error {
  constructor(key: string) {
    super(`the file ${key} is missing`);
  }
}

/** The bytes differ from the stored ones. */
export class BlobDamaged extends Error {
  constructor(key: string) {
    super(`the file ${key} is damaged`);
  }
}

/** The storage can't be reached, or is overloaded. */
export class StorageAway extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The file storage can't be reached: ${reason}`, options);
  }
}
