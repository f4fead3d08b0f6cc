import { toHex } from '#model/kernel/hex.ts';
import { sha256Blocks } from './kernel.wasm';
import { copyOut, withRoom } from './memory.ts';

const BLOCK = 64;
const PIECE_BYTES = 1 << 18;
/** First 32 bits of the fractional parts of the square roots of the first 8 primes (FIPS 180-4, 5.3.3). */
const INITIAL = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/**
 * SHA-256 in pieces: for data too large to hold whole, and for pages without `crypto.subtle`. Gives the same as the
 * portable one in `src/model/kernel/sha256.ts`, faster.
 */
export class Sha256 {
  #state: Uint8Array = new Uint8Array(Uint32Array.from(INITIAL).buffer);
  readonly #pending = new Uint8Array(2 * BLOCK);
  #pendingBytes = 0;
  #totalBytes = 0;

  update(bytes: Uint8Array): void {
    this.#totalBytes += bytes.length;
    let from = 0;
    if (this.#pendingBytes > 0) {
      from = Math.min(bytes.length, BLOCK - this.#pendingBytes);
      this.#pending.set(bytes.subarray(0, from), this.#pendingBytes);
      this.#pendingBytes += from;
      if (this.#pendingBytes < BLOCK) return;
      this.#blocks(this.#pending.subarray(0, BLOCK));
    }
    const whole = from + Math.floor((bytes.length - from) / BLOCK) * BLOCK;
    for (; from < whole; from += PIECE_BYTES) this.#blocks(bytes.subarray(from, Math.min(whole, from + PIECE_BYTES)));
    this.#pending.set(bytes.subarray(whole));
    this.#pendingBytes = bytes.length - whole;
  }

  /** The 32 bytes of the hash. The object cannot be used afterwards. */
  digest(): Uint8Array<ArrayBuffer> {
    const tail = this.#pending.subarray(0, this.#pendingBytes < BLOCK - 8 ? BLOCK : 2 * BLOCK);
    tail.fill(0, this.#pendingBytes);
    tail[this.#pendingBytes] = 0x80;
    const view = new DataView(tail.buffer, tail.byteOffset, tail.length);
    view.setBigUint64(tail.length - 8, BigInt(this.#totalBytes) * 8n);
    this.#blocks(tail);
    const words = new DataView(this.#state.buffer);
    const digest = new Uint8Array(this.#state.length);
    const out = new DataView(digest.buffer);
    for (let at = 0; at < digest.length; at += 4) out.setUint32(at, words.getUint32(at, true));
    return digest;
  }

  #blocks(bytes: Uint8Array): void {
    this.#state = withRoom((room) => {
      const state = room.put(this.#state);
      sha256Blocks(state, room.put(bytes), bytes.length / BLOCK);
      return copyOut(state, this.#state.length);
    });
  }
}

/** SHA-256 as lower-case hexadecimal. The bytes may be changed as soon as it returns. */
export type HashBytes = (bytes: Uint8Array<ArrayBuffer>) => string | Promise<string>;

/** The platform copies what it hashes: more than this would be in memory twice. */
const MAX_COPIED_BYTES = 32 << 20;

/**
 * SHA-256 as lower-case hexadecimal, by the platform where it offers it, which takes a sixth of the time: `subtle` is
 * missing on a page that comes over plain http from another machine.
 */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const platform = bytes.length > MAX_COPIED_BYTES ? undefined : globalThis.crypto?.subtle;
  if (platform !== undefined) return toHex(new Uint8Array(await platform.digest('SHA-256', bytes)));
  const hash = new Sha256();
  hash.update(bytes);
  return toHex(hash.digest());
}
