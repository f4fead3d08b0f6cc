import type { Problem } from '#model/kernel/problem.ts';
import { ByteBuffer } from '../table/byte-buffer.ts';
import { damaged, MAX_CELL_BYTES, tooLarge } from '../limits.ts';
import type { Bytes } from '../byte-source.ts';
import { appendCharacters } from './xml-characters.ts';

/**
 * A number for a name. For names of up to three bytes it identifies the name exactly. For longer ones only the last
 * bytes count, and the number never equals that of a short name.
 */
export function nameCode(name: string): number {
  let code = 0;
  for (let i = 0; i < name.length; i++) code = pushNameByte(code, name.charCodeAt(i));
  return code;
}

/** Bit 30 is set for names of more than three bytes. */
const LONG = 1 << 30;

function pushNameByte(code: number, byte: number): number {
  return (code & (LONG | 0xff0000)) === 0 ? (code << 8) | byte : LONG | ((code << 8) & 0xffffff) | byte;
}

/** `more`: call `feed` or `end`. `failed`: see `failure`; the scanner can't continue. */
export const TOKEN: { readonly more: 0; readonly open: 1; readonly close: 2; readonly text: 3; readonly failed: 4 } = {
  more: 0,
  open: 1,
  close: 2,
  text: 3,
  failed: 4,
};
export type Token = (typeof TOKEN)[keyof typeof TOKEN];

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const DASH = 0x2d;
const BRACKET = 0x5d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const COLON = 0x3a;
const EQUALS = 0x3d;
const SPACE = 0x20;
const AMPERSAND = 0x26;
const CR = 0x0d;
/** Number of zeros after the bytes: the scanner's lookahead. */
const ZEROS = 16;
const CDATA_OPEN: readonly number[] = Array.from('<![CDATA[', (c) => c.charCodeAt(0));
/** The longest token: a tag with its attributes, or a text. A token must be in memory as a whole. */
const MAX_TOKEN_BYTES = 2 * MAX_CELL_BYTES;

/**
 * Splits UTF-8 XML into tokens as its bytes arrive. Zeros follow the bytes in the buffer and no loop passes a zero, so
 * no loop has to check for the end. DTDs are not supported: a DOCTYPE is rejected. Names of end tags are not compared,
 * only counted: a document that ends before its root is closed is truncated.
 */
export class XmlScanner {
  readonly part: string;
  failure: Problem | null = null;
  /** The local name of the last open or close token (see `nameCode`). */
  name = 0;
  /** Number of open elements, including that of the last `open` token. */
  depth = 0;
  /** The bytes. The value of the last attribute is at `valueStart` to `valueEnd`. */
  buffer: Bytes = new Uint8Array(0);
  valueStart = 0;
  valueEnd = 0;
  /** True when the name of the last attribute had a namespace prefix. */
  prefixed = false;
  #position = 0;
  #end = 0;
  #nameStart = 0;
  #nameEnd = 0;
  #attributesAt = 0;
  #attributesEnd = 0;
  #textStart = 0;
  #textEnd = 0;
  #textIsLiteral = false;
  /**
   * Number of bytes before an incomplete token is parsed again: twice as many as it had. Otherwise a long one in many
   * small pieces would be scanned from its beginning with each of them.
   */
  #wanted = 0;
  #closePending = false;
  #rootSeen = false;

  constructor(part: string) {
    this.part = part;
  }

