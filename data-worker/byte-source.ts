/** Bytes that own their buffer, as the browser's streams and digests ask for. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A file that can be read anywhere: a Blob in the browser, a file handle or bytes in Node. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /** All bytes, when they are in memory already. */
  readonly all?: Bytes;
  /** The bytes from `start` up to, not including, `end`; both within the size. Rejects when the file is missing. */
  read(start: number, end: number): Promise<Bytes>;
  /**
   * As `read`, at once; throws `FileChangedError` when the file is shorter now. Where a file has it, rows of a long text
   * are read again when they are needed instead of being held: the caller that opened it closes it after the last row.
   */
  readNow?(start: number, end: number): Bytes;
  /** SHA-256 of all bytes in lower-case hexadecimal, where the platform has a faster way than reading them. */
  sha256?(): Promise<string>;
}

/** Thrown where a file is no longer what it was when it was opened. */
export class FileChangedError extends Error {}

export function bytesSource(bytes: Bytes): ByteSource {
  return { size: bytes.length, all: bytes, read: (start, end) => Promise.resolve(bytes.subarray(start, end)) };
}

export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}
