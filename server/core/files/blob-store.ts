import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobInfo {
  readonly key: string;
  /** When it was put, in milliseconds since 1970, by the clock of the storage. */
  readonly putAt: number;
}

/**
 * Bytes by key: a folder on this machine, or a bucket of S3. Keys are the file store's own (`FILE_KEY`); whatever else is
 * there is neither touched nor listed. What a signal aborts rejects with its reason.
 */
export interface BlobStore {
  /** Keeps the bytes. They are durable when the promise settles; before that there is nothing of that key. */
  readonly put: (key: string, bytes: Uint8Array, signal?: AbortSignal) => Promise<void>;
  /**
   * The bytes, or those of the range. Fails with `BlobMissing` for a key that is not there, and at its end where what was
   * read is not what was put. The caller must read or destroy it.
   */
  readonly open: (key: string, range?: ByteRange) => Readable;
  readonly exists: (key: string, signal?: AbortSignal) => Promise<boolean>;
  /** Does nothing where there is no such key. */
  readonly delete: (key: string, signal?: AbortSignal) => Promise<void>;
  /** All of them, in no order. What comes or goes meanwhile may be in it or not. */
  readonly list: (signal?: AbortSignal) => AsyncIterable<BlobInfo>;
  /** Deletes what a process that was killed in the middle of a `put` has left, begun before that time. */
  readonly removeDrafts: (before: number) => Promise<void>;
  /** Whether bytes can be kept now, as far as can be found out without a user's file. */
  readonly isUsable: (signal?: AbortSignal) => Promise<boolean>;
  /** Breaks off what is under way. */
  readonly close: () => void;
}

/** A name that the file store makes: a date, random characters and the kind of file. */
export const FILE_KEY: RegExp = /^\d{8}[a-z2-9]{16}\.[a-z0-9]{2,5}$/;

/** There are no bytes of that key. */
export class BlobMissing extends Error {
  constructor(key: string) {
    super(`the file ${key} is missing`);
  }
}

/** The bytes are not those that were put. */
export class BlobDamaged extends Error {
  constructor(key: string) {
    super(`the file ${key} is damaged`);
  }
}

/** Where the bytes are can't be reached, or is overloaded. */
export class StorageAway extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The storage of files can't be reached: ${reason}`, options);
  }
}
