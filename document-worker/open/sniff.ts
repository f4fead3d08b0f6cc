import type { DocumentKind } from '#model/document/document-file.ts';

/** PDF 32000-1 Annex H: readers find the header within the first 1024 bytes. */
const PDF_HEADER_WITHIN = 1024;

/** What a document is by its first bytes; null for what is none of ours. An office file or a program is never text. */
export function sniffDocument(bytes: Uint8Array): DocumentKind | null {
  const head = bytes.subarray(0, PDF_HEADER_WITHIN);
  if (begins(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (begins(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (String.fromCharCode(...head).includes('%PDF-')) return 'pdf';
  return isText(bytes) ? 'text' : null;
}

function begins(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

const BYTES_LOOKED_AT = 64 * 1024;

/** Text has no control characters but tab, line ends, form feed, escape and substitute; UTF-16 tells itself by its mark. */
function isText(bytes: Uint8Array): boolean {
  if (begins(bytes, [0xff, 0xfe]) || begins(bytes, [0xfe, 0xff])) return true;
  return !bytes
    .subarray(0, BYTES_LOOKED_AT)
    .some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1a, 0x1b].includes(byte));
}
