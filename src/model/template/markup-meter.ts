import { problem, type Problem } from '#model/kernel/problem.ts';

/**
 * What a template file may hold. Reading a megabyte of markup takes half a second and 20 MB of memory, while image data
 * cost next to nothing, so the two are counted apart. The largest table that the editor can make, of 200 x 200 cells,
 * is 15 MB of markup in 40,000 elements.
 */
export const TEMPLATE_FILE_LIMITS: {
  readonly unpackedBytes: number;
  /** Total bytes inside angle brackets. */
  readonly markupBytes: number;
  /** Bytes inside one pair of angle brackets. */
  readonly tagBytes: number;
  /** Number of XML elements of any name. */
  readonly elements: number;
  /** Depth of nesting; templates use four levels. */
  readonly depth: number;
} = {
  unpackedBytes: 64 * 1024 * 1024,
  markupBytes: 20 * 1024 * 1024,
  tagBytes: 1024 * 1024,
  elements: 100_000,
  depth: 64,
};

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const QUOTES = new Set([0x22, 0x27]);
const DECLARATIONS = new Set([0x21, 0x3f]);

/** Measures a document (UTF-8 or ASCII) piece by piece as it arrives, before it is parsed. */
export class MarkupMeter {
  #bytes = 0;
  #markupBytes = 0;
  #tagBytes = 0;
  #elements = 0;
  #depth = 0;
  #inTag = false;
  /** The first byte inside the angle brackets; -1 before it is read. */
  #first = -1;
  #last = -1;
  #quote = -1;

  /**
   * Returns `template.tooLarge` or `template.tooComplex` once the document exceeds a limit. There is no need to read on
   * then.
   */
  add(piece: Uint8Array): Problem | null {
    this.#bytes += piece.length;
    if (this.#bytes > TEMPLATE_FILE_LIMITS.unpackedBytes) return problem('template.tooLarge');
    for (let at = 0; at < piece.length;) {
      if (this.#inTag) {
        at = this.#readTag(piece, at);
      } else {
        const next = piece.indexOf(LESS, at);
        if (next < 0) break;
        this.#openTag();
        at = next + 1;
      }
      if (this.#isBeyond()) return problem('template.tooComplex');
    }
    return null;
  }

  #openTag(): void {
    this.#inTag = true;
    this.#tagBytes = 0;
    this.#first = -1;
    this.#last = -1;
    this.#quote = -1;
  }

  /** Reads to the end of the tag or of the piece; returns the position reached. */
  #readTag(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at++) {
      const byte = piece[at] ?? 0;
      if (this.#first < 0) this.#first = byte;
      if (this.#quote >= 0) {
        if (byte === this.#quote) this.#quote = -1;
      } else if (byte === GREATER) {
        this.#count(at - from + 1);
        this.#closeTag();
        return at + 1;
      } else if (QUOTES.has(byte) && !DECLARATIONS.has(this.#first)) {
        this.#quote = byte;
      }
      this.#last = byte;
    }
    this.#count(piece.length - from);
    return piece.length;
  }

  #count(bytes: number): void {
    this.#tagBytes += bytes;
    this.#markupBytes += bytes;
  }

  #closeTag(): void {
    this.#inTag = false;
    if (DECLARATIONS.has(this.#first)) return;
    if (this.#first === SLASH) {
      this.#depth--;
      return;
    }
    this.#elements++;
    if (this.#last !== SLASH) this.#depth++;
  }

  #isBeyond(): boolean {
    const { markupBytes, tagBytes, elements, depth } = TEMPLATE_FILE_LIMITS;
    return (
      this.#markupBytes > markupBytes || this.#tagBytes > tagBytes || this.#elements > elements || this.#depth > depth
    );
  }
}
