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
}

export function bytesSource(bytes: Bytes): ByteSource {
  return { size: bytes.length, all: bytes, read: (start, end) => Promise.resolve(bytes.subarray(start, end)) };
}

export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}
