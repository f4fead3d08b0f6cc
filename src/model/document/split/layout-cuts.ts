import type { Evidence } from './evidence.ts';
import { type PixelBox } from './ink.ts';
import { inkIn } from './ink-sums.ts';
import { profileOf } from './lattice.ts';
import type { ThinLine } from './thin-lines.ts';
import { WEIGHTS as W } from './layout-weights.ts';

export type Axis = 'x' | 'y';

/** A place where a part of the page can be cut. */
export interface Cut {
  /** The pixel row or column where the next part begins. */
  readonly at: number;
  /** White between the content on both sides, in mm. */
  readonly white: number;
  /** Whether it is on a line. */
  readonly isOnLine: boolean;
  readonly score: number;
}

export interface CutSet {
  readonly axis: Axis;
  readonly places: readonly number[];
  readonly score: number;
}

const LEAST_GAP_MM = 0.8;
const NEAR_MM = 1.2;
/** How far a cut line continues on both sides of a cut that crosses it. */
const LEAST_CROSSED_MM = 8;

export function rangeOf(box: PixelBox, axis: Axis): readonly [number, number] {
  return axis === 'x' ? [box.left, box.right] : [box.top, box.bottom];
}

function crossOf(box: PixelBox, axis: Axis): readonly [number, number] {
  return rangeOf(box, axis === 'x' ? 'y' : 'x');
}

export function part(box: PixelBox, axis: Axis, from: number, to: number): PixelBox {
  return axis === 'x' ? { ...box, left: from, right: to } : { ...box, top: from, bottom: to };
}

/** The share of an extent that lines cover. */
function coverage(lines: readonly ThinLine[], [from, to]: readonly [number, number]): number {
  let [covered, end] = [0, from];
  for (const line of lines.toSorted((a, b) => a.from - b.from)) {
    const start = Math.max(end, line.from);
    const stop = Math.min(to, line.to);
    if (stop > start) {
      covered += stop - start;
      end = stop;
    }
  }
  return covered / Math.max(1, to - from);
}

/** All places to cut along an axis, in order. */
export function cutsOf(page: Evidence, core: PixelBox, axis: Axis): readonly Cut[] {
  const { dotsPerMm } = page.ink;
  const near = NEAR_MM * dotsPerMm;
  const [start, end] = rangeOf(core, axis);
  const cross = crossOf(core, axis);
  const lines = (axis === 'y' ? page.thin.across : page.thin.down).filter((line) => {
    return line.at >= start && line.at < end && line.to > cross[0] && line.from < cross[1];
  });
  const profile = profileOf(page.body, core, axis);
  const dirt = Math.min(3, Math.floor((cross[1] - cross[0]) / 300));
  const cuts: Cut[] = [];
  const known = new Set<ThinLine>();
  let from = -1;
  for (let i = 0; i <= profile.length; i++) {
    const isWhite = i < profile.length && (profile[i] ?? 0) <= dirt;
    if (isWhite && from < 0) from = i;
    if (isWhite || from < 0) continue;
    const [gapFrom, gapTo] = [start + from, start + i];
    from = -1;
    const isInside = gapFrom > start && gapTo < end;
    if (!isInside || gapTo - gapFrom < LEAST_GAP_MM * dotsPerMm) continue;
    const inside = lines.filter(({ at }) => at >= gapFrom - 2 && at <= gapTo + 1);
    for (const line of inside) known.add(line);
    cuts.push(cutInGap(page, core, axis, [gapFrom, gapTo], inside));
  }
  for (const line of lines) {
    if (known.has(line) || line.at - start < near * 2 || end - line.at < near * 2) continue;
    const along = lines.filter(({ at }) => Math.abs(at - line.at) <= near);
    if (coverage(along, cross) < 0.95) continue;
    for (const each of along) known.add(each);
    cuts.push(scored(page, core, axis, line.at, 0, along));
  }
  return cuts.toSorted((a, b) => a.at - b.at);
}

