import { promisify } from 'node:util';
import { unzip } from 'node:zlib';

/** Decompressed. Up to this size reading takes less than starting a thread. */
const SMALL_BYTES = 48 * 1024;

/**
 * Whether reading a template file is faster than starting a thread for it. Decompresses no more than needed. An
 * uncompressed or damaged file counts with its own size.
 */
export async function isSmallTemplate(bytes: Uint8Array): Promise<boolean> {
  if (bytes.length > SMALL_BYTES) return false;
  try {
    await promisify(unzip)(bytes, { maxOutputLength: SMALL_BYTES });
    return true;
  } catch (error) {
    return Reflect.get(Object(error), 'code') !== 'ERR_BUFFER_TOO_LARGE';
  }
}
