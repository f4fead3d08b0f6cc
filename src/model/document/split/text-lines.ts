import { componentsOf } from './components.ts';
import type { Ink, PixelBox } from './ink.ts';

export interface TextLine {
  readonly box: PixelBox;
  /** Pieces of ink: letters, or strokes of them. */
  readonly letters: number;
}

/** In mm: larger pieces are drawings, lower ones are dashes. */
const LARGEST_MM = 11;
const LOWEST_MM = 0.9;
/** Narrower than the white between lines, wider than that between words. */
const GAP_MM = 1.3;
const LEAST_LETTERS = 3;
const LEAST_RATIO = 2;

/** Horizontal words and lines, without bars. */
export function textLinesOf(ink: Ink, bars: readonly PixelBox[]): readonly TextLine[] {
  const { width, dotsPerMm } = ink;
  const gap = Math.round(GAP_MM * dotsPerMm);
  const found = componentsOf(withoutBoxes(ink, bars));
  const isLetter = found.list.map(({ box, area }) => {
    const [across, down] = [box.right - box.left, box.bottom - box.top];
    return Math.max(across, down) <= LARGEST_MM * dotsPerMm && area >= 3;
  });
  const smeared = new Uint8Array(ink.bits.length);
  let [row, end] = [-1, -1];
  for (let i = 0; i < found.owners.length; i++) {
    if (isLetter[found.owners[i] ?? 0] !== true) continue;
    const [y = 0, left = 0, right = 0] = found.runs.subarray(i * 3, i * 3 + 3);
    const from = y === row && left - end <= gap ? end : left;
    smeared.fill(1, y * width + from, y * width + right);
    [row, end] = [y, right];
  }
  const lines = componentsOf({ ...ink, bits: smeared });
  const letters = new Int32Array(lines.list.length);
  const owners = ownersAt(lines, width, ink.bits.length);
  for (const [i, { box }] of found.list.entries()) {
    if (isLetter[i] !== true) continue;
    // Any of its pixels is in its line; the first of the top row is one.
    const at = ink.bits.indexOf(1, box.top * width + box.left);
    const owner = (owners[at] ?? 0) - 1;
    if (owner >= 0) letters[owner] = (letters[owner] ?? 0) + 1;
  }
  return lines.list
    .map(({ box }, i) => ({ box, letters: letters[i] ?? 0 }))
    .filter(({ box, letters: count }) => {
      const [across, down] = [box.right - box.left, box.bottom - box.top];
      const isLine = down >= LOWEST_MM * dotsPerMm && down <= LARGEST_MM * dotsPerMm && across >= down * LEAST_RATIO;
      return isLine && count >= LEAST_LETTERS;
    });
}

function ownersAt({ runs, owners }: ReturnType<typeof componentsOf>, width: number, length: number): Int32Array {
  const at = new Int32Array(length);
  for (let i = 0; i < owners.length; i++) {
    const [y = 0, left = 0, right = 0] = runs.subarray(i * 3, i * 3 + 3);
    at.fill((owners[i] ?? 0) + 1, y * width + left, y * width + right);
  }
  return at;
}

function withoutBoxes(ink: Ink, boxes: readonly PixelBox[]): Ink {
  const bits = ink.bits.slice();
  for (const { left, top, right, bottom } of boxes) {
    for (let y = top; y < bottom; y++) bits.fill(0, y * ink.width + left, y * ink.width + right);
  }
  return { ...ink, bits };
}
