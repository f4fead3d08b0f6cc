import { promisify } from 'node:util';
import { unzip } from 'node:zlib';

/** Unpacked. Up to here reading takes less than starting a thread. */
const SMALL_BYTES = 48 * 1024;

/**
 * Whether a template file is read faster than a thread for it starts. Unpacks no more than it takes to know. What is not packed, or is
 * damaged, is as large as it is.
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
