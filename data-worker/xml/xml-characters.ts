import type { ByteBuffer } from '../table/byte-buffer.ts';

const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
const CR = 0x0d;
const LF = 0x0a;
const MAX_ENTITY_BYTES = 12;
const NAMED: ReadonlyMap<string, number> = new Map([
  ['amp', 0x26],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['quot', 0x22],
  ['apos', 0x27],
]);

/**
 * Appends UTF-8 text with entities resolved and CR and CRLF turned into LF (XML 1.0, 2.11; a CR written as `&#13;`
 * stays). False for an entity that XML itself does not define.
 */
export function appendCharacters(from: Uint8Array, start: number, end: number, to: ByteBuffer): boolean {
  let plain = start;
  for (let i = start; i < end; i++) {
    const x = from[i];
    if (x === AMPERSAND) {
      to.append(from, plain, i);
      const semicolon = endOfEntity(from, i, end);
      const code = semicolon < 0 ? -1 : entityCode(from, i + 1, semicolon);
      if (code < 0) return false;
      appendCodePoint(code, to);
      i = semicolon;
      plain = i + 1;
    } else if (x === CR) {
      to.append(from, plain, i);
      if (from[i + 1] !== LF || i + 1 >= end) to.push(LF);
      plain = i + 1;
    }
  }
  to.append(from, plain, end);
  return true;
}

function endOfEntity(from: Uint8Array, start: number, end: number): number {
  const limit = Math.min(end, start + MAX_ENTITY_BYTES);
  for (let i = start; i < limit; i++) if (from[i] === SEMICOLON) return i;
  return -1;
}

function entityCode(from: Uint8Array, start: number, end: number): number {
  let name = '';
  for (let i = start; i < end; i++) name += String.fromCharCode(from[i] as number);
  const named = NAMED.get(name);
  if (named !== undefined) return named;
  const number = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(name);
  if (number === null) return -1;
  const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16);
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || code > 0x10ffff || surrogate ? -1 : code;
}

function appendCodePoint(code: number, to: ByteBuffer): void {
  if (code < 0x80) {
    to.push(code);
  } else if (code < 0x800) {
    to.push(0xc0 | (code >> 6));
    to.push(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    to.push(0xe0 | (code >> 12));
    to.push(0x80 | ((code >> 6) & 0x3f));
    to.push(0x80 | (code & 0x3f));
  } else {
    to.push(0xf0 | (code >> 18));
    to.push(0x80 | ((code >> 12) & 0x3f));
    to.push(0x80 | ((code >> 6) & 0x3f));
    to.push(0x80 | (code & 0x3f));
  }
}
