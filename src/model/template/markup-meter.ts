import { problem, type Problem } from '#model/kernel/problem.ts';

/**
 * The limits of a template file. Reading a megabyte of markup can take half a second and 20 MB of memory, while image data
 * cost almost nothing, so the two are counted separately. The largest table of the editor, with 200 x 200 cells, is 15
 * MB of markup in 40,000 elements.
 */
export const TEMPLATE_FILE_LIMITS: {
  readonly unpackedBytes: number;
  /** Total bytes inside angle brackets, and of all text that is not image data: the parser looks at each character. */
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
const SPACE = 0x20;
const DECLARATION = 0x21;
const INSTRUCTION = 0x3f;
const [DOUBLE_QUOTE, SINGLE_QUOTE] = [0x22, 0x27];
/**
 * The starts of a comment, a CDATA section and an instruction after `<`, and the text before the `>` that ends them.
 */
const SECTIONS = (
  [
    ['!--', '--'],
    ['![CDATA[', ']]'],
    ['?', '?'],
  ] as const
).map(([start, end]) => ({ start: codesOf(start), end: codesOf(end) }));
type Section = (typeof SECTIONS)[number];
/** The elements with image data as text, which the reader extracts. */
const DATA = codesOf('Data');
const LONGEST_START = 8;

function codesOf(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

/**
 * Measures a document (UTF-8 or ASCII) piece by piece as it arrives, before it is parsed. It sees starts and ends of
 * elements exactly like the parser: otherwise, an element mistaken for a part of a comment or a value would not be
 * counted.
 */
export class MarkupMeter {
  #bytes = 0;
  #markupBytes = 0;
  #tagBytes = 0;
  #elements = 0;
  #depth = 0;
  #inTag = false;
  /** Whether the text here is image data, which doesn't count as markup. */
  #inData = false;
  /** The first bytes inside the angle brackets, and the last two, without those of values. */
  readonly #start: number[] = [];
  #last = -1;
  #lastButOne = -1;
  #quote = -1;

  /** Returns `template.tooLarge` or `template.tooComplex` once the document exceeds a limit. Reading can stop then. */
  add(piece: Uint8Array): Problem | null {
    this.#bytes += piece.length;
    if (this.#bytes > TEMPLATE_FILE_LIMITS.unpackedBytes) return problem('template.tooLarge');
    for (let at = 0; at < piece.length;) {
      if (this.#inTag) {
        at = this.#readTag(piece, at);
      } else {
        const next = piece.indexOf(LESS, at);
        const end = next < 0 ? piece.length : next;
        if (!this.#inData) this.#markupBytes += end - at;
        if (next >= 0) this.#openTag();
        at = end + 1;
      }
      if (this.#isBeyond()) return problem('template.tooComplex');
    }
    return null;
  }

  #openTag(): void {
    this.#inTag = true;
    this.#tagBytes = 0;
    this.#start.length = 0;
    this.#last = -1;
    this.#lastButOne = -1;
    this.#quote = -1;
  }

  /** Reads to the end of the tag or of the piece; returns the position reached. */
  #readTag(piece: Uint8Array, from: number): number {
    const before = this.#tagBytes;
    for (let at = from; at < piece.length; at++) {
      let byte = piece[at] ?? 0;
      if (this.#quote >= 0) {
        at = piece.indexOf(this.#quote, at);
        if (at < 0) break;
        byte = this.#quote;
        this.#quote = -1;
      } else if (byte === GREATER && this.#endsHere(before + at - from)) {
        this.#count(at - from + 1);
        this.#closeTag();
        return at + 1;
      } else if ((byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE) && this.#isElement()) {
        this.#quote = byte;
      }
      if (this.#start.length < LONGEST_START) this.#start.push(byte);
      this.#lastButOne = this.#last;
      this.#last = byte;
    }
    this.#count(piece.length - from);
    return piece.length;
  }

  /** Whether a `>` after this many bytes of the tag is its end. */
  #endsHere(length: number): boolean {
    const section = this.#section();
    if (section === undefined) return true;
    const { start, end } = section;
    const last = [this.#lastButOne, this.#last].slice(-end.length);
    return length >= start.length + end.length && end.every((byte, i) => byte === last[i]);
  }

  #section(): Section | undefined {
    const first = this.#start[0];
    if (first !== DECLARATION && first !== INSTRUCTION) return undefined;
    return SECTIONS.find(({ start }) => start.every((byte, i) => byte === this.#start[i]));
  }

  /** Whether this is the start of an element: quotes have a meaning only there. */
  #isElement(): boolean {
    const first = this.#start[0];
    return first !== SLASH && first !== DECLARATION && first !== INSTRUCTION;
  }

  #count(bytes: number): void {
    this.#tagBytes += bytes;
    this.#markupBytes += bytes;
  }

  #closeTag(): void {
    this.#inTag = false;
    const first = this.#start[0];
    const after = this.#start[DATA.length] ?? GREATER;
    // A name continues with letters; anything else ends it.
    this.#inData = DATA.every((byte, i) => byte === this.#start[i]) && (after <= SPACE || after === GREATER);
    if (first === SLASH) this.#depth--;
    if (!this.#isElement()) return;
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
