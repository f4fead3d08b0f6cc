import { toHex } from './hex.ts';

/** Bytes in memory that is not shared, as `crypto.subtle` requires. */
type Bytes = Uint8Array<ArrayBuffer>;

const BLOCK = 64;
/** First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const K: Int32Array = fractionalRoots(64, 1 / 3);
/** First 32 bits of the fractional parts of the square roots of the first 8 primes (FIPS 180-4, 5.3.3). */
const INITIAL: Int32Array = fractionalRoots(8, 1 / 2);

/**
 * SHA-256 in pieces: for data too large to hold whole, and for pages without `crypto.subtle`.
 * There are two implementations on purpose. This one is portable: the pure rooms and the data worker can't load the
 * render worker's WebAssembly. The render worker hashes whole pages with its own (`render-worker/kernel/sha256.ts`).
 * `tests/kernel/loops.test.ts` checks that the two are equal.
 */
export class Sha256 {
  readonly #state: Int32Array = INITIAL.slice();
  readonly #schedule = new Int32Array(BLOCK);
  readonly #pending: Bytes = new Uint8Array(BLOCK);
  #pendingLength = 0;
  #totalBytes = 0;

  update(bytes: Uint8Array): void {
    this.#totalBytes += bytes.length;
    let from = 0;
    if (this.#pendingLength > 0) {
      from = Math.min(bytes.length, BLOCK - this.#pendingLength);
      this.#pending.set(bytes.subarray(0, from), this.#pendingLength);
      this.#pendingLength += from;
      if (this.#pendingLength < BLOCK) return;
      this.#block(this.#pending, 0);
      this.#pendingLength = 0;
    }
    for (; from + BLOCK <= bytes.length; from += BLOCK) this.#block(bytes, from);
    this.#pending.set(bytes.subarray(from));
    this.#pendingLength = bytes.length - from;
  }

  /** Returns the 32 bytes of the hash. Nothing may be added afterwards. */
  digest(): Bytes {
    const tail = new Uint8Array(this.#pendingLength < BLOCK - 8 ? BLOCK : 2 * BLOCK);
    tail.set(this.#pending.subarray(0, this.#pendingLength));
    tail[this.#pendingLength] = 0x80;
    new DataView(tail.buffer).setBigUint64(tail.length - 8, BigInt(this.#totalBytes) * 8n);
    for (let at = 0; at < tail.length; at += BLOCK) this.#block(tail, at);
    const digest = new Uint8Array(32);
    const view = new DataView(digest.buffer);
    this.#state.forEach((word, index) => view.setInt32(index * 4, word));
    return digest;
  }

  #block(bytes: Uint8Array, at: number): void {
    const w = this.#schedule;
    const state = this.#state;
    for (let i = 0; i < 16; i++) {
      const p = at + i * 4;
      w[i] = (at8(bytes, p) << 24) | (at8(bytes, p + 1) << 16) | (at8(bytes, p + 2) << 8) | at8(bytes, p + 3);
    }
    for (let i = 16; i < BLOCK; i++) {
      const x = w[i - 15] as number;
      const y = w[i - 2] as number;
      const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < BLOCK; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    const added = [a, b, c, d, e, f, g, h];
    for (let i = 0; i < 8; i++) state[i] = ((state[i] as number) + (added[i] as number)) | 0;
  }
}

/** SHA-256 as lower-case hexadecimal, computed by the platform if possible. */
export async function sha256Hex(bytes: Bytes): Promise<string> {
  const { subtle } = crypto;
  if (subtle !== undefined) return toHex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
  const hash = new Sha256();
  hash.update(bytes);
  return toHex(hash.digest());
}

function at8(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function fractionalRoots(count: number, power: number): Int32Array {
  const words = new Int32Array(count);
  let found = 0;
  for (let candidate = 2; found < count; candidate++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) prime = false;
    if (prime) words[found++] = (candidate ** power % 1) * 2 ** 32;
  }
  return words;
}
