import { assertNever } from '#model/kernel/assert-never.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import { DOCUMENT_LIMITS } from '#model/document/document-file.ts';
import type { Pdfium } from '../pdfium/pdfium.ts';
import { openPdf } from './open-pdf.ts';
import { openPicture } from './open-picture.ts';
import { openText, type ReadTextFont } from './open-text.ts';
import type { OpenDocument } from './pdf-pages.ts';
import { sniffDocument } from './sniff.ts';

const MEGA = 1024 * 1024;

/** Problems as in `DocumentWorkerApi.open`. */
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
