import type { Rect } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { SpanMark } from './editor.ts';

type Axis = 'x' | 'y';

/** Tolerance within which gaps and sizes are equal: each edge is rounded to a micrometer. */
const SAME_MM = 0.0025;
/** Most candidates in a search for a neighbor, nearest first: a move must stay cheap on a full label. */
const MAX_LOOK = 500;
/** Most equal gaps shown to either side. */
const MAX_CHAIN = 6;

/**
 * Rectangles sorted along an axis, to find the neighbors of a rectangle by binary search. It is built once when a drag
 * begins; queries allocate nothing.
 */
export interface Spacing {
  readonly axis: Axis;
  readonly rects: readonly Rect[];
  /** Indices of the rectangles sorted by their far edge, and those edges. */
  readonly byFar: readonly number[];
  readonly fars: Float64Array;
  /** The same by the near edge. */
  readonly byNear: readonly number[];
  readonly nears: Float64Array;
}

export function spacingOf(rects: readonly Rect[], axis: Axis): Spacing {
  const indices = rects.map((_, i) => i);
  const near = Float64Array.from(rects, (r) => r[axis]);
  const far = Float64Array.from(rects, (r) => r[axis] + sizeOf(r, axis));
  const byFar = indices.toSorted((a, b) => (far[a] as Mm) - (far[b] as Mm));
  const byNear = indices.toSorted((a, b) => (near[a] as Mm) - (near[b] as Mm));
  return {
    axis,
    rects,
    byFar,
    fars: Float64Array.from(byFar, (i) => far[i] as Mm),
    byNear,
    nears: Float64Array.from(byNear, (i) => near[i] as Mm),
  };
}

/** The step that makes the gap next to a rectangle equal to others; null for none. */
export function gapSnap(rect: Rect, spacing: Spacing, reachMm: Mm): Mm | null {
  const { axis } = spacing;
  const near = rect[axis];
  const far = near + sizeOf(rect, axis);
  const before = lastBefore(spacing, near + reachMm, rect, null);
  const after = firstAfter(spacing, far - reachMm, rect, null);
  let best: Mm | null = null;
  const offer = (by: Mm): void => {
    if (Math.abs(by) <= reachMm && (best === null || Math.abs(by) < Math.abs(best))) best = by;
  };
  if (before !== null && after !== null) {
    const room = after[axis] - farOf(before, axis) - (far - near);
    if (room > 0) offer(farOf(before, axis) + room / 2 - near);
  }
  if (before !== null) {
    const gap = gapBefore(before, spacing);
    if (gap !== null) offer(farOf(before, axis) + gap - near);
  }
  if (after !== null) {
    const gap = gapAfter(after, spacing);
    if (gap !== null) offer(after[axis] - gap - far);
  }
  return best;
}

/** The same for the edge of a rectangle that is being resized: `side` is -1 for its near edge, 1 for its far one. */
export function edgeGapSnap(rect: Rect, side: -1 | 1, spacing: Spacing, reachMm: Mm): Mm | null {
  const { axis } = spacing;
  const edge = side < 0 ? rect[axis] : farOf(rect, axis);
  const neighbor =
    side < 0 ? lastBefore(spacing, edge + reachMm, rect, null) : firstAfter(spacing, edge - reachMm, rect, null);
  if (neighbor === null) return null;
  const opposite = side < 0 ? gapAfter(rect, spacing) : gapBefore(rect, spacing);
  const beyond = side < 0 ? gapBefore(neighbor, spacing) : gapAfter(neighbor, spacing);
  let best: Mm | null = null;
  for (const gap of [opposite, beyond]) {
    if (gap === null) continue;
    const by = (side < 0 ? farOf(neighbor, axis) + gap : neighbor[axis] - gap) - edge;
    if (Math.abs(by) <= reachMm && (best === null || Math.abs(by) < Math.abs(best))) best = by;
  }
  return best;
}

/** The gaps next to a rectangle that equal others in its row or column. */
export function equalGaps(rect: Rect, spacing: Spacing): readonly SpanMark[] {
  const { axis } = spacing;
  const before = lastBefore(spacing, rect[axis], rect, null);
  const after = firstAfter(spacing, farOf(rect, axis), rect, null);
  const left = before === null ? null : rect[axis] - farOf(before, axis);
  const right = after === null ? null : after[axis] - farOf(rect, axis);
  const marks: SpanMark[] = [];
  const take = (gap: Mm | null, neighbor: Rect | null, step: -1 | 1): void => {
    if (gap === null || neighbor === null || gap < SAME_MM) return;
    const chain = [markBetween(axis, step < 0 ? neighbor : rect, step < 0 ? rect : neighbor)];
    let here = neighbor;
    while (chain.length < MAX_CHAIN) {
      const next =
        step < 0 ? lastBefore(spacing, here[axis], here, here) : firstAfter(spacing, farOf(here, axis), here, here);
      if (next === null) break;
      const mark = markBetween(axis, step < 0 ? next : here, step < 0 ? here : next);
      if (Math.abs(mark.toMm - mark.fromMm - gap) > SAME_MM) break;
      chain.push(mark);
      here = next;
    }
    const bothSides = left !== null && right !== null && Math.abs(left - right) <= SAME_MM;
    if (chain.length > 1 || bothSides) marks.push(...chain);
  };
  take(left, before, -1);
  take(right, after, 1);
  return marks;
}

