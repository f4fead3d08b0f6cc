const LONGEST_MATCH = 258;
const MOST_BITS = 15;

/** Writes deflate tokens of the fixed Huffman code (RFC 1951, 3.2.6) into a growing buffer. */
export interface BitOutput {
  /** Makes room; must be called before up to `bytes` bytes of tokens are written. */
  reserve(bytes: number): void;
  /** Writes the lowest `count` bits of `value`, at most `MOST_BITS`; all others must be 0. */
  bits(value: number, count: number): void;
  bytes2(first: number, second: number): void;
  literal(byte: number): void;
  /** Writes a match of at least 3 bytes, of any length. */
  match(length: number, distance: number): void;
  alignToByte(): void;
  /** Returns the written bytes; the output can't be used afterwards. */
  take(): Uint8Array;
}

/** Codes as they are written, least significant bit first, with their bit counts. */
const LITERAL_CODE = new Uint16Array(256);
const LITERAL_BITS = new Uint8Array(256);
/** For each match length: its code and extra bits together. */
const LENGTH_CODE = new Uint32Array(LONGEST_MATCH + 1);
const LENGTH_BITS = new Uint8Array(LONGEST_MATCH + 1);
fillTables();

function fillTables(): void {
  for (let n = 0; n < 256; n++) {
    const [code, bits] = n < 144 ? [0x30 + n, 8] : [0x190 + n - 144, 9];
    LITERAL_CODE[n] = reverse(code, bits);
    LITERAL_BITS[n] = bits;
  }
  for (let length = 3; length <= LONGEST_MATCH; length++) {
    const { symbol, extra, extraBits } = lengthSymbol(length);
    const [code, bits] = symbol < 280 ? [symbol - 256, 7] : [0xc0 + symbol - 280, 8];
    LENGTH_CODE[length] = reverse(code, bits) | (extra << bits);
    LENGTH_BITS[length] = bits + extraBits;
  }
}

function lengthSymbol(length: number): { symbol: number; extra: number; extraBits: number } {
  if (length === LONGEST_MATCH) return { symbol: 285, extra: 0, extraBits: 0 };
  const n = length - 3;
  if (n < 8) return { symbol: 257 + n, extra: 0, extraBits: 0 };
  const extraBits = 29 - Math.clz32(n);
  return { symbol: 257 + 4 * extraBits + (n >> extraBits), extra: n & ((1 << extraBits) - 1), extraBits };
}

/** The distance's 5-bit code with its extra bits, and how many bits that is. */
function distanceCode(distance: number): { code: number; bits: number } {
  const n = distance - 1;
  if (n < 4) return { code: reverse(n, 5), bits: 5 };
  const extraBits = 30 - Math.clz32(n);
  const symbol = 2 * extraBits + (n >> extraBits);
  return { code: reverse(symbol, 5) | ((n & ((1 << extraBits) - 1)) << 5), bits: 5 + extraBits };
}

function reverse(code: number, bits: number): number {
  let out = 0;
  for (let i = 0; i < bits; i++) out |= ((code >> i) & 1) << (bits - 1 - i);
  return out;
}

/** The buffer grows by at most this much at a time. */
const MOST_MORE = 16 << 20;

export function createBitOutput(): BitOutput {
  let buffer = new Uint8Array(1 << 14);
  let at = 0;
  /** Bits not written yet. Between calls there are fewer than 16, so that `MOST_BITS` more fit below the sign bit. */
  let waiting = 0;
  let waitingBits = 0;
  let lastDistance = 1;
  let last = distanceCode(1);

  function bits(value: number, count: number): void {
    waiting |= value << waitingBits;
    waitingBits += count;
    if (waitingBits < 16) return;
    buffer[at++] = waiting;
    buffer[at++] = waiting >> 8;
    waiting >>= 16;
    waitingBits -= 16;
  }

  function reserve(bytes: number): void {
    if (at + bytes <= buffer.length) return;
    // The file of a long label has tens of MB, so from some size on the buffer is not doubled any more.
    const more = Math.max(Math.min(buffer.length, MOST_MORE), bytes);
    buffer = new Uint8Array(buffer.buffer.transfer(buffer.length + more));
  }

  return {
    reserve,
    bits,
    bytes2(first, second) {
      buffer[at++] = first;
      buffer[at++] = second;
    },
    literal(byte) {
      bits(LITERAL_CODE[byte] as number, LITERAL_BITS[byte] as number);
    },
    match(length, distance) {
      if (distance !== lastDistance) {
        lastDistance = distance;
        last = distanceCode(distance);
      }
      const { code, bits: count } = last;
      let left = length;
      if (left > LONGEST_MATCH) reserve(Math.ceil(left / 50) + 16);
      while (left > 0) {
        // Never leave 1 or 2 behind: a match has 3 bytes at least.
        const n = left <= LONGEST_MATCH ? left : left > LONGEST_MATCH + 2 ? LONGEST_MATCH : left - 3;
        bits(LENGTH_CODE[n] as number, LENGTH_BITS[n] as number);
        if (count <= MOST_BITS) bits(code, count);
        else {
          bits(code & 0xff, 8);
          bits(code >> 8, count - 8);
        }
        left -= n;
      }
    },
    alignToByte() {
      for (; waitingBits > 0; waitingBits -= 8, waiting >>= 8) buffer[at++] = waiting;
      waitingBits = 0;
    },
    take() {
      return buffer.subarray(0, at);
    },
  };
}
