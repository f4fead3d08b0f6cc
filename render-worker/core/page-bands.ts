import type { Dots } from '#model/kernel/units.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import type { Band, Bands } from '../bits/band.ts';
import { clearPlane, copyPart, createBitPlane, type BitPlane } from '../bits/bit-plane.ts';
import { bytesPerRow } from '../bits/png.ts';
import { BAND_ROWS } from '../print/label-painter.ts';
import { cellArea, fillsSheet, type PageParts } from './page-surface.ts';

const PAPER = 0xff;

/**
 * A page of one label in bands, from top to bottom: the label's own bands where it fills the page, otherwise with paper
 * around them and clipped to the page.
 */
export function pageBands(parts: PageParts, list: DisplayList): Bands {
  return fillsSheet(parts.sheet) ? labelBands(parts, list) : placedBands(parts, list);
}

function* placedBands(parts: PageParts, list: DisplayList): Bands {
  const { sheet, colour } = parts;
  const { widthDots: width, heightDots: height } = sheet;
  const { x, y } = cellArea(sheet, 0);
  const rowBytes = bytesPerRow(width, colour);
  const labelRowBytes = bytesPerRow(sheet.labelWidthDots, colour);
  const plane = createBitPlane(width, Math.min(BAND_ROWS, height));
  const tones = colour === 'bit' ? null : new Uint8Array(rowBytes * plane.height);

  function begin(rows: number): BitPlane {
    const part = { ...plane, height: rows, bits: plane.bits.subarray(0, rows * plane.strideBytes) };
    clearPlane(part);
    tones?.fill(PAPER);
    return part;
  }
  function made(top: Dots, part: BitPlane): Band {
    return { top, plane: part, pixels: tones?.subarray(0, part.height * rowBytes) ?? part.bits };
  }
  function* paper(from: Dots, to: Dots): Generator<Band, void, void> {
    for (let top = from; top < to; top += plane.height) yield made(top, begin(Math.min(plane.height, to - top)));
  }
  /** The rows of a band of the label, the first of them at `top` of the page. */
  function placed(band: Band, top: Dots, skipped: number, rows: number): Band {
    const part = begin(rows);
    copyPart(band.plane, part, x, -skipped);
    if (tones !== null) {
      const from = bytesPerRow(Math.max(0, -x), colour);
      const left = bytesPerRow(Math.max(0, x), colour);
      const bytes = Math.max(0, Math.min(labelRowBytes - from, rowBytes - left));
      for (let row = 0; row < rows; row++) {
        const at = (skipped + row) * labelRowBytes + from;
        tones.set(band.pixels.subarray(at, at + bytes), row * rowBytes + left);
      }
    }
    return made(top, part);
  }

  yield* paper(0, Math.min(height, Math.max(0, y)));
  const bands = labelBands(parts, list);
  let step = bands.next();
  for (; step.done !== true; step = bands.next()) {
    const { value: band } = step;
    const skipped = Math.max(0, -(y + band.top));
    const rows = Math.min(band.plane.height, height - y - band.top) - skipped;
    if (rows > 0) yield placed(band, y + band.top + skipped, skipped, rows);
  }
  yield* paper(Math.min(height, Math.max(0, y + sheet.labelHeightDots)), height);
  return step.value;
}

/** Paints a label in bands, in the colors of the page. */
export function labelBands({ sheet, colour, labels, tones }: PageParts, list: DisplayList): Bands {
  const { labelWidthDots: width, labelHeightDots: height } = sheet;
  return colour === 'bit' ? labels.bands(list, width, height) : tones.bands(list, width, height, colour);
}