function cutInGap(
  page: Evidence,
  core: PixelBox,
  axis: Axis,
  [from, to]: readonly [number, number],
  lines: readonly ThinLine[],
): Cut {
  const { dotsPerMm } = page.ink;
  const cross = crossOf(core, axis);
  // Printed content in the gap, as runs: a cut can be in the white between them.
  const rows = profileOf(page.printed, part(core, axis, from, to), axis);
  const crossing = (axis === 'y' ? page.thin.down : page.thin.across).filter((line) => {
    return line.at >= cross[0] && line.at < cross[1] && line.from < to && line.to > from;
  });
  const most = 3 + crossing.reduce((sum, { thick }) => sum + thick + 1, 0);
  const whites: { from: number; to: number }[] = [];
  let open = 0;
  for (let i = 0; i <= rows.length; i++) {
    const isInked = i === rows.length || (rows[i] ?? 0) > most;
    if (!isInked) continue;
    if (i > open) whites.push({ from: from + open, to: from + i });
    open = i + 1;
  }
  const candidates = [
    ...whites.map((white) => {
      const broken = lines.filter((line) => line.isBroken && line.at >= white.from - 1 && line.at <= white.to);
      const at = placeIn(white, broken);
      const cut = scored(page, core, axis, at, (white.to - white.from) / dotsPerMm, lines);
      const isBetween = white.from > from && white.to < to;
      return isBetween ? { ...cut, score: cut.score + W.betweenLines } : cut;
    }),
    ...lines
      .filter((line) => coverage([line], cross) > 0.5 && !isOneFrame(page, axis, line))
      .map((line) => scored(page, core, axis, line.at, whiteAt(whites, line) / dotsPerMm, lines)),
  ];
  return (
    candidates.toSorted((a, b) => b.score - a.score)[0] ??
    scored(page, core, axis, Math.round((from + to) / 2), 0, lines)
  );
}

/** Whether a line is the side of a frame on one side of it only: it divides a label from its surroundings. */
function isOneFrame(page: Evidence, axis: Axis, line: ThinLine): boolean {
  const near = NEAR_MM * page.ink.dotsPerMm;
  const edges = page.rects.map(({ box }) => {
    const [start, end] = crossOf(box, axis);
    const isAlong = start >= line.from - near && end <= line.to + near;
    return isAlong ? rangeOf(box, axis) : null;
  });
  const begins = edges.some((edge) => edge !== null && Math.abs(edge[0] - line.at) <= near);
  const ends = edges.some((edge) => edge !== null && Math.abs(edge[1] - line.at) <= near);
  // A line through a whole rectangle divides it.
  const divides = edges.some((edge) => edge !== null && edge[0] < line.at - near && edge[1] > line.at + near);
  return begins !== ends && !divides;
}

/** White on the narrower side of a line, in pixels. */
function whiteAt(whites: readonly { from: number; to: number }[], { at, thick }: ThinLine): number {
  const reach = thick / 2 + 2;
  const before = whites.find(({ from, to }) => from < at && Math.abs(to - at) <= reach);
  const after = whites.find(({ from, to }) => to > at && Math.abs(from - at) <= reach);
  return (
    2 * Math.min(before === undefined ? 0 : before.to - before.from, after === undefined ? 0 : after.to - after.from)
  );
}

/** On a broken line, between two of them, or in the middle. */
function placeIn({ from, to }: { readonly from: number; readonly to: number }, broken: readonly ThinLine[]): number {
  const places = broken.map(({ at }) => at).toSorted((a, b) => a - b);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return Math.round((from + to) / 2);
  return Math.round((first + last) / 2);
}

function scored(
  page: Evidence,
  core: PixelBox,
  axis: Axis,
  at: number,
  white: number,
  lines: readonly ThinLine[],
): Cut {
  const { dotsPerMm } = page.ink;
  const cross = crossOf(core, axis);
  const near = NEAR_MM * dotsPerMm;
  let score = W.cut + W.white * Math.min(1, white / W.wideMm);
  const broken = lines.filter((line) => line.isBroken);
  const solid = lines.filter((line) => !line.isBroken && Math.abs(line.at - at) <= near);
  const isBroken = coverage(broken, cross) >= 0.85;
  const isSolid = !isBroken && coverage(solid, cross) >= 0.9;
  if (isBroken) score += W.brokenLine;
  else if (isSolid) {
    const first = Math.min(...solid.map((line) => line.from));
    const last = Math.max(...solid.map((line) => line.to));
    score += cross[0] - first >= dotsPerMm && last - cross[1] >= dotsPerMm ? W.solidBeyond : W.solidLine;
  }
  if (isBroken && score > 0) score *= Math.sqrt(shareOfLine(page, axis, at, cross));
  return { at, white, isOnLine: isBroken || isSolid, score: score + crossings(page, core, axis, at) };
}

