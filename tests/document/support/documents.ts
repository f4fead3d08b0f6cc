import { createDocumentCore } from '#document-worker/document-core.ts';
import { loadPdfiumInNode } from '#document-worker/pdfium/load-pdfium-node.ts';
import { createNodeFontReader } from '#document-worker/read-fonts-node.ts';
import { DEFAULT_LOOK, type DocumentLook } from '#model/document/document-look.ts';
import type { DocumentInfo, DocumentKey } from '#model/document/document-file.ts';
import type { DocumentLabel } from '#model/document/document-plan.ts';
import { expectOk } from '#model/kernel/result.ts';
import { dotsPerMm, mmToDots } from '#model/kernel/units.ts';
import type { Result } from '#model/kernel/result.ts';
import type { DocumentWorkerApi } from '#protocol/document.ts';
import type { LabelDots } from '#model/page/label-dots.ts';

/** The inside of a document worker, in Node. */
export async function createDocuments(): Promise<DocumentWorkerApi<Blob>> {
  return createDocumentCore(await loadPdfiumInNode(), createNodeFontReader());
}

export function openBytes(
  documents: DocumentWorkerApi<Blob>,
  bytes: Uint8Array<ArrayBuffer> | string,
  password: string | null = null,
): Promise<Result<DocumentInfo>> {
  return documents.open(new Blob([bytes]), 'document', password);
}

export function createLook(
  given: Partial<DocumentLook> & { readonly placement?: DocumentLook['placement'] } = {},
): DocumentLook {
  return { ...DEFAULT_LOOK, ...given };
}

/** The label made from a whole page. */
export function createPageLabel(
  document: DocumentKey,
  page: number,
  given: Partial<DocumentLabel> = {},
): DocumentLabel {
  return { document, page, boxMm: null, rotation: 0, look: DEFAULT_LOOK, ...given };
}

export function labelDots(widthMm: number, heightMm: number, dpi: number): LabelDots {
  const perMm = dotsPerMm(dpi);
  return {
    widthDots: mmToDots(widthMm, dpi),
    heightDots: mmToDots(heightMm, dpi),
    acrossPerMm: perMm,
    alongPerMm: perMm,
  };
}

/** Opens a valid document. */
export async function opened(
  documents: DocumentWorkerApi<Blob>,
  bytes: Uint8Array<ArrayBuffer> | string,
): Promise<DocumentInfo> {
  return expectOk(await openBytes(documents, bytes));
}
