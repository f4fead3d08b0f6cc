import { uprightRuns } from './bars.ts';
import { transposed, transposedBox, type Ink, type PixelBox } from './ink.ts';

/** A straight thin horizontal line, in pixels. */
export interface ThinLine {
  /** Its middle row. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly thick: number;
  /** Whether it is dashed or dotted. */
  readonly isBroken: boolean;
  /** Whether it is a dashed line in the design of a label, such as the perforation of a coupon. */
  readonly isOwn?: boolean;
}

export interface ThinLines {
  /** Horizontal lines, from the top. */
  readonly across: readonly ThinLine[];
  /** Vertical lines, from the left: `at` is a column. */
  readonly down: readonly ThinLine[];
}

/** A thicker line is a bar of a design. */
const THICKEST_MM = 1.7;
/** The longest white between dashes or dots. */
const BREAK_MM = 4;
/** A thicker line with gaps is text. */
const THICKEST_BROKEN_MM = 1.05;
const SHORTEST_MM = 12;
/** The least share of ink of a continuous line; a few print defects are allowed. */
const CONTINUOUS = 0.86;
/** The longest white in a continuous line: a defect of the print or of the scan. */
const FAULT_MM = 1;
/** The least number of dashes of a line. */
const LEAST_DASHES = 5;
/** The share of dashes, and of the gaps between them, with about the most common length. */
const ALIKE_SHARE = 0.6;
/** The white above and below a broken line, and the share of its length that has it: letters have neither. */
const NEAR_MM = [0.8, 1.6] as const;
const MOST_CROWDED = 0.2;
/** Tolerance between pixel rows for finding the same line again. */
const SAME_MM = 1.2;

/** Lines in both directions, without the bars of symbols, which are as straight. */
export function thinLinesOf(ink: Ink, bars: readonly PixelBox[]): ThinLines {
  const plain = withoutBoxes(ink, bars);
  return { across: acrossOf(plain), down: acrossOf(transposed(plain)) };
}

function acrossOf(ink: Ink): readonly ThinLine[] {
  const thin = uprightRuns(ink, 1, Math.round(THICKEST_MM * ink.dotsPerMm));
  const found: (ThinLine & { readonly inked: number })[] = [];
  for (let y = 0; y < ink.height; y++) found.push(...linesInRow(ink, thin, y));
  const same = Math.round(SAME_MM * ink.dotsPerMm);
  const kept: (ThinLine & { readonly inked: number })[] = [];
  for (const line of found.toSorted((a, b) => b.inked - a.inked)) {
    const isKnown = kept.some((other) => {
      const shared = Math.min(other.to, line.to) - Math.max(other.from, line.from);
      return Math.abs(other.at - line.at) <= same && shared > (line.to - line.from) * 0.5;
    });
    if (!isKnown) kept.push(line);
  }
  return kept
    .map(({ from, to, isBroken, ...line }) => ({
      from,
      to,
      isBroken,
      ...thickness(thin, ink.width, { from, to, isBroken, ...line }),
    }))
    .filter((line) => (line.isBroken ? isCutLine(line, ink.dotsPerMm) && !isText(ink, line) : isSolid(ink, line)))
    .toSorted((a, b) => a.at - b.at);
}

/** Short or thick ones are rows of letters. */
function isCutLine({ from, to, thick }: ThinLine, dotsPerMm: number): boolean {
  const length = (to - from) / dotsPerMm;
  return thick <= THICKEST_BROKEN_MM * dotsPerMm && length >= (thick / dotsPerMm > 0.6 ? 45 : 20);
}

/** Rows next to a broken line that text would have ink in, in mm, and the least share of the line's own ink. */
const TEXT_MM = 1.2;
const LEAST_TEXT = 0.5;

/** Whether there is much ink in the rows next to it: small letters in a row have gaps as even as dashes. */
function isText({ bits, width, height, dotsPerMm }: Ink, { at, from, to, thick }: ThinLine): boolean {
  const rowInk = (y: number): number => {
    let sum = 0;
    if (y >= 0 && y < height) for (let x = from; x < to; x++) sum += bits[y * width + x] ?? 0;
    return sum;
  };
  const own = Math.floor(thick / 2) + 1;
  let [inside, around] = [0, 0];
  for (
    let by = -Math.max(own, Math.round(TEXT_MM * dotsPerMm));
    by <= Math.max(own, Math.round(TEXT_MM * dotsPerMm));
    by++
  ) {
    if (Math.abs(by) <= own) inside += rowInk(at + by);
    else around += rowInk(at + by);
  }
  return around > inside * LEAST_TEXT;
}

/** Pixel rows of a line that has a middle, and the least share of ink in its fullest row: blurred letters have less. */
const MIDDLE_PIXELS = 3;
const LEAST_SOLID = 0.75;

function isSolid({ bits, width, height }: Ink, { at, from, to, thick }: ThinLine): boolean {
  if (thick < MIDDLE_PIXELS) return true;
  let most = 0;
  for (let y = Math.max(0, at - 1); y <= Math.min(height - 1, at + 1); y++) {
    let inked = 0;
    for (let x = from; x < to; x++) inked += bits[y * width + x] ?? 0;
    most = Math.max(most, inked);
  }
  return most >= (to - from) * LEAST_SOLID;
}

interface Run {
  readonly from: number;
  to: number;
}

