import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { MM_PER_INCH, POINTS_PER_INCH } from '#model/kernel/units.ts';
import { DOCUMENT_LIMITS, type DocumentKind, type PageInfo } from '#model/document/document-file.ts';
import { lend, readFloats } from '../pdfium/memory.ts';
import type { Pdfium } from '../pdfium/pdfium.ts';
import type { LoadedPage } from '../page-bands.ts';
import type { JpegStreams } from '../scan/jpeg-streams.ts';

const SIZE_BYTES = 8;
/** `FPDFPage_Flatten`: as printed. */
const FLATTEN_FOR_PRINT = 1;

/** The pages of a document that pdfium has open, one loaded at a time. */
export interface PdfPages {
  readonly pages: readonly PageInfo[];
  /** Problems: `document.noPage`, `document.pageTooLarge`, `document.damagedPage`. */
  load(index: number): Result<LoadedPage>;
  close(): void;
}

/** A document that pdfium has open, of any file type. */
export interface OpenDocument extends PdfPages {
  readonly kind: DocumentKind;
}

/** `handle` is pdfium's document; it is closed with this. Problems: `document.damaged`, `document.tooManyPages`. */
export function openPages(
  pdfium: Pdfium,
  handle: number,
  jpegs: JpegStreams,
  dpi: number | null = null,
): Result<PdfPages> {
  const { api } = pdfium;
  const count = api.FPDF_GetPageCount(handle);
  const { mostPages } = DOCUMENT_LIMITS;
  const isWrong = count <= 0 ? problem('document.damaged') : count > mostPages ? tooMany(count) : null;
  if (isWrong !== null) {
    api.FPDF_CloseDocument(handle);
    return err(isWrong);
  }
  const pages = Array.from({ length: count }, (_, index) => pageInfo(pdfium, handle, index, dpi));
  let loaded: (LoadedPage & { readonly index: number }) | null = null;
  const unload = (): void => {
    if (loaded !== null) api.FPDF_ClosePage(loaded.handle);
    loaded = null;
  };
  return ok({
    pages,
    load(index) {
      const page = pages[index];
      if (page === undefined) return err(problem('document.noPage', { page: index + 1 }));
      if (page.problem !== undefined) return err(page.problem);
      if (loaded?.index === index) return ok(loaded);
      unload();
      const opened = loadPage(pdfium, handle, index);
      if (opened === 0) return err(problem('document.damagedPage', { page: index + 1 }));
      loaded = { index, handle: opened, jpegs };
      return ok(loaded);
    },
    close() {
      unload();
      api.FPDF_CloseDocument(handle);
    },
  });
}

function tooMany(count: number): ReturnType<typeof problem> {
  return problem('document.tooManyPages', { count, most: DOCUMENT_LIMITS.mostPages });
}

/** Form values and annotations become part of the page, as in print. */
function loadPage({ api }: Pdfium, document: number, index: number): number {
  const page = api.FPDF_LoadPage(document, index);
  if (page === 0 || api.FPDFPage_GetAnnotCount(page) <= 0) return page;
  api.FPDFPage_Flatten(page, FLATTEN_FOR_PRINT);
  api.FPDF_ClosePage(page);
  return api.FPDF_LoadPage(document, index);
}

function pageInfo(pdfium: Pdfium, document: number, index: number, dpi: number | null): PageInfo {
  const size = lend(pdfium, SIZE_BYTES, (address) =>
    pdfium.api.FPDF_GetPageSizeByIndexF(document, index, address) ? readFloats(pdfium, address, 2) : [0, 0],
  );
  const [width = 0, height = 0] = size.map((points) => (points / POINTS_PER_INCH) * MM_PER_INCH);
  const info = { sizeMm: { width, height }, dpi };
  const { mostSideMm: most } = DOCUMENT_LIMITS;
  if (!(Math.min(...size) >= 1)) return { ...info, problem: problem('document.damagedPage', { page: index + 1 }) };
  if (Math.max(width, height) > most)
    return { ...info, problem: problem('document.pageTooLarge', { page: index + 1, most }) };
  return info;
}
