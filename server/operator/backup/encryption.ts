import { createDecipheriv, hkdfSync } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { RandomAccessReader } from 'yauzl';
import { BackupFault } from './archive.ts';

/**
 * An archive with a passphrase is an age file (https://age-encryption.org/v1, C2SP `age.md`), which the program `age`
 * opens, too: a header with the parameters of scrypt and the key of the file, then the zip file in chunks of 64 KiB by
 * ChaCha20-Poly1305. The nonce of each chunk is its number and a flag for the last one, so that none can be removed,
 * moved or added.
 */
const MAGIC = 'age-encryption.org/v1\n';
const HEADER_END = /\n--- [A-Za-z0-9+/]+\n/;
/** One with a passphrase has about 200. */
const MAX_HEADER_BYTES = 4096;
const NONCE_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;

/** The bytes of the file, encrypted as they are read. */
export async function encrypted(content: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const file = await encrypter.encrypt(Readable.toWeb(content) as ReadableStream<Uint8Array>);
  return Readable.fromWeb(file as Parameters<typeof Readable.fromWeb>[0]);
}

/** Whether a file is encrypted; false for an unreadable one, which fails when it is opened. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === MAGIC;
  } finally {
    await file.close();
  }
}

/** The zip file in an encrypted archive. At most one chunk is in memory, and nothing is decrypted to the disk. */
export class EncryptedFile extends RandomAccessReader {
  readonly size: number;
  readonly #file: FileHandle;
  readonly #key: Uint8Array;
  /** Offset of the first chunk. */
  readonly #start: number;
  /** Size of all encrypted chunks. */
  readonly #bytes: number;
  #latest: { readonly index: number; readonly content: Buffer } | null = null;

  private constructor(file: FileHandle, key: Uint8Array, start: number, bytes: number) {
    super();
    this.#file = file;
    this.#key = key;
    this.#start = start;
    this.#bytes = bytes;
    this.size = bytes - Math.ceil(bytes / (CHUNK_BYTES + TAG_BYTES)) * TAG_BYTES;
  }

  /** Rejects with `BackupFault` for a wrong passphrase, and for a truncated file. */
  static async open(path: string, passphrase: string): Promise<EncryptedFile> {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
      const text = buffer.toString('latin1', 0, bytesRead);
      const end = HEADER_END.exec(text);
      if (end === null) throw new BackupFault(`${path} is damaged: its header is invalid.`);
      const headerBytes = end.index + end[0].length;
      const nonce = buffer.subarray(headerBytes, headerBytes + NONCE_BYTES);
      const key = await fileKeyOf(path, buffer.subarray(0, headerBytes), passphrase);
      const start = headerBytes + NONCE_BYTES;
      const { size } = await file.stat();
      const own = new EncryptedFile(
        file,
        new Uint8Array(hkdfSync('sha256', key, nonce, 'payload', 32)),
        start,
        size - start,
      );
      if (own.size <= 0) throw new BackupFault(`${path} is damaged: it is truncated.`);
      await own.#chunk(own.#last).catch(() => {
        throw new BackupFault(`${path} is damaged: it is truncated, or its end is invalid.`);
      });
      return own;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get #last(): number {
    return Math.ceil(this.#bytes / (CHUNK_BYTES + TAG_BYTES)) - 1;
  }

  /** Rejects for a chunk that differs from the written one. */
  async #chunk(index: number): Promise<Buffer> {
    if (this.#latest?.index === index) return this.#latest.content;
    const at = index * (CHUNK_BYTES + TAG_BYTES);
    const length = Math.min(CHUNK_BYTES + TAG_BYTES, this.#bytes - at);
    const sealed = Buffer.alloc(length);
    const { bytesRead } = await this.#file.read(sealed, 0, length, this.#start + at);
    if (bytesRead !== length || length <= TAG_BYTES) throw new Error('the file was truncated');
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(BigInt(index), 3);
    nonce[11] = index === this.#last ? 1 : 0;
    const decipher = createDecipheriv('chacha20-poly1305', this.#key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(length - TAG_BYTES));
    const content = Buffer.concat([decipher.update(sealed.subarray(0, length - TAG_BYTES)), decipher.final()]);
    this.#latest = { index, content };
    return content;
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const index = Math.floor(at / CHUNK_BYTES);
      const first = index * CHUNK_BYTES;
      const part = (await this.#chunk(index)).subarray(at - first, Math.min(end - first, CHUNK_BYTES));
      if (part.length === 0) throw new Error('no data follows the last chunk');
      yield part;
      at += part.length;
    }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false });
  }

  override close(done: (error: Error | null) => void): void {
    this.#file.close().then(
      () => done(null),
      (error: Error) => done(error),
    );
  }
}

async function fileKeyOf(path: string, header: Uint8Array, passphrase: string): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decryptHeader(header);
  } catch (error) {
    const isOther = error instanceof Error && error.message.startsWith('no identity');
    throw new BackupFault(
      isOther ? `Wrong passphrase for ${path}. Nothing was changed.` : `${path} is damaged: its header is invalid.`,
      { cause: error },
    );
  }
}