function linesInRow(ink: Ink, thin: Uint8Array, y: number): readonly (ThinLine & { readonly inked: number })[] {
  const { width, height, dotsPerMm } = ink;
  const longest = Math.round(BREAK_MM * dotsPerMm);
  const [above, here, below] = [Math.max(0, y - 1) * width, y * width, Math.min(height - 1, y + 1) * width];
  const lines: (ThinLine & { readonly inked: number })[] = [];
  let runs: Run[] = [];
  const close = (): void => {
    const broken = brokenLineOf(ink, y, runs);
    lines.push(...(broken === null ? continuousLinesOf(ink, y, runs) : [broken]));
    runs = [];
  };
  for (let x = 0; x < width; x++) {
    // Requires ink in the row itself: otherwise a line would be found a row too far away.
    const isInked = thin[here + x] === 1 || thin[above + x] === 1 || thin[below + x] === 1;
    if (!isInked) continue;
    const last = runs.at(-1);
    if (last !== undefined && x === last.to) last.to = x + 1;
    else {
      if (last !== undefined && x - last.to > longest) close();
      runs.push({ from: x, to: x + 1 });
    }
  }
  close();
  return lines;
}

type FoundLine = ThinLine & { readonly inked: number };

function lineFrom(y: number, runs: readonly Run[], isBroken: boolean): FoundLine {
  const inked = runs.reduce((sum, { from, to }) => sum + to - from, 0);
  return { at: y, from: runs[0]?.from ?? 0, to: runs.at(-1)?.to ?? 0, thick: 1, inked, isBroken };
}

function brokenLineOf(ink: Ink, y: number, runs: readonly Run[]): FoundLine | null {
  const line = lineFrom(y, runs, true);
  if (line.to - line.from < SHORTEST_MM * ink.dotsPerMm || runs.length < LEAST_DASHES) return null;
  if (line.inked >= (line.to - line.from) * CONTINUOUS || isCrowded(ink, y, line)) return null;
  const gaps = runs.slice(1).map(({ from }, i) => from - (runs[i]?.to ?? 0));
  return areAlike(runs.map(({ from, to }) => to - from)) && areAlike(gaps) ? line : null;
}

/** Lines of several labels in one row are separate. */
function continuousLinesOf(ink: Ink, y: number, runs: readonly Run[]): readonly FoundLine[] {
  const most = Math.round(FAULT_MM * ink.dotsPerMm);
  const groups: Run[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last !== undefined && run.from - (last.at(-1)?.to ?? 0) <= most) last.push(run);
    else groups.push([run]);
  }
  return groups
    .map((group) => lineFrom(y, group, false))
    .filter(({ from, to, inked }) => to - from >= SHORTEST_MM * ink.dotsPerMm && inked >= (to - from) * CONTINUOUS);
}

function areAlike(lengths: readonly number[]): boolean {
  const middle = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  const off = Math.max(2, middle * 0.35);
  return lengths.filter((length) => Math.abs(length - middle) <= off).length >= lengths.length * ALIKE_SHARE;
}

/** Whether there is ink close above or below a good part of it. */
function isCrowded({ bits, width, height, dotsPerMm }: Ink, y: number, line: Pick<ThinLine, 'from' | 'to'>): boolean {
  const [near, far] = NEAR_MM.map((mm) => Math.round(mm * dotsPerMm)) as [number, number];
  for (const side of [-1, 1]) {
    let crowded = 0;
    for (let x = line.from; x < line.to; x++) {
      let isInked = false;
      for (let by = near; by <= far && !isInked; by++) {
        const row = y + side * by;
        isInked = row >= 0 && row < height && bits[row * width + x] === 1;
      }
      if (isInked) crowded += 1;
    }
    if (crowded > (line.to - line.from) * MOST_CROWDED) return true;
  }
  return false;
}

/** The number of rows around it with a good part of its ink, and their middle row. */
function thickness(thin: Uint8Array, width: number, line: ThinLine): Pick<ThinLine, 'at' | 'thick'> {
  const inkOf = (y: number): number => {
    let sum = 0;
    for (let at = y * width + line.from; at < y * width + line.to; at++) sum += thin[at] ?? 0;
    return sum;
  };
  const reach = 8;
  const rows = Array.from({ length: reach * 2 + 1 }, (_, i) => inkOf(line.at + i - reach));
  const most = Math.max(...rows.slice(reach - 2, reach + 3));
  const peak = rows.indexOf(most, reach - 2);
  let [first, last] = [peak, peak];
  while ((rows[first - 1] ?? 0) >= most * 0.5) first -= 1;
  while ((rows[last + 1] ?? 0) >= most * 0.5) last += 1;
  return { at: line.at + Math.round((first + last) / 2) - reach, thick: last - first + 1 };
}

export function withoutBoxes(ink: Ink, boxes: readonly PixelBox[]): Ink {
  const bits = ink.bits.slice();
  for (const { left, top, right, bottom } of boxes) {
    for (let y = top; y < bottom; y++) bits.fill(0, y * ink.width + left, y * ink.width + right);
  }
  return { ...ink, bits };
}

/** The page without these lines. */
export function withoutLines(ink: Ink, { across, down }: ThinLines): Ink {
  const rest = ink.bits.slice();
  erase(ink, rest, across, (line) => ({ left: line.from, right: line.to, ...reachOf(line) }));
  erase(ink, rest, down, (line) => transposedBox({ left: line.from, right: line.to, ...reachOf(line) }));
  return { ...ink, bits: rest };
}

function reachOf({ at, thick }: ThinLine): { readonly top: number; readonly bottom: number } {
  const by = Math.ceil(thick / 2) + 1;
  return { top: at - by, bottom: at + by + 1 };
}

function erase(
  { width, height }: Ink,
  rest: Uint8Array,
  lines: readonly ThinLine[],
  boxOf: (line: ThinLine) => PixelBox,
): void {
  for (const line of lines) {
    const { left, top, right, bottom } = boxOf(line);
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y++)
      rest.fill(0, y * width + Math.max(0, left), y * width + Math.min(width, right));
  }
}
