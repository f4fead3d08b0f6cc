import { Sha256 } from '#model/kernel/sha256.ts';

/** SHA-256 in lower-case hexadecimal. `subtle` is missing on a page served over plain http from another machine. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  return toHex(subtle === undefined ? hashed(bytes) : new Uint8Array(await subtle.digest('SHA-256', bytes)));
}

function hashed(bytes: Uint8Array): Uint8Array {
  const hash = new Sha256();
  hash.update(bytes);
  return hash.digest();
}

export function toHex(digest: Uint8Array): string {
  let hex = '';
  for (const byte of digest) hex += byte.toString(16).padStart(2, '0');
  return hex;
}
