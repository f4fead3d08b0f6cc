import { Sha256 } from '#model/kernel/sha256.ts';
import type { ByteSource, Bytes } from './byte-source.ts';

/** Up to here the file is hashed in one go by the platform; above, piece by piece so as not to hold it all. */
const WHOLE_BYTES = 64 * 2 ** 20;
const PIECE_BYTES = 4 * 2 ** 20;

/** `sha256:<hex>` of all bytes: the same file has the same key on every machine and under every name. */
export async function connectionKey(source: ByteSource): Promise<string> {
  // `subtle` is missing where the page is served over plain http from another machine.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle !== undefined && source.size <= WHOLE_BYTES) {
    return named(new Uint8Array(await subtle.digest('SHA-256', await source.read(0, source.size))));
  }
  const hash = new Sha256();
  for (let start = 0; start < source.size; start += PIECE_BYTES) {
    hash.update(await source.read(start, Math.min(source.size, start + PIECE_BYTES)));
  }
  return named(hash.digest());
}

function named(digest: Bytes): string {
  let hex = '';
  for (const byte of digest) hex += byte.toString(16).padStart(2, '0');
  return `sha256:${hex}`;
}
