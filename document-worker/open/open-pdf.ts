import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { free, keepBytes } from '../pdfium/memory.ts';
import type { Pdfium } from '../pdfium/pdfium.ts';
import { createJpegStreams } from '../scan/jpeg-streams.ts';
import { openPages, type OpenDocument } from './pdf-pages.ts';

/** Error codes of `FPDF_GetLastError`. */
const PASSWORD = 4;
const SECURITY = 5;

/**
 * Problems: `document.passwordNeeded`, `document.passwordWrong`, `document.encryption`, `document.damaged`, and those of
 * pages.
 */
export function openPdf(pdfium: Pdfium, bytes: Uint8Array, password: string | null): Result<OpenDocument> {
  const { api } = pdfium;
  const address = keepBytes(pdfium, bytes);
  const handle = api.FPDF_LoadMemDocument(address, bytes.length, password ?? '');
  if (handle === 0) {
    const reason = problemOf(api.FPDF_GetLastError(), password);
    free(pdfium, address);
    return err(reason);
  }
  const file = (): Uint8Array => pdfium.heap().subarray(address, address + bytes.length);
  const pages = openPages(pdfium, handle, createJpegStreams(file));
  if (!pages.ok) {
    free(pdfium, address);
    return pages;
  }
  return ok({
    ...pages.value,
    kind: 'pdf',
    close() {
      pages.value.close();
      free(pdfium, address);
    },
  });
}

function problemOf(error: number, password: string | null): Problem {
  if (error === PASSWORD)
    return problem(password === null || password === '' ? 'document.passwordNeeded' : 'document.passwordWrong');
  return problem(error === SECURITY ? 'document.encryption' : 'document.damaged');
}
