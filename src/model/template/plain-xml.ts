import type { RawNode } from '#model/elements/base/unknown-parts.ts';

/** Deeper than any template, which uses four levels. */
const MAX_DEPTH = 32;

/** A byte order mark and the declaration. */
const START = /^\uFEFF?(?:<\?xml(?: [a-z]+="[\w.-]*")*\?>)?/;
/** An `&` that starts no entity of a document without DOCTYPE. */
const OTHER_ENTITY = /&(?!(?:#x[0-9a-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);)/;
/** The element with image data, in which the general parser reads nothing else. */
const DATA = 'Data';

const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, SLASH, LESS, EQUALS, GREATER] = [0x22, 0x2f, 0x3c, 0x3d, 0x3e];
const [ZERO, NINE, UPPER_A, UPPER_Z, LOWER_A, LOWER_Z] = [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a];

interface OpenNode extends RawNode {
  readonly children: RawNode[];
  text: string;
}

interface Tag {
  readonly node: OpenNode;
  /** Whether the element has no content and no end tag. */
  readonly isEmpty: boolean;
  /** Position behind the tag. */
  readonly end: number;
}

/**
 * Reads a document with nothing but what programs write into template files: elements and attributes with names of
 * ASCII letters and digits, values in double quotes, and text. Null for any other document, valid or not. It takes a
 * tenth of the general parser's time.
 */
export function readPlainXml(xml: string): RawNode | null {
  const open: OpenNode[] = [];
  let at = START.exec(xml)?.[0].length ?? 0;
  for (;;) {
    const textAt = at;
    at = xml.indexOf('<', at);
    if (at < 0) return null;
    const node = open.at(-1);
    const isBlank = endOfBlanks(xml, textAt) === at;
    if (node !== undefined && xml.charCodeAt(at + 1) === SLASH) {
      const { name, children } = node;
      const text = children.length > 0 ? '' : textOf(name, xml.slice(textAt, at));
      at += 2 + name.length;
      if (!xml.startsWith(name, at - name.length) || xml.charCodeAt(at) !== GREATER) return null;
      if (text === null || (children.length > 0 && !isBlank)) return null;
      node.text = text;
      at++;
      open.pop();
      if (open.length === 0) return endOfBlanks(xml, at) === xml.length ? node : null;
    } else {
      const tag = isBlank && node?.name !== DATA ? readTag(xml, at) : null;
      if (tag === null) return null;
      node?.children.push(tag.node);
      at = tag.end;
      if (!tag.isEmpty && open.push(tag.node) > MAX_DEPTH) return null;
      if (open.length === 0) return null;
    }
  }
}

/** Reads a start tag, whose `<` is at `start`. */
function readTag(xml: string, start: number): Tag | null {
  let at = endOfName(xml, start + 1);
  const name = xml.slice(start + 1, at);
  if (name === '' || name in Object.prototype) return null;
  const attributes: Record<string, string> = {};
  for (;;) {
    const gap = at;
    at = endOfBlanks(xml, at);
    const code = xml.charCodeAt(at);
    const isEmpty = code === SLASH;
    if (code === GREATER || (isEmpty && xml.charCodeAt(at + 1) === GREATER)) {
      return { node: { name, attributes, children: [], text: '' }, isEmpty, end: at + (isEmpty ? 2 : 1) };
    }
    // The general parser renames attributes that every object has, which are found here like duplicates.
    const keyEnd = endOfName(xml, at);
    const key = xml.slice(at, keyEnd);
    if (at === gap || key === '' || name === DATA || attributes[key] !== undefined) return null;
    if (xml.charCodeAt(keyEnd) !== EQUALS || xml.charCodeAt(keyEnd + 1) !== QUOTE) return null;
    at = endOfValue(xml, keyEnd + 2);
    if (xml.charCodeAt(at) !== QUOTE) return null;
    attributes[key] = unescapeXml(xml.slice(keyEnd + 2, at));
    at++;
  }
}

/** The text of an element, with line feeds as line ends (XML, 2.11). Image data have no lines. */
function textOf(name: string, text: string): string | null {
  if (OTHER_ENTITY.test(text)) return null;
  return unescapeXml(name === DATA ? text : text.replace(/\r\n?/g, '\n'));
}

function endOfBlanks(xml: string, start: number): number {
  let at = start;
  for (;;) {
    const code = xml.charCodeAt(at);
    if (code !== SPACE && code !== LINE_FEED && code !== TAB && code !== RETURN) return at;
    at++;
  }
}

/** The end of a name of ASCII letters and digits; `start` if there is none. */
function endOfName(xml: string, start: number): number {
  let at = start;
  for (;;) {
    const code = xml.charCodeAt(at);
    const isLetter = (code >= LOWER_A && code <= LOWER_Z) || (code >= UPPER_A && code <= UPPER_Z);
    if (!isLetter && !(code >= ZERO && code <= NINE && at > start)) return at;
    at++;
  }
}

/** The end of a value. A control character ends it as well, because the general parser changes some of them. */
function endOfValue(xml: string, start: number): number {
  let at = start;
  for (;;) {
    const code = xml.charCodeAt(at);
    if (!(code >= SPACE) || code === QUOTE || code === LESS) return at;
    at++;
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces the five named entities and numeric ones: a document without DOCTYPE can have no others. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
