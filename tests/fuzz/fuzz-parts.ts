import { FontStore } from '#render-worker/fonts/font-store.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createBitPainter } from '#render-worker/print/bit-painter.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import type { FuzzParts } from '../support/symbol-fuzz.ts';

/** Creates the reader and the painter that a print run uses. */
export async function createFuzzParts(): Promise<FuzzParts> {
  const [zxing, skia] = await Promise.all([loadZxingInNode(), loadSkiaInNode()]);
  const fonts = new FontStore(skia, createNodeFontSource());
  return { zxing, painter: createBitPainter(skia, fonts, createImageLibrary(skia)) };
}
