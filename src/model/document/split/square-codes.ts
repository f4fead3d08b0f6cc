import type { Ink, PixelBox } from './ink.ts';
import { inkIn, inkSums } from './ink-sums.ts';
import { componentsOf } from './components.ts';

/** The size of the examined parts of the page. */
const STEP_MM = 1;
/** A part of a code is neither white nor black, in shares of ink. */
const LEAST_DARK = 0.22;
const MOST_DARK = 0.8;
/** The share of pixels that differ from the next one, in both directions. */
const LEAST_CHANGES = 0.1;
const LEAST_SIDE_MM = 7;
const MOST_RATIO = 1.4;
const LEAST_FILLED = 0.75;

/** Squares that may be a QR code, a Data Matrix or an Aztec code: without white inside. */
export function squareCodesOf(ink: Ink): readonly PixelBox[] {
  const { bits, width, height, dotsPerMm } = ink;
  const step = Math.max(2, Math.round(STEP_MM * dotsPerMm));
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)];
  const changes = (dx: number, dy: number): Ink => {
    const out = new Uint8Array(bits.length);
    for (let y = 0; y + dy < height; y++) {
      for (let x = 0; x + dx < width; x++) {
        const at = y * width + x;
        if (bits[at] !== bits[at + dy * width + dx]) out[at] = 1;
      }
    }
    return { ...ink, bits: out };
  };
  const [dark, across, down] = [inkSums(ink), inkSums(changes(1, 0)), inkSums(changes(0, 1))];
  const mixed = new Uint8Array(columns * rows);
  for (let i = 0; i < mixed.length; i++) {
    const [x, y] = [(i % columns) * step, Math.floor(i / columns) * step];
    // A part and its neighbors: one module of a coarse code may fill a part.
    const box = { left: x - step, top: y - step, right: x + 2 * step, bottom: y + 2 * step };
    const area = 9 * step * step;
    const share = inkIn(dark, box) / area;
    const least = LEAST_CHANGES * area;
    if (share < LEAST_DARK || share > MOST_DARK) continue;
    if (inkIn(across, box) >= least && inkIn(down, box) >= least) mixed[i] = 1;
  }
  return componentsOf({ bits: mixed, width: columns, height: rows, dotsPerMm: dotsPerMm / step })
    .list.filter(({ box, area }) => {
      const [wide, high] = [box.right - box.left, box.bottom - box.top];
      if (Math.min(wide, high) * step < LEAST_SIDE_MM * dotsPerMm) return false;
      return Math.max(wide, high) <= Math.min(wide, high) * MOST_RATIO && area >= wide * high * LEAST_FILLED;
    })
    .map(({ box }) => ({
      left: box.left * step,
      top: box.top * step,
      right: box.right * step,
      bottom: box.bottom * step,
    }));
}
