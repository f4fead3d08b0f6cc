import { componentsOf } from './components.ts';
import type { Ink, PixelBox } from './ink.ts';

/** Lower bars are hard to distinguish from letters. */
const LEAST_HEIGHT_MM = 4;
const THICKEST_BAR_MM = 5;
const WIDEST_SPACE_MM = 5;
/** So many parallel lines are not the lines of a table. */
const LEAST_BARS = 8;
const LEAST_WIDTH_MM = 8;
/** The largest difference between rows of bars; a rotated scan shifts a few of their edges. */
const ROWS_APART = 3;
const MOST_CHANGES = 0.1;

/** Linear barcodes with vertical bars on the page. */
export function barsOf(ink: Ink): readonly PixelBox[] {
  const { width, height, dotsPerMm } = ink;
  const upright = uprightRuns(ink, Math.round(LEAST_HEIGHT_MM * dotsPerMm));
  const symbols = new Uint8Array(ink.bits.length);
  let next = upright.indexOf(1);
  for (let y = 0; y < height && next >= 0; y++) {
    if (next < y * width) next = upright.indexOf(1, y * width);
    if (next >= (y + 1) * width) continue;
    let [start, end, count] = [-1, -1, 0];
    const close = (): void => {
      if (count >= LEAST_BARS && end - start >= LEAST_WIDTH_MM * dotsPerMm)
        symbols.fill(1, y * width + start, y * width + end);
      count = 0;
    };
    const base = y * width;
    for (let x = 0; x < width; x++) {
      if (upright[base + x] !== 1) continue;
      const left = x;
      while (x < width && upright[base + x] === 1) x += 1;
      if (count > 0 && left - end > WIDEST_SPACE_MM * dotsPerMm) close();
      if (x - left > THICKEST_BAR_MM * dotsPerMm) {
        close();
        continue;
      }
      if (count === 0) start = left;
      end = x;
      count += 1;
    }
    close();
  }
  return componentsOf({ ...ink, bits: symbols })
    .list.flatMap(({ box }) => betweenRules(ink, box))
    .filter((box) => box.bottom - box.top >= LEAST_HEIGHT_MM * dotsPerMm && isStraight(ink, box));
}

/**
 * A line that continues this far above and below bars, in mm, is no bar: it is the side of a frame or a rule of the label.
 */
const RULE_BEYOND_MM = 3;

/** The parts of a row of bars between such lines: those at its ends, and those between the symbols of two labels. */
function betweenRules(ink: Ink, box: PixelBox): readonly PixelBox[] {
  const row = Math.floor((box.top + box.bottom) / 2) * ink.width;
  const parts: { left: number; right: number; count: number }[] = [];
  let [current, hasRules]: [{ left: number; right: number; count: number } | null, boolean] = [null, false];
  for (let x = box.left; x < box.right; x++) {
    if (ink.bits[row + x] !== 1) continue;
    const left = x;
    while (x < box.right && ink.bits[row + x] === 1) x += 1;
    if (reachOf(ink, Math.floor((left + x - 1) / 2), box) >= RULE_BEYOND_MM * ink.dotsPerMm) {
      [current, hasRules] = [null, true];
      continue;
    }
    if (current === null) parts.push((current = { left, right: x, count: 0 }));
    current.right = x;
    current.count += 1;
  }
  if (!hasRules) return [box];
  return parts
    .filter(({ left, right, count }) => count >= LEAST_BARS && right - left >= LEAST_WIDTH_MM * ink.dotsPerMm)
    .map(({ left, right }) => ({ ...box, left, right }));
}

/** How far the ink of a column continues above and below a box, in pixels; it may lean by one pixel per row. */
function reachOf({ bits, width, height }: Ink, column: number, { top, bottom }: PixelBox): number {
  let reach = 0;
  for (const [start, step] of [
    [top, -1],
    [bottom - 1, 1],
  ] as const) {
    let x = column;
    for (let y = start; y >= 0 && y < height; y += step) {
      const row = y * width;
      const next = [x, x - 1, x + 1].find((each) => bits[row + each] === 1);
      if (next === undefined) break;
      x = next;
      if (y < top || y >= bottom) reach += 1;
    }
  }
  return reach;
}

/** Large letters have vertical strokes too, but the gaps between them change from top to bottom. */
function isStraight({ bits, width }: Ink, { left, top, right, bottom }: PixelBox): boolean {
  const margin = Math.round((bottom - top) * 0.2);
  let [changes, all] = [0, 0];
  for (let y = top + margin; y + ROWS_APART < bottom - margin; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      if (bits[at] !== bits[at + ROWS_APART * width]) changes += 1;
      all += 1;
    }
  }
  return changes <= all * MOST_CHANGES;
}

/** Vertical runs of ink, with the shortest and longest length in pixels. */
export function uprightRuns({ bits, width, height }: Ink, least: number, most: number = Infinity): Uint8Array {
  const out = new Uint8Array(bits.length);
  const lengths = new Int32Array(width);
  for (let y = 0; y <= height; y++) {
    for (let x = 0; x < width; x++) {
      if (y < height && bits[y * width + x] === 1) {
        lengths[x] = (lengths[x] ?? 0) + 1;
        continue;
      }
      const length = lengths[x] ?? 0;
      if (length === 0) continue;
      lengths[x] = 0;
      if (length < least || length > most) continue;
      for (let row = y - length; row < y; row++) out[row * width + x] = 1;
    }
  }
  return out;
}