/** Sizes along an axis in ascending order, with their rectangles. Zero sizes are left out. */
export interface Sizes {
  readonly axis: Axis;
  readonly rects: readonly Rect[];
  readonly sizes: Float64Array;
}

export function sizesOf(rects: readonly Rect[], axis: Axis): Sizes {
  const sorted = rects.filter((r) => sizeOf(r, axis) > SAME_MM).toSorted((a, b) => sizeOf(a, axis) - sizeOf(b, axis));
  return { axis, rects: sorted, sizes: Float64Array.from(sorted, (r) => sizeOf(r, axis)) };
}

/** The step that makes a size equal to that of another rectangle; null when none is within reach. */
export function sizeSnap(sizeMm: Mm, { sizes }: Sizes, reachMm: Mm): Mm | null {
  const at = upperBound(sizes, sizeMm);
  const below = at > 0 ? (sizes[at - 1] as Mm) - sizeMm : -Infinity;
  const above = at < sizes.length ? (sizes[at] as Mm) - sizeMm : Infinity;
  const nearest = -below <= above ? below : above;
  return Math.abs(nearest) <= reachMm ? nearest : null;
}

/** The rectangle's size and an equal size of another one; empty when there is none. */
export function equalSize(rect: Rect, { axis, rects, sizes }: Sizes): readonly SpanMark[] {
  const size = sizeOf(rect, axis);
  const other = rects[upperBound(sizes, size - SAME_MM)];
  if (other === undefined || Math.abs(sizeOf(other, axis) - size) > SAME_MM) return [];
  return [sizeMark(rect, axis), sizeMark(other, axis)];
}

function sizeMark(rect: Rect, axis: Axis): SpanMark {
  const atMm = axis === 'x' ? rect.y + rect.height / 2 : rect.x + rect.width / 2;
  return { axis, fromMm: rect[axis], toMm: farOf(rect, axis), atMm };
}

/** The gap between two rectangles, at the middle of the stretch where they face each other. */
export function markBetween(axis: Axis, first: Rect, second: Rect): SpanMark {
  const cross = axis === 'x' ? 'y' : 'x';
  const from = Math.max(first[cross], second[cross]);
  const to = Math.min(farOf(first, cross), farOf(second, cross));
  return { axis, fromMm: farOf(first, axis), toMm: second[axis], atMm: (from + to) / 2 };
}

function gapBefore(rect: Rect, spacing: Spacing): Mm | null {
  const before = lastBefore(spacing, rect[spacing.axis], rect, rect);
  const gap = before === null ? 0 : rect[spacing.axis] - farOf(before, spacing.axis);
  return gap > SAME_MM ? gap : null;
}

function gapAfter(rect: Rect, spacing: Spacing): Mm | null {
  const after = firstAfter(spacing, farOf(rect, spacing.axis), rect, rect);
  const gap = after === null ? 0 : after[spacing.axis] - farOf(rect, spacing.axis);
  return gap > SAME_MM ? gap : null;
}

/** Among the rectangles in the row or column of `neighbor`, the one that ends last at or before a place. */
function lastBefore(spacing: Spacing, atMm: Mm, neighbor: Rect, except: Rect | null): Rect | null {
  const start = upperBound(spacing.fars, atMm + SAME_MM / 2) - 1;
  const end = Math.max(0, start - MAX_LOOK);
  for (let i = start; i >= end; i--) {
    const rect = spacing.rects[spacing.byFar[i] as number] as Rect;
    if (rect !== except && isAdjacent(rect, neighbor, spacing.axis)) return rect;
  }
  return null;
}

/** Among the rectangles in the row or column of `neighbor`, the one that begins first at or after a place. */
function firstAfter(spacing: Spacing, atMm: Mm, neighbor: Rect, except: Rect | null): Rect | null {
  const start = upperBound(spacing.nears, atMm - SAME_MM / 2);
  const end = Math.min(spacing.nears.length, start + MAX_LOOK);
  for (let i = start; i < end; i++) {
    const rect = spacing.rects[spacing.byNear[i] as number] as Rect;
    if (rect !== except && isAdjacent(rect, neighbor, spacing.axis)) return rect;
  }
  return null;
}

/** Whether a line along the axis crosses both. */
function isAdjacent(a: Rect, b: Rect, axis: Axis): boolean {
  return axis === 'x' ? a.y < b.y + b.height && b.y < a.y + a.height : a.x < b.x + b.width && b.x < a.x + a.width;
}

function sizeOf(rect: Rect, axis: Axis): Mm {
  return axis === 'x' ? rect.width : rect.height;
}

function farOf(rect: Rect, axis: Axis): Mm {
  return rect[axis] + sizeOf(rect, axis);
}

/** How many of the sorted values are at most this one. */
function upperBound(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
