import { ok, type Result } from '#model/kernel/result.ts';
import type { DotRect } from '#model/elements/base/display-op.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import { intersect } from '../read-back/placed-area.ts';
import { readFound } from '../read-back/read-found.ts';
import { readBack } from '../read-back/read-back.ts';
import { clearPlane, copyPart, createBitPlane, eraseRect } from '../bits/bit-plane.ts';
import { cellArea, createPageWriter, fillsSheet, type PageParts, type PageSurface } from './page-surface.ts';
import { eachBandInTurn } from '../bits/band.ts';
import { labelBands } from './page-bands.ts';
import { bytesPerRow } from '../bits/png.ts';
import { verifySymbols } from './verify-label.ts';

const PAPER = 0xff;

/** A page that is in memory as a whole: one of several labels, or a small one. */
export function createWholePage(parts: PageParts): PageSurface {
  const { sheet, dpi, colour, zxing, labels } = parts;
  const { widthDots: width, heightDots: height } = sheet;
  const page = { x: 0, y: 0, width, height };
  const plane = createBitPlane(width, height);
  const rowBytes = bytesPerRow(width, colour);
  /** The gray or color pixels that are sent; null when the plane's own bits are. */
  const tones = colour === 'bit' ? null : new Uint8Array(rowBytes * height).fill(PAPER);
  /**
   * Where a label is painted before it is copied into its cell. Null when it fills the sheet and is painted there
   * directly.
   */
  const label = fillsSheet(sheet) ? null : createBitPlane(sheet.labelWidthDots, sheet.labelHeightDots);

  function paintBits(list: DisplayList, x: number, y: number): Result<null> {
    const painted = labels.paint(list, label ?? plane);
    if (painted.ok && label !== null) copyPart(label, plane, x, y);
    return painted;
  }

  function paintTones(target: Uint8Array, list: DisplayList, area: DotRect): Promise<Result<null>> {
    const labelRowBytes = bytesPerRow(sheet.labelWidthDots, colour);
    const on = intersect(area, page);
    const left = bytesPerRow(on.x, colour);
    const from = bytesPerRow(on.x - area.x, colour);
    const bytes = bytesPerRow(on.width, colour);
    return eachBandInTurn(labelBands(parts, list), parts.mayContinue, ({ top, plane: band, pixels }) => {
      copyPart(band, plane, area.x, area.y + top);
      for (let row = 0; row < band.height; row++) {
        const y = area.y + top + row;
        if (y < on.y || y >= on.y + on.height) continue;
        const at = row * labelRowBytes + from;
        target.set(pixels.subarray(at, at + bytes), y * rowBytes + left);
      }
    });
  }

  return {
    async place(cell, list, composed) {
      const area = cellArea(sheet, cell);
      const painted = tones === null ? paintBits(list, area.x, area.y) : await paintTones(tones, list, area);
      if (!painted.ok) return painted;
      return ok(verifySymbols(composed, parts.minGrade, (placed) => readBack(zxing, plane, area, placed, dpi)));
    },
    readFound: (cell, _list, symbol) => readFound(zxing, plane, cellArea(sheet, cell), symbol),
    erase(cell) {
      const { x, y, width: across, height: down } = intersect(cellArea(sheet, cell), page);
      eraseRect(plane, { x, y, width: across, height: down });
      if (tones === null) return;
      const [left, bytes] = [bytesPerRow(x, colour), bytesPerRow(across, colour)];
      for (let row = y; row < y + down; row++) {
        tones.fill(PAPER, row * rowBytes + left, row * rowBytes + left + bytes);
      }
    },
    take() {
      const pixels = tones ?? plane.bits;
      const writer = createPageWriter(parts, { width, height, dpi, colour });
      writer.rows(pixels, height);
      const made = writer.finish();
      clearPlane(plane);
      tones?.fill(PAPER);
      return ok(made.then((picture) => ({ ...picture, widthDots: width, heightDots: height })));
    },
  };
}
