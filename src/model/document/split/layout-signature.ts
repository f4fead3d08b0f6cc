import type { PixelBox } from './ink.ts';
import { inkIn, type InkSums } from './ink-sums.ts';

/** The layout that identifies a kind of sheet independent of its text: lengths in mm. */
export interface Layout {
  readonly page: readonly [width: number, height: number];
  readonly label: readonly [width: number, height: number];
  /** Of the first label. */
  readonly first: readonly [x: number, y: number];
  /** From label to label; 0 in a direction with only one label. */
  readonly pitch: readonly [x: number, y: number];
  /** The distribution of ink: on the page if it has one label, otherwise on the labels. 0 to 9, row by row. */
  readonly pattern: readonly number[];
}

const VERSION = 's1';
const COLUMNS = 8;
const ROWS = 10;
const DIGITS = 9;
/** The darkest part of a usual label has this share of ink. */
const FULL_SHARE = 0.5;

export function layoutOf(sums: InkSums, boxes: readonly PixelBox[], dotsPerMm: number): Layout {
  const { width, height } = sums;
  const page = { left: 0, top: 0, right: width, bottom: height };
  const lefts = boxes.map(({ left }) => left);
  const tops = boxes.map(({ top }) => top);
  const label = [
    middle(boxes.map(({ left, right }) => right - left)),
    middle(boxes.map(({ top, bottom }) => bottom - top)),
  ];
  const mm = (pixels: number): number => Math.round(pixels / dotsPerMm);
  return {
    page: [mm(width), mm(height)],
    label: [mm(label[0] ?? 0), mm(label[1] ?? 0)],
    first: boxes.length === 0 ? [0, 0] : [mm(Math.min(...lefts)), mm(Math.min(...tops))],
    pitch: [mm(pitchOf(lefts, (label[0] ?? 0) / 2)), mm(pitchOf(tops, (label[1] ?? 0) / 2))],
    pattern: patternOf(sums, boxes.length === 1 ? [page] : boxes),
  };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The distance to the next place that is not almost the same. */
function pitchOf(places: readonly number[], least: number): number {
  const sorted = places.toSorted((a, b) => a - b);
  const steps = sorted.slice(1).map((place, i) => place - (sorted[i] ?? 0));
  return middle(steps.filter((step) => step > least));
}

function patternOf(sums: InkSums, boxes: readonly PixelBox[]): readonly number[] {
  return Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const [column, row] = [i % COLUMNS, Math.floor(i / COLUMNS)];
    const shares = boxes.map(({ left, top, right, bottom }) => {
      const [width, height] = [(right - left) / COLUMNS, (bottom - top) / ROWS];
      const part = {
        left: Math.round(left + column * width),
        top: Math.round(top + row * height),
        right: Math.round(left + (column + 1) * width),
        bottom: Math.round(top + (row + 1) * height),
      };
      return inkIn(sums, part) / Math.max(1, (part.right - part.left) * (part.bottom - part.top));
    });
    const share = shares.reduce((sum, each) => sum + each, 0) / Math.max(1, shares.length);
    return Math.min(DIGITS, Math.round(Math.sqrt(share / FULL_SHARE) * DIGITS));
  });
}

/** As short text: `s1 210x297 99x68 5,13 102,68 0012…`. */
export function writeLayout({ page, label, first, pitch, pattern }: Layout): string {
  return [VERSION, page.join('x'), label.join('x'), first.join(','), pitch.join(','), pattern.join('')].join(' ');
}

const WRITTEN = /^s1 (\d+)x(\d+) (\d+)x(\d+) (-?\d+),(-?\d+) (\d+),(\d+) (\d{80})$/;

/** Null if it is no signature of this version. */
export function readLayout(text: string): Layout | null {
  const found = WRITTEN.exec(text);
  if (found === null) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = found.slice(1, 9).map(Number);
  return { page: [a, b], label: [c, d], first: [e, f], pitch: [g, h], pattern: [...(found[9] ?? '')].map(Number) };
}
