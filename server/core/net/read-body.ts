import { Transform, Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { FetchFault } from './fetch-errors.ts';

export interface BodyForm {
  /** The length in the headers; NaN or 0 for none. */
  readonly announcedBytes: number;
  /** The content-encoding header. */
  readonly encoding: string;
  /** Of the received body, and again of its decompressed form. */
  readonly limitBytes: number;
}

/** A body beyond its limit, which is not read to its end. */
class BodyTooLarge extends Error {}

/**
 * The whole body, decompressed. `incomplete` for one that is interrupted or damaged, and for an unknown encoding.
 * Errors of an abort or a timeout are rethrown.
 */
export async function readBody(body: Readable, form: BodyForm): Promise<Result<Uint8Array, FetchFault>> {
  const { announcedBytes, encoding, limitBytes } = form;
  const tooLarge: FetchFault = { type: 'tooLarge', limitBytes };
  if (announcedBytes > limitBytes) return err(tooLarge);
  const unpack = unpackerOf(encoding);
  if (unpack === null) return err({ type: 'incomplete' });
  const chunks: Uint8Array[] = [];
  try {
    await pipeline([body, countBytes(limitBytes), ...unpack, countBytes(limitBytes), collect(chunks)]);
  } catch (error) {
    if (error instanceof BodyTooLarge) return err(tooLarge);
    if (isBrokenOff(error)) return err({ type: 'incomplete' });
    throw error;
  }
  return ok(Buffer.concat(chunks));
}

/** Null for unknown encodings, and for several at once. */
function unpackerOf(encoding: string): readonly Transform[] | null {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return [];
    case 'gzip':
    case 'x-gzip':
      return [createGunzip()];
    case 'deflate':
      return [createInflate()];
    case 'br':
      return [createBrotliDecompress()];
    default:
      return null;
  }
}

function countBytes(limitBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limitBytes) done(new BodyTooLarge());
      else done(null, chunk);
    },
  });
}

function collect(chunks: Uint8Array[]): Writable {
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
}

/** By the error's code: zlib's for a damaged body, undici's for a connection that ends within an answer. */
function isBrokenOff(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (typeof code !== 'string') return false;
  return /^(Z_|ERR_BROTLI|ERR__ERROR_)/.test(code) || code === 'UND_ERR_SOCKET' || code === 'ECONNRESET';
}
