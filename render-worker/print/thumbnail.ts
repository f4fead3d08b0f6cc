import type { TextMeasure } from '#model/elements/base/layout.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { LabelContext } from '#model/page/compose.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { MM_PER_INCH, type Mm } from '#model/kernel/units.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import type { FontStore } from '../fonts/font-store.ts';
import { withFonts } from '../fonts/with-fonts.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { createViewImagePainter } from '../images/view-image-painter.ts';
import type { SkiaPainter } from '../paint/skia-painter.ts';
import type { Skia } from '../skia/load.ts';
import { RasterSurface } from '../skia/raster-surface.ts';
import { createYieldToMessages } from '../compose/yield-to-messages.ts';
import { composeInTurn } from '../compose/compose-in-turn.ts';
import { createPngWriter } from '../bits/png.ts';
import { withBackground } from '../compose/with-background.ts';

export interface ThumbnailParts {
  readonly skia: Skia;
  readonly fonts: FontStore;
  readonly measure: TextMeasure;
  readonly library: ImageLibrary;
  readonly painter: SkiaPainter;
}

/** Symbols and images are shown as a common printer would print them. */
const THUMBNAIL_DPI = 300;
/** Pixels painted at a time, 4 bytes each: a picture of 40 million pixels is never in memory as a whole. */
const BAND_PIXELS = 2_000_000;
/** Items painted before the worker lets other messages in. */
const ITEMS_AT_ONCE = 256;

/** The design with this record as a gray 8-bit PNG whose longer side is `maxSidePx`, with its resolution in pHYs. */
export async function renderThumbnail(
  parts: ThumbnailParts,
  template: Template,
  record: DataRecord,
  maxSidePx: number,
): Promise<Result<Uint8Array>> {
  const { skia, fonts, measure, library, painter } = parts;
  library.add(template.assets);
  const context: LabelContext = {
    measure,
    dpi: THUMBNAIL_DPI,
    label: template.label,
    imageSize: library.size,
    now: localTimeAt(),
    inkBelow: (item, yMm) => painter.inkBelowMm(item, yMm, THUMBNAIL_DPI),
  };
  const yieldToMessages = createYieldToMessages(() => performance.now());
  const composed = await withFonts(fonts, () => composeInTurn(template, record, context, yieldToMessages));
  if (!composed.ok) return composed;

  const { widthMm, heightMm } = composed.value.list;
  // A label shorter than its design is not enlarged: the picture may have too many pixels otherwise.
  const pxPerMm = maxSidePx / Math.max(widthMm, heightMm, template.label.heightMm);
  const width = Math.max(1, Math.round(widthMm * pxPerMm));
  const height = Math.max(1, Math.round(heightMm * pxPerMm));
  const bandHeight = Math.min(height, Math.max(1, Math.floor(BAND_PIXELS / width)));
  const surface = new RasterSurface(skia, 'rgba');
  const images = createViewImagePainter(skia, library, () => THUMBNAIL_DPI);
  const pause = async (): Promise<void> => {
    const wait = yieldToMessages();
    if (wait !== null) await wait;
  };
  try {
    const canvas = surface.resize(width, bandHeight);
    if (!canvas.ok) return canvas;
    const list = withBackground(composed.value.list, template.label);
    const writer = createPngWriter({ width, height, colour: 'gray', dpi: Math.round(pxPerMm * MM_PER_INCH) });
    for (let top = 0; top < height; top += bandHeight) {
      const rows = Math.min(bandHeight, height - top);
      const inBand = list.items.filter(({ bounds }) =>
        reaches(bounds, (top - 1) / pxPerMm, (top + rows + 1) / pxPerMm),
      );
      for (;;) {
        canvas.value.clear(skia.WHITE);
        for (let first = 0; first < inBand.length; first += ITEMS_AT_ONCE) {
          const items = inBand.slice(first, first + ITEMS_AT_ONCE);
          painter.paint(
            canvas.value,
            { ...list, items },
            { pxPerMm, originXPx: 0, originYPx: -top, antialias: true, images },
          );
          await pause();
        }
        if (!images.isMissing) break;
        for (const _ of images.make()) await pause();
      }
      // Black ink on white paper: each channel has the gray.
      const rgba = surface.pixels();
      writer.rows(
        Uint8Array.from({ length: width * rows }, (_, i) => rgba[i * 4] ?? 0),
        rows,
      );
      await pause();
    }
    return ok(writer.finish());
  } finally {
    images.dispose();
    surface.dispose();
  }
}

/** True when any part of the rectangle is between the two heights. */
function reaches({ y, height }: Rect, fromMm: Mm, toMm: Mm): boolean {
  return y < toMm && y + height > fromMm;
}
