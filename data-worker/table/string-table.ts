import { ByteBuffer } from './byte-buffer.ts';

/** The size of the pieces in which the texts are checked, small enough not to leave long strings in memory. */
const CHECK_BYTES = 1 << 20;
/** Shorter texts are decoded in JavaScript, because a call of the decoder takes longer. */
const SHORT_BYTES = 24;

/** Texts stored one after another in UTF-8, by number. A string object is created only when a cell is read. */
export class StringTable {
  readonly bytes: ByteBuffer = new ByteBuffer(1024);
  #starts: Uint32Array = new Uint32Array(256);
  #count = 0;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  get count(): number {
    return this.#count;
  }

  /** Ends the text that was appended to `bytes` since the last call, and returns its number. */
  finishText(): number {
    if (this.#count + 1 >= this.#starts.length) {
      const grown = new Uint32Array(this.#starts.length * 2);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    this.#starts[++this.#count] = this.bytes.length;
    return this.#count - 1;
  }

  /** Adds the adjacent texts in `bytes`; `ends` has the end of each. */
  addTexts(bytes: Uint8Array, ends: Uint32Array): void {
    const before = this.bytes.length;
    this.bytes.append(bytes, 0, bytes.length);
    const needed = this.#count + ends.length + 1;
    if (needed > this.#starts.length) {
      const grown = new Uint32Array(Math.max(needed, this.#starts.length * 2));
      grown.set(this.#starts);
      this.#starts = grown;
    }
    for (let i = 0; i < ends.length; i++) this.#starts[++this.#count] = before + (ends[i] as number);
  }

  add(text: string): number {
    this.bytes.reserve(text.length * 3);
    this.bytes.length += new TextEncoder().encodeInto(text, this.bytes.bytes.subarray(this.bytes.length)).written;
    return this.finishText();
  }

  /** Text `i` begins at element `i`, and ends at element `i + 1`. Valid until the next text is added. */
  get offsets(): Uint32Array {
    return this.#starts;
  }

  isEmpty(index: number): boolean {
    return this.#starts[index] === this.#starts[index + 1];
  }

  text(index: number): string {
    const start = this.#starts[index] as number;
    const end = this.#starts[index + 1] as number;
    return decodeUtf8(this.#decoder, this.bytes.bytes, start, end);
  }

  /** Whether any text has these two bytes in sequence. */
  hasPair(first: number, second: number): boolean {
    const all = this.bytes.filled();
    for (let i = all.indexOf(first); i >= 0; i = all.indexOf(first, i + 1)) if (all[i + 1] === second) return true;
    return false;
  }

  /** True when all texts are valid UTF-8, so that no text silently gets replacement characters. */
  isValid(): boolean {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const all = this.bytes.filled();
    try {
      for (let i = 0; i < all.length; i += CHECK_BYTES)
        decoder.decode(all.subarray(i, i + CHECK_BYTES), { stream: true });
      decoder.decode();
      return true;
    } catch {
      return false;
    }
  }
}

export function decodeUtf8(decoder: TextDecoder, bytes: Uint8Array, start: number, end: number): string {
  if (end - start > SHORT_BYTES) return decoder.decode(bytes.subarray(start, end));
  let text = '';
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte > 0x7f) return decoder.decode(bytes.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}

/** `_x000D_` is a workbook's escape for a character that XML can't contain (ECMA-376, 22.9.2.19). */
export function unescape(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
