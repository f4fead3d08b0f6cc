import type { GlyphRun } from '#model/elements/base/display-op.ts';
import { glyphRun, slicedRun, type LineRun } from './line-run.ts';
import { isUpright, type UprightNumber } from './orientation.ts';
import type { PlacedLine, VerticalMetrics } from './place-lines.ts';

/**
 * The middle of an upright character above its baseline, in em. The box of a Chinese character reaches from 0.88 above
 * to 0.12 below.
 */
const IDEOGRAPH_MIDDLE = 0.38;
/** The middle of a digit above its baseline, in em: half its height. */
const DIGIT_MIDDLE = 0.355;
/** Specification 2, section 9: the width of a narrow character in vertical text. */
export const NARROW_EM = 0.55;

export interface ColumnBox {
  readonly emUnits: number;
  readonly mmPerUnit: number;
  readonly sizeMm: number;
  /** The total width of all columns, in layout units. */
  readonly width: number;
  readonly spacing: number;
  readonly primary: VerticalMetrics;
  /** Numbers whose digits share the space of one character. */
  readonly numbers: readonly UprightNumber[];
  /** The width of each glyph of the run, in layout units, without the spacing of its line. */
  readonly widths: ArrayLike<number>;
  /** Whether the font has replaced the glyph by its vertical form, which is drawn upright. */
  readonly hasVerticalForm: (glyph: number) => boolean;
}

/** The x of a column's middle: the first column is the rightmost. */
export function columnMiddle(line: PlacedLine, width: number): number {
  return width - (line.top + line.bottom) / 2;
}

/**
 * Turns a run of a line into a part of a column. What Skia laid out from left to right runs down: upright glyphs are in
 * the middle of the column, at their position along the line, and the others are rotated.
 */
export function columnRuns(run: LineRun, line: PlacedLine, box: ColumnBox): GlyphRun[] {
  const middle = columnMiddle(line, box.width);
  const start = line.left;
  const out: GlyphRun[] = [];
  let first = 0;
  for (const part of parts(run, box)) {
    const positions = new Float32Array(part.run.glyphs.length * 2);
    const put = (i: number, x: number, y: number): void => {
      positions[2 * i] = x * box.mmPerUnit;
      positions[2 * i + 1] = (start + y) * box.mmPerUnit;
    };
    const sideways = part.orientation === 'sideways';
    if (sideways) {
      const baseline = middle - (box.primary.ascent - box.primary.descent) / 2;
      for (let i = 0; i < part.run.glyphs.length; i++) put(i, baseline - at(part.run.ys, i), at(part.run.xs, i));
    } else if (part.orientation === 'upright') placeUpright(part.run, first, middle, box, put);
    else placeNumber(part.run, part.orientation, middle, box, put);
    const placed = glyphRun(part.run, box.sizeMm, positions);
    out.push(sideways ? { ...placed, sideways: true } : placed);
    first += part.run.glyphs.length;
  }
  return out;
}

type Put = (glyph: number, x: number, y: number) => void;

/** `first` is the index in the whole run of this run's first glyph. */
function placeUpright(run: LineRun, first: number, middle: number, box: ColumnBox, put: Put): void {
  let base = 0;
  for (let i = 0; i < run.glyphs.length; i++) {
    // A mark stays next to its letter.
    if (run.clusters[i] !== run.clusters[base]) base = i;
    const width = box.widths[first + base] ?? 0;
    const x = middle - width / 2 + at(run.xs, i) - at(run.xs, base);
    const y = at(run.xs, base) + width / 2 + IDEOGRAPH_MIDDLE * box.emUnits + at(run.ys, i);
    put(i, x, y);
  }
}

/** Places each digit in the middle of a cell of its own; the cells are side by side in the middle of the column. */
function placeNumber(run: LineRun, number: UprightNumber, middle: number, box: ColumnBox, put: Put): void {
  const cell = NARROW_EM * box.emUnits;
  const last = run.glyphs.length - 1;
  const from = at(run.xs, 0) - number.spacing / 2;
  const to = at(run.xs, last) - number.spacing / 2 + at(run.advances, last);
  for (let i = 0; i <= last; i++) {
    const left = middle + (i - (last + 1) / 2) * cell;
    const own = at(run.advances, i) - number.spacing;
    put(i, left + (cell - own) / 2, (from + to) / 2 + DIGIT_MIDDLE * box.emUnits);
  }
}

function at(values: Float64Array, i: number): number {
  return values[i] ?? 0;
}

/** Letters have other forms for other reasons than vertical writing. */
const PUNCTUATION = /^[\p{P}\p{S}]/u;

type Orientation = 'upright' | 'sideways' | UprightNumber;

/** The run, split where the orientation of glyphs changes. */
function parts(
  run: LineRun,
  { numbers, hasVerticalForm }: ColumnBox,
): { readonly run: LineRun; readonly orientation: Orientation }[] {
  const orientation = Array.from(run.clusters, (cluster, glyph): Orientation => {
    const place = run.start + cluster;
    const number = numbers.find(({ start, end }) => start <= place && place < end);
    if (number !== undefined) return number;
    const character = String.fromCodePoint(run.text.codePointAt(cluster) ?? 0x20);
    // The … of a Chinese font has its dots below each other: rotated they would be next to each other again.
    return isUpright(character) || (PUNCTUATION.test(character) && hasVerticalForm(glyph)) ? 'upright' : 'sideways';
  });
  const cut: { readonly run: LineRun; readonly orientation: Orientation }[] = [];
  for (let from = 0, to = 1; to <= orientation.length; to++) {
    const one = orientation[from];
    if (one === undefined || orientation[to] === one) continue;
    cut.push({ run: from === 0 && to === orientation.length ? run : slicedRun(run, from, to), orientation: one });
    from = to;
  }
  return cut;
}
