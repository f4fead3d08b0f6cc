/** The used part of yauzl, which has no types of its own. */
declare module 'yauzl' {
  import type { EventEmitter } from 'node:events';
  import type { Readable } from 'node:stream';

  export interface Entry {
    readonly fileName: string;
    readonly uncompressedSize: number;
  }
  export interface ZipFile extends EventEmitter {
    readonly comment: string;
    readonly entryCount: number;
    readEntry(): void;
    openReadStream(entry: Entry, done: (error: Error | null, stream: Readable) => void): void;
    close(): void;
  }
  /** The source of a zip file's bytes. */
  export abstract class RandomAccessReader {
    abstract _readStreamForRange(start: number, end: number): Readable;
    close(done: (error: Error | null) => void): void;
  }
  export function fromRandomAccessReader(
    reader: RandomAccessReader,
    totalSize: number,
    options: { lazyEntries: true; autoClose: false },
    done: (error: Error | null, zip: ZipFile) => void,
  ): void;
  export function open(
    path: string,
    options: { lazyEntries: true; autoClose: false },
    done: (error: Error | null, zip: ZipFile) => void,
  ): void;
}
