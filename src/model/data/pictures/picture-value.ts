import { fromBase64 } from '#model/kernel/base64.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';

/** What the value of a row says about its picture: nothing, the picture itself, its address, or the name of its file. */
export type PictureValue =
  | { readonly type: 'empty' }
  | { readonly type: 'data'; readonly bytes: Uint8Array }
  | { readonly type: 'address'; readonly address: string }
  | { readonly type: 'name'; readonly name: string };

/** The largest file of a row's picture, in bytes. */
export const MAX_ROW_PICTURE_BYTES: number = 20 * 2 ** 20;
/** The most characters of a value that a message shows. */
const SHOWN_LENGTH = 80;

/** RFC 2397: `data:`, a type with parameters, `;base64` and a comma. */
const DATA_URL = /^data:([^,]{0,200}),/i;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
/**
 * The first letters of PNG, JPEG, GIF, BMP, WebP and of SVG or XML in base64. Only a text that begins with one of them and
 * is longer than any name is a picture.
 */
const BASE64_STARTS = ['iVBORw0KGgo', '/9j/', 'R0lGOD', 'Qk', 'UklGR', 'PHN2Zy', 'PD94bWw'] as const;
const BASE64 = /^[A-Za-z0-9+/\s_-]+={0,2}\s*$/;
const LEAST_BASE64 = 60;

/** Reads the value of a row. Any text gives a value, or the problem `pictures.badData` or `pictures.tooLarge`. */
export function parsePictureValue(text: string): Result<PictureValue> {
  const value = text.trim();
  if (value === '') return ok({ type: 'empty' });
  const head = DATA_URL.exec(value);
  if (head !== null) return dataOf(value.slice(head[0].length), /;\s*base64\s*$/i.test(head[1] ?? ''));
  if (isAddress(value)) return ok({ type: 'address', address: value });
  const isBase64 = value.length >= LEAST_BASE64 && BASE64_STARTS.some((start) => value.startsWith(start));
  if (isBase64 && BASE64.test(value)) return dataOf(value, true);
  return ok({ type: 'name', name: value });
}

/** Whether a value, without spaces around it, is an address of any kind. */
export function isAddress(value: string): boolean {
  return ADDRESS.test(value);
}

/** The beginning of a value, for messages. */
export function shownPictureValue(text: string): string {
  const value = text.trim();
  return value.length <= SHOWN_LENGTH ? value : `${value.slice(0, SHOWN_LENGTH)}…`;
}

function dataOf(data: string, isBase64: boolean): Result<PictureValue> {
  if (data.length > (MAX_ROW_PICTURE_BYTES * 4) / 3 + 4) {
    return err(problem('pictures.tooLarge', { name: 'base64', maxMb: MAX_ROW_PICTURE_BYTES / 2 ** 20 }));
  }
  const bytes = isBase64 ? base64Bytes(data) : percentBytes(data);
  return bytes === null || bytes.length === 0 ? err(problem('pictures.badData')) : ok({ type: 'data', bytes });
}

/** RFC 4648, 4 and 5; the padding may be missing, because it says nothing more. */
function base64Bytes(data: string): Uint8Array | null {
  const body = data
    .replace(/\s+/g, '')
    .replace(/={1,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  const bytes = fromBase64(body.padEnd(Math.ceil(body.length / 4) * 4, '='));
  return bytes.ok ? bytes.value : null;
}

function percentBytes(data: string): Uint8Array | null {
  try {
    return new TextEncoder().encode(decodeURIComponent(data));
  } catch {
    return null;
  }
}
