/**
 * The kind of a file by its first bytes; its name does not count. `compound` is a Microsoft compound file, which is an
 * .xls or an encrypted .xlsx. `markup` is HTML or XML 2003, which Excel opens under the name .xls. `foreign` is
 * anything else.
 */
export type FileKind = 'empty' | 'zip' | 'compound' | 'biff' | 'markup' | 'text' | 'foreign';

/** How many bytes `sniff` needs. */
export const SNIFF_BYTES: number = 64 * 1024;

const FOREIGN_STARTS: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46], // PDF
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x47, 0x49, 0x46, 0x38], // GIF
  [0x7b, 0x5c, 0x72, 0x74, 0x66], // RTF
  [0x1f, 0x8b], // gzip
  [0x52, 0x61, 0x72, 0x21], // RAR
  [0x37, 0x7a, 0xbc, 0xaf], // 7z
];
const COMPOUND: readonly number[] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** PK\3\4, or PK\5\6 for a zip without entries. */
const ZIPS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];
/** BOF records of Excel 2 to 5 without a compound file around them. */
const BIFFS: readonly (readonly number[])[] = [
  [0x09, 0x00, 0x04, 0x00],
  [0x09, 0x02, 0x06, 0x00],
  [0x09, 0x04, 0x06, 0x00],
  [0x09, 0x08, 0x08, 0x00],
  [0x09, 0x08, 0x10, 0x00],
];
/** A file with a larger share of control characters than this is not text in any encoding. */
const MAX_CONTROL_SHARE = 0.005;

export function sniff(head: Uint8Array): FileKind {
  if (head.length === 0) return 'empty';
  if (ZIPS.some((start) => startsWith(head, start))) return 'zip';
  if (startsWith(head, COMPOUND)) return 'compound';
  if (BIFFS.some((start) => startsWith(head, start))) return 'biff';
  if (FOREIGN_STARTS.some((start) => startsWith(head, start))) return 'foreign';
  const text = roughText(head);
  if (isMarkup(text)) return 'markup';
  let controls = 0;
  for (let i = 0; i < text.length; i++) if (isControl(text.charCodeAt(i))) controls++;
  return controls > text.length * MAX_CONTROL_SHARE ? 'foreign' : 'text';
}

function isMarkup(text: string): boolean {
  if (!/^[\s\u00ef\u00bb\u00bf\ufeff]*</.test(text)) return false;
  return /<(?:!doctype html|html|table)[\s>]|<(?:\w+:)?workbook\s|mso-application/i.test(text);
}

/** UTF-16 without its zeros, anything else byte by byte: good enough to look for tags. */
function roughText(head: Uint8Array): string {
  const utf16 =
    (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff) || zeroParity(head) !== null;
  const step = utf16 ? head.filter((byte) => byte !== 0) : head;
  return new TextDecoder('latin1').decode(step);
}

/** The byte order of UTF-16 text that is mostly Latin, by which of its two bytes is nearly always zero. */
export function zeroParity(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros: [number, number] = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[(i & 1) as 0 | 1]++;
  const half = head.length / 2;
  if (half < 1) return null;
  if (zeros[1] > half * 0.3 && zeros[0] <= zeros[1] * 0.02) return 'utf-16le';
  return zeros[0] > half * 0.3 && zeros[1] <= zeros[0] * 0.02 ? 'utf-16be' : null;
}

function isControl(code: number): boolean {
  return (
    (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x0c && code !== 0x1a) || code === 0x7f
  );
}

function startsWith(head: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, i) => head[i] === byte);
}
