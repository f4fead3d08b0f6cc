import type { TextMeasure } from '#model/elements/base/layout.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import { composeElement, composeLabel, type ComposedElement } from '#model/page/compose.ts';
import type { ComposedLabel } from '#model/page/display-list.ts';
import type { Template } from '#model/template/template.ts';
import { FontStore } from '#render-worker/fonts/font-store.ts';
import { createFetchFontSource } from '#render-worker/fonts/font-source-browser.ts';
import { createTextMeasure } from '#render-worker/fonts/text-measure.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createPrintCore, type PrintCore } from '#render-worker/print/create-print-core.ts';
import { createLabelPainter, type LabelPainter } from '#render-worker/print/label-painter.ts';
import { loadZxingInBrowser } from '#render-worker/read-back/load-zxing-browser.ts';
import type { Skia } from '#render-worker/skia/load.ts';
import { loadSkiaInBrowser } from '#render-worker/skia/load-browser.ts';

/** The product's own code, in this page. */
export interface Ours {
  readonly core: PrintCore;
  readonly labels: LabelPainter;
  readonly measure: TextMeasure;
  /** Loads the fonts that the record's texts need. */
  compose(template: Template, record: DataRecord, dpi: number): Promise<ComposedLabel>;
  /** Of Skia's heap, in MiB. */
  heapMiB(): number;
}

export async function createOurs(): Promise<Ours> {
  const skia: Skia = await loadSkiaInBrowser();
  const fonts = new FontStore(skia, createFetchFontSource());
  const measure = createTextMeasure(skia, fonts);
  const library = createImageLibrary(skia);
  return {
    core: createPrintCore({ skia, fonts, zxing: loadZxingInBrowser, measure, library }),
    labels: createLabelPainter(skia, fonts, library),
    measure,
    async compose(template, record, dpi) {
      const context = { measure, dpi, imageSize: library.size, now: localTimeAt() };
      return expectOk(await withFonts(fonts, () => composeLabel(template, record, context)));
    },
    heapMiB: () => (skia as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8.length / 2 ** 20,
  };
}

/** Lays out everything but the symbols, whose geometry was made before: the peers get theirs ready made too. */
export function withReadySymbols(ready: ReadonlyMap<LabelElement, ComposedElement>): typeof composeElement {
  return (element, record, context) => ready.get(element) ?? composeElement(element, record, context);
}

export function isSymbol(element: LabelElement): boolean {
  return element.type === 'barcode' || element.type === 'qrcode';
}
