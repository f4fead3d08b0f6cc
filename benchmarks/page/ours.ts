import type { LayoutContext } from '#model/elements/base/layout.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { BULK_HEIGHT_MM, BULK_WIDTH_MM } from './bulk-label.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import { type composeElement, composeLabel } from '#model/page/compose.ts';
import type { ComposedElement } from '#model/page/display-list.ts';
import type { ComposedLabel } from '#model/page/display-list.ts';
import type { Template } from '#model/template/template.ts';
import type { Frame } from '#protocol/render.ts';
import { FontStore, type FontSource } from '#render-worker/fonts/font-store.ts';
import { createTextMeasure } from '#render-worker/fonts/text-measure.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createPrintCore, type PrintCore } from '#render-worker/core/create-print-core.ts';
import { createFixedElementCache } from '#render-worker/compose/fixed-elements.ts';
import { createLabelPainter, type LabelPainter } from '#render-worker/print/label-painter.ts';
import type { Zxing } from '#render-worker/read-back/zxing.ts';
import type { Skia } from '#render-worker/skia/load.ts';
import { createCanvasBlit, createRasterTarget } from '#render-worker/view/raster-target.ts';
import { View } from '#render-worker/view/view.ts';

const NOW = localTimeAt();

/** The product's own code, in this page or process. */
export interface Ours {
  readonly core: PrintCore;
  readonly labels: LabelPainter;
  /** The context that layouts get at a resolution. */
  context(dpi: number): LayoutContext;
  /** Loads the fonts that the record's texts need. */
  compose(template: Template, record: DataRecord, dpi: number): Promise<ComposedLabel>;
  /** The editor's view on this canvas, which paints each change immediately. */
  createView(canvas: OffscreenCanvas, onFrame: (frame: Frame) => void): View;
  /**
   * Lays out everything except the symbols, whose geometry was made before, as a print run does: what no record changes
   * is laid out once. The peers also get ready-made symbols and keep their objects.
   */
  withReady(ready: ReadonlyMap<LabelElement, ComposedElement>): typeof composeElement;
  /** The size of Skia's heap, in MiB. */
  heapMiB(): number;
}

export function createOurs(skia: Skia, source: FontSource, zxing: () => Promise<Zxing>): Ours {
  const fonts = new FontStore(skia, source);
  const measure = createTextMeasure(skia, fonts);
  const library = createImageLibrary(skia);
  const fixed = createFixedElementCache(() => fonts.version);
  return {
    core: createPrintCore({ skia, fonts, zxing, measure, library }),
    labels: createLabelPainter(skia, fonts, library),
    context: (dpi) => ({
      measure,
      dpi,
      label: { widthMm: BULK_WIDTH_MM, heightMm: BULK_HEIGHT_MM },
      imageSize: library.size,
      now: NOW,
    }),
    async compose(template, record, dpi) {
      const context = { measure, dpi, label: template.label, imageSize: library.size, now: NOW };
      return expectOk(await withFonts(fonts, () => composeLabel(template, record, context)));
    },
    createView(canvas, onFrame) {
      const target = createRasterTarget(skia, createCanvasBlit(canvas));
      const schedule = (task: () => void): void => task();
      const now = (): number => performance.now();
      return new View({ skia, fonts, measure, library, target, schedule, onFrame, now, clock: () => NOW });
    },
    withReady: (ready) => (element, record, context) => ready.get(element) ?? fixed(element, record, context),
    heapMiB: () => (skia as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8.length / 2 ** 20,
  };
}

export function isSymbol(element: LabelElement): boolean {
  return element.type === 'barcode' || element.type === 'qrcode';
}
