import type { Rotation } from '#model/kernel/geometry.ts';
import type { Ink, PixelBox } from './ink.ts';
import { within, writtenLength, type Direction, type ReadPage } from './read-page.ts';
import type { TextLine } from './text-lines.ts';

/** The weight of each kind of vote. */
const WEIGHTS = { heights: 1, starts: 0.6, numbers: 2.5 };
/** Tolerance for aligned edges of lines, in mm. */
const ALIGNED_MM = 0.7;
/** The largest distance of a barcode's human-readable number. */
const NUMBER_MM = 2.5;

/** Sheets are hardly ever upside down: fewer votes are not sufficient. */
const LEAST_TURNED = 6;

export interface Upright {
  readonly rotation: Rotation;
  /** 0 without evidence, up to 1. */
  readonly confidence: number;
  /** The lead of the text's length along one axis over that along the other, 0 to 1. */
  readonly axisLead: number;
}

/** A label is turned differently from its sheet only if nearly all of its text says so. */
const LEAST_AXIS_LEAD = 0.6;

/** The rotation of each box: that of the sheet, unless its own text clearly runs along the other axis. */
export function rotationsOf(page: ReadPage, boxes: readonly PixelBox[]): readonly Rotation[] {
  const sheet = uprightOf(page, boxes).rotation;
  return boxes.map((box) => {
    const own = uprightOf(page, [box]);
    const isOtherAxis = own.rotation % 180 !== sheet % 180;
    return isOtherAxis && own.axisLead >= LEAST_AXIS_LEAD ? own.rotation : sheet;
  });
}

/** The rotation that makes the text of the boxes upright. They vote together. */
export function uprightOf(page: ReadPage, boxes: readonly PixelBox[]): Upright {
  const across = inAll(page, 'across', boxes);
  const down = inAll(page, 'down', boxes);
  const [length, lengthDown] = [writtenLength(across) + barsLength(across), writtenLength(down) + barsLength(down)];
  const isAcross = length >= lengthDown;
  const direction = isAcross ? across : down;
  const heights = heightVotes(direction);
  const starts = startVotes(direction);
  const numbers = numberVotes(direction);
  const first = WEIGHTS.heights * heights + WEIGHTS.numbers * numbers;
  const second = WEIGHTS.starts * starts;
  // The transposed page is mirrored, so above and left vote for opposite rotations.
  const votes = isAcross ? first + second : first - second;
  const cast = Math.abs(first) + Math.abs(second);
  const axisLead = length + lengthDown === 0 ? 0 : Math.abs(length - lengthDown) / (length + lengthDown);
  const confidence = cast === 0 ? 0 : Math.min(1, Math.abs(votes) / 4) * axisLead;
  if (isAcross) return { rotation: votes >= -LEAST_TURNED ? 0 : 180, confidence, axisLead };
  return { rotation: votes >= 0 ? 90 : 270, confidence, axisLead };
}

function inAll(page: ReadPage, direction: 'across' | 'down', boxes: readonly PixelBox[]): Direction {
  const all = boxes.map((box) => within(page, direction, box));
  return { ink: page[direction].ink, bars: all.flatMap(({ bars }) => bars), lines: all.flatMap(({ lines }) => lines) };
}

/** Bars are nearly always written in the direction of the text near them. */
function barsLength({ bars }: Direction): number {
  return bars.reduce((sum, { left, right }) => sum + right - left, 0);
}

/** Letters extend above the middle of their line more often than below it. */
function heightVotes({ ink, lines }: Direction): number {
  let votes = 0;
  for (const line of lines) votes += heightVote(ink, line);
  return votes;
}

function heightVote(ink: Ink, { box, letters }: TextLine): number {
  const rows: number[] = [];
  for (let y = box.top; y < box.bottom; y++) {
    let count = 0;
    for (let at = y * ink.width + box.left; at < y * ink.width + box.right; at++) count += ink.bits[at] ?? 0;
    rows.push(count);
  }
  if (rows.length < 5) return 0;
  const high = rows.toSorted((a, b) => b - a)[Math.floor(rows.length / 5)] ?? 0;
  const first = rows.findIndex((count) => count >= high * 0.55);
  const last = rows.findLastIndex((count) => count >= high * 0.55);
  const sum = (from: number, to: number): number => rows.slice(from, to).reduce((all, count) => all + count, 0);
  const total = sum(0, rows.length);
  const vote = total === 0 ? 0 : (sum(0, first) - sum(last + 1, rows.length)) / total;
  return vote * Math.sqrt(letters);
}

/** Consecutive lines start at one place and end anywhere. */
function startVotes({ ink, lines }: Direction): number {
  const near = ALIGNED_MM * ink.dotsPerMm;
  let votes = 0;
  for (const { box } of lines) {
    const next = lines
      .filter((other) => other.box.top >= box.bottom - 2 && other.box.top - box.bottom < (box.bottom - box.top) * 1.5)
      .filter((other) => other.box.left < box.right && other.box.right > box.left)
      .toSorted((a, b) => a.box.top - b.box.top)[0];
    if (next === undefined) continue;
    const starts = Math.abs(next.box.left - box.left) <= near;
    const ends = Math.abs(next.box.right - box.right) <= near;
    if (starts !== ends) votes += starts ? 1 : -1;
  }
  return votes;
}

/** The human-readable number is below the bars. */
function numberVotes({ ink, bars, lines }: Direction): number {
  let votes = 0;
  for (const bar of bars) {
    const inside = lines.filter(({ box }) => box.left >= bar.left - 4 && box.right <= bar.right + 4);
    const below = nearest(inside.map(({ box }) => box.top - bar.bottom));
    const above = nearest(inside.map(({ box }) => bar.top - box.bottom));
    if (Math.min(below, above) > NUMBER_MM * ink.dotsPerMm || below === above) continue;
    votes += below < above ? 1 : -1;
  }
  return votes;
}

function nearest(distances: readonly number[]): number {
  return Math.min(Infinity, ...distances.filter((distance) => distance >= -2));
}
