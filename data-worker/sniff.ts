import { markedEncoding, utf16Order } from './csv/text-marks.ts';

/**
 * The kind of a file, detected from its first bytes, not from its name. `compound` is a Microsoft compound file, which
 * is an .xls or an encrypted .xlsx. `html` and `xml2003` are what Excel also opens under the name .xls. `flatOds` is an
 * OpenDocument spreadsheet in one XML document. `exchange` is SYLK or DIF, old exchange formats. `foreign` is anything
 * else.
 */
export type FileKind =
  | 'empty'
  | 'zip'
  | 'compound'
  | 'biff'
  | 'html'
  | 'xml2003'
  | 'flatOds'
  | 'exchange'
  | 'text'
  | 'foreign';

/** Number of bytes that `sniff` needs. */
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
/** Damaged text has up to this many; each is an error of its cell. */
const FEW_CONTROLS = 2;

export function sniff(head: Uint8Array): FileKind {
  if (head.length === 0) return 'empty';
  if (ZIPS.some((start) => startsWith(head, start))) return 'zip';
  if (startsWith(head, COMPOUND)) return 'compound';
  if (BIFFS.some((start) => startsWith(head, start))) return 'biff';
  if (FOREIGN_STARTS.some((start) => startsWith(head, start))) return 'foreign';
  const text = roughText(head);
  if (isFlatOds(text)) return 'flatOds';
  const markup = markupOf(text);
  if (markup !== null) return markup;
  if (isExchange(text)) return 'exchange';
  if (isOtherText(text)) return 'foreign';
  let controls = 0;
  let end = text.length;
  // Zeros at the end are the rest of a disk block.
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  for (let i = 0; i < end; i++) if (isControl(text.charCodeAt(i))) controls++;
  return controls > Math.max(FEW_CONTROLS, end * MAX_CONTROL_SHARE) ? 'foreign' : 'text';
}

function markupOf(text: string): 'html' | 'xml2003' | null {
  if (!/^[\s\u00ef\u00bb\u00bf\u00ff\u00fe\ufeff]*</.test(text)) return null;
  // Its sheets have an element named Table.
  if (/<(?:\w+:)?workbook\s|mso-application/i.test(text)) return 'xml2003';
  return /<(?:!doctype html|html|table)[\s>]/i.test(text) ? 'html' : null;
}

function isFlatOds(text: string): boolean {
  return (
    /^[\s\u00ef\u00bb\u00bf\u00ff\u00fe\ufeff]*<\?xml/.test(text) && /<(?:\w+:)?document\s[^>]*opendocument/.test(text)
  );
}

/** SYLK begins with its ID record, DIF with its header. */
function isExchange(text: string): boolean {
  return /^ID;P[^\r\n]*[\r\n]+[BCEFOP];/.test(text) || /^TABLE\r?\n0,1\r?\n/.test(text);
}

/** JSON and XML are text, but meaningless as CSV. */
function isOtherText(text: string): boolean {
  return /^[\s\u00ef\u00bb\u00bf\ufeff]*(?:<\?xml\s|\{\s*"|\[\s*[[{])/.test(text);
}

/** The characters of UTF-16, else each byte as one: sufficient to search for tags and controls. */
function roughText(head: Uint8Array): string {
  const marked = markedEncoding(head);
  const encoding = marked ?? utf16Order(head) ?? 'utf-8';
  return new TextDecoder(encoding === 'utf-8' ? 'latin1' : encoding).decode(head.subarray(0, head.length & ~1));
}

/**
 * Controls that texts have: tab, line ends and form feed; Ctrl-Z, with which DOS ended files; escape, which begins
 * Japanese; and the separators of barcode fields (GS1, ISO/IEC 15434): 0x04 and 0x1c to 0x1f.
 */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([9, 10, 12, 13, 0x1a, 0x1b, 4, 0x1c, 0x1d, 0x1e, 0x1f]);

function isControl(code: number): boolean {
  return (code < 0x20 && !TEXT_CONTROLS.has(code)) || code === 0x7f;
}

function startsWith(head: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, i) => head[i] === byte);
}
