import { ok } from '#model/kernel/result.ts';
import { readFound } from '../read-back/read-found.ts';
import { type BitPlane, createBitPlane } from '../bits/bit-plane.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import { createSymbolWindows } from '../read-back/symbol-windows.ts';
import {
  cellArea,
  createPageWriter,
  type PagePicture,
  type PageParts,
  type PageSurface,
  type PageWriter,
} from './page-surface.ts';
import { eachBand, eachBandInTurn } from '../bits/band.ts';
import { pageBands } from './page-bands.ts';
import { verifySymbols } from './verify-label.ts';

/**
 * A page of one label that is never in memory as a whole. Each band goes into the file and into the areas of symbols
 * that are read back, and is then overwritten by the next.
 */
export function createStreamedPage(parts: PageParts): PageSurface {
  const { sheet, dpi, colour, zxing } = parts;
  const { widthDots: width, heightDots: height } = sheet;
  let picture: Promise<PagePicture> | null = null;
  /** The painted label, for symbols that are read from it afterwards. */
  let label: { readonly list: DisplayList; readonly plane: BitPlane } | null = null;

  async function finished(writer: PageWriter): Promise<PagePicture> {
    return { ...(await writer.finish()), widthDots: width, heightDots: height };
  }

  return {
    async place(_cell, list, composed) {
      const writer = createPageWriter(parts, { width, height, dpi, colour });
      const windows = createSymbolWindows(zxing, composed.symbols, { width, height }, cellArea(sheet, 0), dpi);
      picture = null;
      const painted = await eachBandInTurn(pageBands(parts, list), parts.mayContinue, (band) => {
        writer.rows(band.pixels, band.plane.height);
        windows.take(band.plane, band.top);
      });
      if (!painted.ok) return painted;
      picture = finished(writer);
      return ok(verifySymbols(composed, parts.minGrade, windows.reading));
    },
    readFound(_cell, list, symbol) {
      if (label?.list !== list) {
        const plane = createBitPlane(sheet.labelWidthDots, sheet.labelHeightDots);
        parts.labels.paint(list, plane);
        label = { list, plane };
      }
      const { plane } = label;
      return readFound(zxing, plane, { x: 0, y: 0, width: plane.width, height: plane.height }, symbol);
    },
    erase() {
      picture = null;
      label = null;
    },
    take() {
      if (picture === null) {
        const writer = createPageWriter(parts, { width, height, dpi, colour });
        const nothing = pageBands(parts, { widthMm: 0, heightMm: 0, dpi, items: [] });
        const painted = eachBand(nothing, (band) => writer.rows(band.pixels, band.plane.height));
        if (!painted.ok) return painted;
        picture = finished(writer);
      }
      const taken = picture;
      picture = null;
      label = null;
      return ok(taken);
    },
  };
}