/** The share of a broken line that is in a part of the page: all of a long line is one piece of evidence. */
function shareOfLine(page: Evidence, axis: Axis, at: number, [from, to]: readonly [number, number]): number {
  const near = NEAR_MM * page.ink.dotsPerMm;
  const lines = (axis === 'y' ? page.thin.across : page.thin.down).filter(
    (line) => line.isBroken && Math.abs(line.at - at) <= near,
  );
  const all = lines.reduce((sum, line) => sum + line.to - line.from, 0);
  const own = lines.reduce((sum, line) => sum + Math.max(0, Math.min(to, line.to) - Math.max(from, line.from)), 0);
  return all === 0 ? 1 : own / all;
}

/** Evidence against cutting through rectangles, and for cutting between them. */
function crossings(page: Evidence, core: PixelBox, axis: Axis, at: number): number {
  const { dotsPerMm } = page.ink;
  const near = NEAR_MM * dotsPerMm;
  const cross = crossOf(core, axis);
  const most = page.ink.width * page.ink.height * 0.7;
  const lines = axis === 'y' ? page.thin.across : page.thin.down;
  let [worst, before, after] = [0, false, false];
  for (const { box, isBroken } of page.rects) {
    const [from, to] = rangeOf(box, axis);
    const own = crossOf(box, axis);
    const shared = Math.min(own[1], cross[1]) - Math.max(own[0], cross[0]);
    if (shared < (own[1] - own[0]) * 0.5) continue;
    const isLarge = shared >= (cross[1] - cross[0]) * 0.8;
    const isLabel =
      Math.min(box.right - box.left, box.bottom - box.top) >= 15 * dotsPerMm &&
      Math.max(box.right - box.left, box.bottom - box.top) >= 30 * dotsPerMm;
    if (isLabel && isLarge && to <= at + near && at - to < 6 * dotsPerMm) before = true;
    if (isLabel && isLarge && from >= at - near && from - at < 6 * dotsPerMm) after = true;
    if (from + near >= at || to - near <= at) continue;
    if ((box.right - box.left) * (box.bottom - box.top) > most) continue;
    const divides = lines.some(
      (line) => Math.abs(line.at - at) <= near && line.from <= own[0] + near * 2 && line.to >= own[1] - near * 2,
    );
    const [one, other] = [part(box, axis, from + 2, at), part(box, axis, at, to - 2)];
    if (inkIn(page.body, one) < 12 || inkIn(page.body, other) < 12) continue;
    worst = Math.min(worst, divides ? W.dividesRect : isBroken ? W.crossBroken : W.crossSolid);
  }
  const others = axis === 'y' ? page.thin.down : page.thin.across;
  const least = LEAST_CROSSED_MM * dotsPerMm;
  const isAcrossCut = others.some(
    (line) =>
      line.isBroken && line.at > cross[0] && line.at < cross[1] && line.from < at - least && line.to > at + least,
  );
  if (isAcrossCut && !lines.some((line) => line.isBroken && Math.abs(line.at - at) <= near * 2))
    worst = Math.min(worst, W.crossLine);
  if (worst < 0) return worst;
  return (before ? W.nextToRect : 0) + (after ? W.nextToRect : 0);
}

const MOST_SINGLE = 5;
const MOST_SETS = 7;

/** Ways to cut a part of the page into several at once along an axis, most likely first. */
export function cutSetsOf(cuts: readonly Cut[], axis: Axis, isSingle: boolean): readonly CutSet[] {
  const sets = new Map<string, CutSet>();
  const add = (chosen: readonly Cut[]): void => {
    if (chosen.length === 0) return;
    const places = chosen.map(({ at }) => at);
    const key = places.join();
    if (!sets.has(key)) sets.set(key, { axis, places, score: sumOf(chosen) });
  };
  for (const cut of cuts.toSorted((a, b) => b.score - a.score).slice(0, MOST_SINGLE)) add([cut]);
  if (isSingle) return [...sets.values()];
  for (const least of new Set(cuts.map(({ white }) => white))) add(cuts.filter(({ white }) => white >= least));
  for (const least of new Set(cuts.map(({ score }) => score))) add(cuts.filter(({ score }) => score >= least));
  return [...sets.values()].toSorted((a, b) => b.score - a.score).slice(0, MOST_SETS);
}

export function sumOf(cuts: readonly Cut[]): number {
  return cuts.reduce((sum, { score }) => sum + score, 0);
}
