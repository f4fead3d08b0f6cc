import type { DotRect } from '#model/elements/base/display-op.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { dotsPerMm, type Dots } from '#model/kernel/units.ts';
import { NO_CALIBRATION, type Calibration } from '#model/page/calibration.ts';
import type { DisplayItem } from '#model/page/display-list.ts';
import { sheetGeometry } from '#model/page/sheet.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { PrintedLook, ViewState } from '#protocol/render.ts';
import { clearPlane, createBitPlane, type BitPlane } from '../bits/bit-plane.ts';
import type { PixelBox } from './shade-plane.ts';
import type { PrintedPixels } from './printed-pixels.ts';

/** Paints in black and white, as a run does (`print/bit-painter.ts`). */
export interface DotPainter {
  paint(plane: BitPlane, items: readonly DisplayItem[], dpi: number, top: Dots): Result<null>;
  dispose(): void;
}

/** Approximate number of rows of dots painted at a time, so that the memory does not grow with the label. */
const BAND_ROWS = 512;
const OPAQUE = 0xff000000 | 0;
const GRAY = 0x010101;
const PAPER = OPAQUE | (0xff * GRAY);
/** The lines between dots, on paper and on ink. */
const LINE_ON_PAPER = OPAQUE | (0xdc * GRAY);
const LINE_ON_INK = OPAQUE | (0x48 * GRAY);

/**
 * Paints the visible dots, band by band, and gives their pixels. A dot of at least a pixel is shown by its nearest
 * pixels, smaller ones as the gray of the dots in a pixel; dots off the page are paper. The dots of a calibrated
 * printer are shown at their position on the paper.
 */
export function* printedDots(
  painter: DotPainter,
  items: readonly DisplayItem[],
  label: LabelSettings,
  state: ViewState,
  look: PrintedLook,
  paper: PixelBox,
): Generator<null, Result<PrintedPixels>, void> {
  const { dpi, viewport } = state;
  const { originXPx, originYPx, pxPerMm } = viewport;
  const { acrossScale, alongScale } = look.calibration ?? NO_CALIBRATION;
  const { labelWidthDots, labelHeightDots, onPage } = dotsOfLabel(label, dpi, look.calibration);
  const across = pxPerMm / dotsPerMm(dpi) / acrossScale;
  const down = pxPerMm / dotsPerMm(dpi) / alongScale;
  const columns = dotsOfPixel(paper.x0, paper.x1, originXPx, across, labelWidthDots);
  const rows = dotsOfPixel(paper.y0, paper.y1, originYPx, down, labelHeightDots);
  const [width, height] = [columns.length, rows.length];
  const pixels = new Int32Array(width * height).fill(PAPER);
  const seen: PrintedPixels = { box: paper, pixels };
  if (width === 0 || height === 0) return ok(seen);

  const hasGrid = Math.min(across, down) >= look.gridFromPx;
  const pixelOf = pixelOfDots(columns, labelWidthDots, onPage.x, onPage.x + onPage.width);
  const inks = new Int32Array(width);
  let plane: BitPlane | null = null;
  for (let y = 0; y < height;) {
    const end = bandEnd(rows, y);
    const top = (rows[y] as DotSpan).from;
    const count = (rows[end - 1] as DotSpan).to - top;
    if (plane === null || plane.height !== count) plane = createBitPlane(labelWidthDots, count);
    else clearPlane(plane);
    const painted = painter.paint(plane, items, dpi, top);
    if (!painted.ok) return painted;
    for (; y < end; y++) {
      const row = rows[y] as DotSpan;
      const before = rows[y - 1];
      const isSame = before !== undefined && before.from === row.from && before.to === row.to;
      const at = y * width;
      if (isSame && !(hasGrid && isFirstOf(rows, y - 1))) {
        pixels.copyWithin(at, at - width, at);
        continue;
      }
      inks.fill(0);
      let from = Math.max(row.from, onPage.y);
      const to = Math.min(row.to, onPage.y + onPage.height);
      for (; from < to; from++) countInk(plane, from - top, pixelOf, columns, inks);
      const isLine = hasGrid && isFirstOf(rows, y);
      for (let x = 0; x < width; x++) {
        const { from: left, to: right } = columns[x] as DotSpan;
        const dots = (right - left) * (row.to - row.from);
        const level = 255 - Math.round((255 * (inks[x] as number)) / dots);
        if (hasGrid && (isLine || isFirstOf(columns, x))) pixels[at + x] = level > 127 ? LINE_ON_PAPER : LINE_ON_INK;
        else pixels[at + x] = OPAQUE | (level * GRAY);
      }
    }
    yield null;
  }
  return ok(seen);
}

