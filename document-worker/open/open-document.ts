import { assertNever } from '#model/kernel/assert-never.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import { DOCUMENT_LIMITS, type DocumentKind } from '#model/document/document-file.ts';
import type { Pdfium } from '../pdfium/pdfium.ts';
import { openPdf } from './open-pdf.ts';
import { openPicture } from './open-picture.ts';
import { openText, type ReadTextFont } from './open-text.ts';
import type { OpenDocument } from './pdf-pages.ts';

const MEGA = 1024 * 1024;

/** Same problems as `DocumentWorkerApi.open`. */
export async function openDocument(
  pdfium: Pdfium,
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
  password: string | null,
  readFont: ReadTextFont,
): Promise<Result<OpenDocument>> {
  const { mostBytes } = DOCUMENT_LIMITS;
  if (bytes.length === 0) return err(problem('document.empty'));
  if (bytes.length > mostBytes) return err(problem('document.tooLarge', { most: mostBytes / MEGA }));
  const kind = sniffDocument(bytes);
  switch (kind) {
    case null:
      return err(problem('document.unknownKind', { name: fileName }));
    case 'pdf':
      return openPdf(pdfium, bytes, password);
    case 'jpeg':
    case 'png':
      return openPicture(pdfium, bytes, kind);
    case 'text':
      return openText(pdfium, bytes, readFont);
    default:
      return assertNever(kind);
  }
}

/** PDF 32000-1 Annex H: readers find the header within the first 1024 bytes. */
const PDF_HEADER_WITHIN = 1024;

/**
 * The kind of a document, from its first bytes; null for an unsupported one. An office file or a program is never text.
 */
function sniffDocument(bytes: Uint8Array): DocumentKind | null {
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

/**
 * Text has no control characters but tab, line ends, form feed, escape and substitute; UTF-16 has a byte order mark.
 */
function isText(bytes: Uint8Array): boolean {
  if (begins(bytes, [0xff, 0xfe]) || begins(bytes, [0xfe, 0xff])) return true;
  return !bytes
    .subarray(0, BYTES_LOOKED_AT)
    .some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1a, 0x1b].includes(byte));
}
