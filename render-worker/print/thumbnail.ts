import type { TextMeasure } from '#model/elements/base/layout.ts';
import type { DataRecord } from '#model/data/record.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { composeLabel } from '#model/page/compose.ts';
import type { Template } from '#model/template/template.ts';
import type { FontStore } from '../fonts/font-store.ts';
import { withFonts } from '../fonts/with-fonts.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { createViewImagePainter } from '../images/view-image-painter.ts';
import type { Painter } from '../paint/painter.ts';
import type { Skia } from '../skia/load.ts';
import { RasterSurface } from '../skia/raster-surface.ts';
import { createPngWriter } from './png.ts';
import { withBackground } from './with-background.ts';

export interface ThumbnailParts {
  readonly skia: Skia;
  readonly fonts: FontStore;
  readonly measure: TextMeasure;
  readonly library: ImageLibrary;
  readonly painter: Painter;
}

/** Symbols and images are shown as a common printer would print them. */
const THUMBNAIL_DPI = 300;

/** The design with this record as a grey 8-bit PNG whose longer side is `maxSidePx`. */
export async function renderThumbnail(
  parts: ThumbnailParts,
  template: Template,
  record: DataRecord,
  maxSidePx: number,
): Promise<Result<Uint8Array>> {
  const { skia, fonts, measure, library, painter } = parts;
  library.add(template.assets);
  const context = { measure, dpi: THUMBNAIL_DPI, imageSize: library.size, now: localTimeAt() };
  const composed = await withFonts(fonts, () => composeLabel(template, record, context));
  if (!composed.ok) return composed;

  const { widthMm, heightMm } = template.label;
  const pxPerMm = maxSidePx / Math.max(widthMm, heightMm);
  const width = Math.max(1, Math.round(widthMm * pxPerMm));
  const height = Math.max(1, Math.round(heightMm * pxPerMm));
  const surface = new RasterSurface(skia, 'rgba');
  const images = createViewImagePainter(skia, library, () => THUMBNAIL_DPI);
  try {
    const canvas = surface.resize(width, height);
    if (!canvas.ok) return canvas;
    canvas.value.clear(skia.WHITE);
    painter.paint(canvas.value, withBackground(composed.value.list, template.label), {
      pxPerMm,
      originXPx: 0,
      originYPx: 0,
      antialias: true,
      images,
    });
    const writer = createPngWriter({ width, height, colour: 'gray' });
    // Black ink on white paper: any channel is the grey.
    const rgba = surface.pixels();
    writer.rows(
      Uint8Array.from({ length: width * height }, (_, i) => rgba[i * 4] ?? 0),
      height,
    );
    return ok(writer.finish());
  } finally {
    images.dispose();
    surface.dispose();
  }
}