/** The label in dots, at the first position of its page, and the part of it that is on the page. */
function dotsOfLabel(
  label: LabelSettings,
  dpi: number,
  calibration: Calibration | undefined,
): { readonly labelWidthDots: Dots; readonly labelHeightDots: Dots; readonly onPage: DotRect } {
  const { widthDots, heightDots, labelWidthDots, labelHeightDots, cells } = sheetGeometry(label, dpi, calibration);
  const { xDots = 0, yDots = 0 } = cells[0] ?? {};
  const x = Math.max(0, -xDots);
  const y = Math.max(0, -yDots);
  const onPage = {
    x,
    y,
    width: Math.min(labelWidthDots, widthDots - xDots) - x,
    height: Math.min(labelHeightDots, heightDots - yDots) - y,
  };
  return { labelWidthDots, labelHeightDots, onPage };
}

/** The row of pixels after the last one of a band that begins with `first`. */
function bandEnd(rows: readonly DotSpan[], first: number): number {
  const top = (rows[first] as DotSpan).from;
  let end = first + 1;
  while (end < rows.length && (rows[end] as DotSpan).to - top <= BAND_ROWS) end++;
  return end;
}

/** Whether the pixel is the first one of its dot. */
function isFirstOf(spans: readonly DotSpan[], at: number): boolean {
  return at > 0 && (spans[at - 1] as DotSpan).from !== (spans[at] as DotSpan).from;
}

/** Adds the dots of ink of a row to their pixels. */
function countInk(
  { bits, strideBytes }: BitPlane,
  row: number,
  pixelOf: Int32Array,
  columns: readonly DotSpan[],
  inks: Int32Array,
): void {
  const firstDot = (columns[0] as DotSpan).from;
  const endDot = (columns[columns.length - 1] as DotSpan).to;
  for (let byte = firstDot >> 3; byte * 8 < endDot; byte++) {
    const eight = bits[row * strideBytes + byte] as number;
    if (eight === 0xff) continue;
    for (let dot = byte * 8; dot < byte * 8 + 8; dot++) {
      if (((eight >> (7 - (dot & 7))) & 1) !== 0) continue;
      // A dot may be many pixels wide: all that show it.
      for (let x = pixelOf[dot] ?? -1; x >= 0 && x < columns.length; x++) {
        const { from, to } = columns[x] as DotSpan;
        if (dot < from || dot >= to) break;
        inks[x] = (inks[x] as number) + 1;
      }
    }
  }
}

/** The dots that a pixel shows: from one to before another. */
interface DotSpan {
  readonly from: Dots;
  readonly to: Dots;
}

/**
 * For each pixel from `first` to before `end`, the dots that it shows along one axis: those within it where dots are
 * smaller than pixels, otherwise the one at its middle. At least one, and none beyond `count`.
 */
function dotsOfPixel(first: number, end: number, originPx: number, dotPx: number, count: Dots): DotSpan[] {
  const spans: DotSpan[] = [];
  const within = (dot: number): Dots => Math.min(count - 1, Math.max(0, dot));
  for (let px = first; px < end; px++) {
    if (dotPx >= 1) {
      const dot = within(Math.floor((px + 0.5 - originPx) / dotPx));
      spans.push({ from: dot, to: dot + 1 });
    } else {
      const from = within(Math.floor((px - originPx) / dotPx));
      spans.push({ from, to: Math.max(from + 1, Math.min(count, Math.floor((px + 1 - originPx) / dotPx))) });
    }
  }
  return spans;
}

/** The first pixel that shows each dot; -1 for invisible dots, or dots that are not between `from` and `to`. */
function pixelOfDots(spans: readonly DotSpan[], count: Dots, from: Dots, to: Dots): Int32Array {
  const pixelOf = new Int32Array(count).fill(-1);
  for (let px = spans.length - 1; px >= 0; px--) {
    const span = spans[px] as DotSpan;
    for (let dot = Math.max(span.from, from); dot < Math.min(span.to, to); dot++) pixelOf[dot] = px;
  }
  return pixelOf;
}