  /** Appends bytes to the unread ones. */
  feed(chunk: Uint8Array): void {
    const needed = chunk.length + ZEROS;
    if (this.#end + needed > this.buffer.length) {
      const rest = this.#end - this.#position;
      // Moving the rest to the front is worth it only when that frees much room; otherwise a long unfinished token
      // would be moved with each piece.
      const roomy = (rest + needed) * 2 <= this.buffer.length;
      const buffer = roomy ? this.buffer : new Uint8Array((rest + needed) * 2);
      buffer.set(this.buffer.subarray(this.#position, this.#end));
      this.buffer = buffer;
      this.#position = 0;
      this.#end = rest;
    }
    this.buffer.set(chunk, this.#end);
    this.#end += chunk.length;
    this.buffer.fill(0, this.#end, this.#end + ZEROS);
  }

  /** Call after the last `feed`. `next` then parses the available bytes, however few. */
  finish(): void {
    this.#wanted = 0;
  }

  /** Call after `finish` when `next` returns `more`: why the document is incomplete, or null. */
  end(): Problem | null {
    if (this.failure !== null) return this.failure;
    for (let i = this.#position; i < this.#end; i++) {
      if ((this.buffer[i] as number) > SPACE) return damaged('xml ends inside a token', this.part);
    }
    return this.depth === 0 && this.#rootSeen ? null : damaged('xml ends before its root', this.part);
  }

  next(): Token {
    if (this.#closePending) {
      this.#closePending = false;
      this.depth--;
      return TOKEN.close;
    }
    for (;;) {
      const b = this.buffer;
      const i = this.#position;
      if (i >= this.#end || this.#end - i < this.#wanted) return TOKEN.more;
      this.#wanted = 0;
      if (b[i] !== LT) return this.#text(i);
      const c = b[i + 1];
      if (c === SLASH) return this.#close(i);
      if (c === BANG) {
        const token = this.#declaration(i);
        if (token !== null) return token;
      } else if (c === QUESTION) {
        if (!this.#skipTo(i + 2, QUESTION, -1)) return this.#stopAt(this.#end);
      } else {
        return this.#open(i);
      }
    }
  }

  /**
   * Number of unread bytes from the beginning of a token on. 0 between an open token and its own end, and while a token
   * is incomplete.
   */
  get unreadLength(): number {
    const length = this.#end - this.#position;
    return this.#closePending || length < this.#wanted ? 0 : length;
  }

  unread(): Bytes {
    return this.buffer.subarray(this.#end - this.unreadLength, this.#end);
  }

  /** Skips whole tokens that the caller has read from `unread`. `opened`: opened minus closed elements. */
  skip(byteCount: number, opened: number): void {
    if (byteCount === 0) return;
    this.#position += byteCount;
    this.#wanted = 0;
    this.depth += opened;
  }

  /** Moves to the next attribute of the open token and returns the code of its name; 0 after the last. */
  nextAttribute(): number {
    const b = this.buffer;
    const end = this.#attributesEnd;
    let i = this.#attributesAt;
    while (i < end && (b[i] as number) <= SPACE) i++;
    if (i >= end) return 0;
    let code = 0;
    this.prefixed = false;
    this.#nameStart = i;
    for (; i < end; i++) {
      const x = b[i] as number;
      if (x === EQUALS || x <= SPACE) break;
      if (x === COLON) {
        code = 0;
        this.prefixed = true;
        this.#nameStart = i + 1;
      } else {
        code = pushNameByte(code, x);
      }
    }
    this.#nameEnd = i;
    while (i < end && ((b[i] as number) <= SPACE || b[i] === EQUALS)) i++;
    const quote = b[i] as number;
    if (code === 0 || i >= end || (quote !== QUOTE && quote !== APOSTROPHE)) {
      this.failure = damaged('xml attribute', this.part);
      return 0;
    }
    const start = ++i;
    while (i < end && b[i] !== quote) i++;
    this.valueStart = start;
    this.valueEnd = i;
    this.#attributesAt = i + 1;
    return code;
  }

  /** The code of the last attribute's value, as `nameCode` makes it. */
  valueCode(): number {
    let code = 0;
    for (let i = this.valueStart; i < this.valueEnd; i++) code = pushNameByte(code, this.buffer[i] as number);
    return code;
  }

  /** The last attribute's value as a whole number of at most 9 digits; -1 when it is none. */
  valueNumber(): number {
    if (this.valueEnd - this.valueStart > 9 || this.valueEnd === this.valueStart) return -1;
    let number = 0;
    for (let i = this.valueStart; i < this.valueEnd; i++) {
      const digit = (this.buffer[i] as number) - 48;
      if (digit < 0 || digit > 9) return -1;
      number = number * 10 + digit;
    }
    return number;
  }

  /** The last attribute's value, for one that can have only ASCII characters. */
  valueText(): string {
    return latin(this.buffer, this.valueStart, this.valueEnd);
  }

  /** Whether the last attribute's value is `1` or `true`. */
  valueIsTrue(): boolean {
    const value = this.valueText();
    return value === '1' || value === 'true' || value === 'on';
  }

  /** The local name of the last tag or attribute. */
  nameText(): string {
    return latin(this.buffer, this.#nameStart, this.#nameEnd);
  }

  /** Appends the value of the last attribute with entities resolved; false for an unknown entity. */
  copyValue(to: ByteBuffer): boolean {
    return appendCharacters(this.buffer, this.valueStart, this.valueEnd, to);
  }

  /** Appends the last text with entities resolved and line ends turned into `\n`; false for an unknown entity. */
  copyText(to: ByteBuffer): boolean {
    if (this.#textIsLiteral) {
      to.append(this.buffer, this.#textStart, this.#textEnd);
      return true;
    }
    return appendCharacters(this.buffer, this.#textStart, this.#textEnd, to);
  }

  /** Whether the last text is nothing but white space. */
  isBlankText(): boolean {
    for (let i = this.#textStart; i < this.#textEnd; i++) if ((this.buffer[i] as number) > SPACE) return false;
    return true;
  }

  /**
   * A fast path for an element that contains only plain text, as nearly all do: right after its open token, appends
   * its text and skips its end tag. False, with nothing read, when it is not that simple or not complete yet.
   */
  takePlainElement(to: ByteBuffer): boolean {
    if (this.#closePending) return false;
    const b = this.buffer;
    const start = this.#position;
    let i = start;
    for (let x = b[i]; x !== LT; x = b[++i]) if (x === AMPERSAND || x === CR || x === 0) return false;
    if (b[i + 1] !== SLASH) return false;
    let end = i + 2;
    for (let x = b[end]; x !== GT; x = b[++end]) if (x === 0) return false;
    to.append(b, start, i);
    this.#position = end + 1;
    this.depth--;
    return true;
  }

  fail(reason: string): typeof TOKEN.failed {
    this.failure ??= damaged(reason, this.part);
    return TOKEN.failed;
  }

  #text(start: number): Token {
    const b = this.buffer;
    let i = start;
    for (let x = b[i]; x !== LT && x !== 0; x = b[i]) i++;
    if (b[i] === 0) return this.#stopAt(i);
    this.#textStart = start;
    this.#textEnd = i;
    this.#textIsLiteral = false;
    this.#position = i;
    return TOKEN.text;
  }

  #close(start: number): Token {
    const b = this.buffer;
    let i = start + 2;
    let code = 0;
    this.#nameStart = i;
    for (let x = b[i] as number; x !== GT && x !== 0; x = b[++i] as number) {
      if (x === COLON) {
        code = 0;
        this.#nameStart = i + 1;
      } else if (x > SPACE) {
        code = pushNameByte(code, x);
      }
    }
    if (b[i] === 0) return this.#stopAt(i);
    this.#nameEnd = i;
    this.name = code;
    this.#position = i + 1;
    return --this.depth < 0 ? this.fail('xml end tag without start') : TOKEN.close;
  }

  #open(start: number): Token {
    const b = this.buffer;
    let i = start + 1;
    let code = 0;
    let nameStart = i;
    for (let x = b[i] as number; x > SPACE && x !== GT && x !== SLASH; x = b[++i] as number) {
      if (x === COLON) {
        code = 0;
        nameStart = i + 1;
      } else {
        code = pushNameByte(code, x);
      }
    }
    const nameEnd = i;
    for (let x = b[i]; x !== GT; x = b[++i]) {
      if (x === QUOTE || x === APOSTROPHE) {
        i++;
        for (let y = b[i]; y !== x && y !== 0; y = b[i]) i++;
      }
      if (b[i] === 0) return this.#stopAt(i);
      if (b[i] === LT) return this.fail('xml tag inside a tag');
    }
    if (code === 0) return this.fail('xml tag without a name');
    const selfClosing = b[i - 1] === SLASH;
    this.name = code;
    this.#nameStart = nameStart;
    this.#nameEnd = nameEnd;
    this.#attributesAt = nameEnd;
    this.#attributesEnd = selfClosing ? i - 1 : i;
    this.#closePending = selfClosing;
    this.#position = i + 1;
    if (this.depth === 0) {
      if (this.#rootSeen) return this.fail('xml with two roots');
      this.#rootSeen = true;
    }
    this.depth++;
    return TOKEN.open;
  }

  /** Skips a comment (null); CDATA is a text; anything else is a DOCTYPE. */
  #declaration(start: number): Token | null {
    const b = this.buffer;
    if (this.#end - start < CDATA_OPEN.length) {
      // Too few bytes to decide, unless the next one already rules out a comment and CDATA.
      return b[start + 2] === DASH || b[start + 2] === CDATA_OPEN[2] || b[start + 2] === 0
        ? TOKEN.more
        : this.fail('xml doctype');
    }
    if (b[start + 2] === DASH && b[start + 3] === DASH) {
      return this.#skipTo(start + 4, DASH, DASH) ? null : this.#stopAt(this.#end);
    }
    for (let k = 2; k < CDATA_OPEN.length; k++) if (b[start + k] !== CDATA_OPEN[k]) return this.fail('xml doctype');
    if (!this.#skipTo(start + CDATA_OPEN.length, BRACKET, BRACKET)) return this.#stopAt(this.#end);
    this.#textStart = start + CDATA_OPEN.length;
    this.#textEnd = this.#position - 3;
    this.#textIsLiteral = true;
    return TOKEN.text;
  }

  /** Moves the position after `first second >` (`first >` when second is -1); false when that has not arrived yet. */
  #skipTo(from: number, first: number, second: number): boolean {
    const b = this.buffer;
    const length = second < 0 ? 1 : 2;
    for (let i = from + length; i < this.#end; i++) {
      if (b[i] === GT && b[i - 1] === (second < 0 ? first : second) && (second < 0 || b[i - 2] === first)) {
        this.#position = i + 1;
        return true;
      }
    }
    return false;
  }

  /** A zero at the end of the bytes means that more are needed; a zero before the end is not allowed in XML. */
  #stopAt(index: number): Token {
    if (index < this.#end) return this.fail('zero byte in xml');
    const length = this.#end - this.#position;
    if (length > MAX_TOKEN_BYTES) {
      this.failure = tooLarge('cell', this.part);
      return TOKEN.failed;
    }
    this.#wanted = Math.min(2 * length, MAX_TOKEN_BYTES + 1);
    return TOKEN.more;
  }
}

function latin(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] as number);
  return text.trimEnd();
}

const decoder = new TextDecoder();

/** All attributes of the open tag; one with a namespace prefix as `:name`. */
export function readAttributes(scanner: XmlScanner): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  const value = new ByteBuffer(64);
  while (scanner.nextAttribute() !== 0) {
    value.length = 0;
    if (!scanner.copyValue(value)) scanner.fail('xml entity');
    attributes.set((scanner.prefixed ? ':' : '') + scanner.nameText(), decoder.decode(value.filled()));
  }
  return attributes;
}
