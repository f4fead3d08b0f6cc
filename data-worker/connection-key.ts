import { toHex } from '#model/kernel/hex.ts';
import { Sha256, sha256Hex } from '#model/kernel/sha256.ts';
import type { ByteSource } from './byte-source.ts';

/**
 * Up to this size the platform hashes the file at once. Larger files are hashed in pieces, so that they need not be in
 * memory.
 */
const WHOLE_BYTES = 64 * 2 ** 20;
const PIECE_BYTES = 4 * 2 ** 20;

/** `sha256:<hex>` of all bytes: the same file has the same key on every machine and under every name. */
export async function connectionKey(source: ByteSource): Promise<string> {
  if (source.all !== undefined) return `sha256:${await sha256Hex(source.all)}`;
  if (source.size <= WHOLE_BYTES) return `sha256:${await sha256Hex(await source.read(0, source.size))}`;
  const hash = new Sha256();
  for (let start = 0; start < source.size; start += PIECE_BYTES) {
    hash.update(await source.read(start, Math.min(source.size, start + PIECE_BYTES)));
  }
  return `sha256:${toHex(hash.digest())}`;
}
