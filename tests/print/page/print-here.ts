import { expectOk } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { createFetchFontSource } from '#render-worker/fonts/font-source-browser.ts';
import { FontStore } from '#render-worker/fonts/font-store.ts';
import { createPrintCore } from '#render-worker/core/create-print-core.ts';
import { loadZxingInBrowser } from '#render-worker/read-back/load-zxing-browser.ts';
import { loadSkiaInBrowser } from '#render-worker/skia/load-browser.ts';

export interface PrintedHere {
  readonly pngHash: string;
  readonly symbolsRead: number;
  /** The size of Skia's heap afterwards. */
  readonly heapMiB: number;
}

/** Prints one label in the page itself, with access to Skia's heap. */
export async function printHere(template: Template, dpi: number): Promise<PrintedHere> {
  const skia = await loadSkiaInBrowser();
  const fonts = new FontStore(skia, createFetchFontSource());
  const core = createPrintCore({ skia, fonts, zxing: loadZxingInBrowser });
  const { runId } = expectOk(await core.openRun({ template, dpi }));
  const { pages } = expectOk(await core.printRecords(runId, [NO_RECORD], 'print'));
  core.dispose();
  return {
    pngHash: pages[0]?.pngHash ?? '',
    symbolsRead: pages[0]?.labels[0]?.symbols.filter((s) => s.ok).length ?? 0,
    heapMiB: (skia as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8.length / 2 ** 20,
  };
}
