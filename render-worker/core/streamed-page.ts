import { ok } from '#model/kernel/result.ts';
import { readFound } from '../read-back/read-found.ts';
import { type BitPlane, createBitPlane } from '../bits/bit-plane.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import { createSymbolWindows } from '../read-back/symbol-windows.ts';
import { cellArea, type PagePicture, type PageParts, type PageSurface } from './page-surface.ts';
import { type Band, eachBand, eachBandInTurn } from '../bits/band.ts';
import { pageBands } from './page-bands.ts';
import { createPieceHashes } from '../kernel/sha256.ts';
import { bytesPerRow } from '../bits/png.ts';
import { verifySymbols } from './verify-label.ts';

/**
 * A page of one label that is never in memory as a whole. Each band goes into the file, into the hash and into the
 * areas of symbols that are read back, and is then overwritten by the next.
 */
export function createStreamedPage(parts: PageParts): PageSurface {
  const { sheet, dpi, colour, zxing } = parts;
  const { widthDots: width, heightDots: height } = sheet;
  const nextHash = createPieceHashes(bytesPerRow(width, colour) * height);
  let picture: Promise<PagePicture> | null = null;
  /** The painted label, for symbols that are read from it afterwards. */
  let label: { readonly list: DisplayList; readonly plane: BitPlane } | null = null;

  /** Makes a file and a hash of the given bands. */
  function createPicture(): { readonly take: (band: Band) => void; readonly finish: () => Promise<PagePicture> } {
    const writer = parts.createWriter({ width, height, dpi, colour });
    const hash = nextHash();
    return {
      take({ plane, pixels }) {
        writer.rows(pixels, plane.height);
        hash.update(pixels);
      },
      async finish() {
        const made = hash.finish();
        const png = writer.finish();
        return { png, bitsHash: await made, widthDots: width, heightDots: height };
      },
    };
  }

  return {
    async place(_cell, list, composed) {
      const made = createPicture();
      const windows = createSymbolWindows(zxing, composed.symbols, { width, height }, cellArea(sheet, 0), dpi);
      picture = null;
      const painted = await eachBandInTurn(pageBands(parts, list), parts.mayContinue, (band) => {
        made.take(band);
        windows.take(band.plane, band.top);
      });
      if (!painted.ok) return painted;
      picture = made.finish();
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
        const bare = createPicture();
        const painted = eachBand(pageBands(parts, { widthMm: 0, heightMm: 0, dpi, items: [] }), bare.take);
        if (!painted.ok) return painted;
        picture = bare.finish();
      }
      const taken = picture;
      picture = null;
      label = null;
      return ok(taken);
    },
  };
}
