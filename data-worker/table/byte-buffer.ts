import type { Bytes } from '../byte-source.ts';

/** A byte array that grows at its end. The array may be longer than its content; its tail is undefined. */
export class ByteBuffer {
  bytes: Bytes;
  length = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  push(byte: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  append(from: Uint8Array, start: number, end: number): void {
    const count = end - start;
    this.reserve(count);
    // The engine's own copy is slower than a loop for a few bytes.
    if (count > 64) {
      this.bytes.set(from.subarray(start, end), this.length);
      this.length += count;
      return;
    }
    const { bytes } = this;
    let to = this.length;
    for (let i = start; i < end; i++) bytes[to++] = from[i] as number;
    this.length = to;
  }

  /** Makes room for `more` bytes. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  /** The filled part; it is not copied. */
  filled(): Bytes {
    return this.bytes.subarray(0, this.length);
  }
}
