import type { Evidence } from './evidence.ts';
import { isCentredIn, type PixelBox } from './ink.ts';
import { inkIn, summedBox } from './ink-sums.ts';
import { spansOf } from './closed-rects.ts';

/** The least short side of a framed label, in mm. */
const LEAST_SHORT_MM = 14;
const LEAST_LONG_MM = 24;
/** Share of the page: a larger frame is around a sheet. */
const MOST_SHARE = 0.7;
/** The largest distance of crop marks from the content around them. */
const MARK_BEYOND_MM = 25;
const MARK_NEAR_MM = 1.5;
/** Marks of a single label are in two rows and two columns. */
const LEAST_PLACES = 5;
/** Share of the places of evenly spaced marks. */
const LEAST_MARKED = 0.6;
/** Largest size difference between cells of one grid, as a share. */
const EVEN_SHARE = 0.06;

export interface Framed {
  readonly boxes: readonly PixelBox[];
  /** Share of the content outside of all of them. */
  readonly rest: number;
  /** Whether crop marks are at the corners of all of them. */
  readonly isMarked: boolean;
}

/**
 * Ways to use rectangles as labels: the outermost closed ones, the cells that those are divided into, and the cells between
 * crop marks.
 */
export function framedLayouts(page: Evidence, area: PixelBox): readonly Framed[] {
  const { dotsPerMm, width, height } = page.ink;
  const near = 1.5 * dotsPerMm;
  const all = page.rects
    .map(({ box }) => box)
    .filter((box) => {
      const [wide, high] = [box.right - box.left, box.bottom - box.top];
      if (Math.min(wide, high) < LEAST_SHORT_MM * dotsPerMm || Math.max(wide, high) < LEAST_LONG_MM * dotsPerMm)
        return false;
      return isIn(area, box, near);
    });
  const sized = all.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const isSheet = (box: PixelBox): boolean => sizeOf(box) > width * height * MOST_SHARE;
  const outer: PixelBox[] = [];
  for (const box of sized) if (!isSheet(box) && !outer.some((other) => overlaps(other, box, near))) outer.push(box);
  const sheet = sized.find((box) => isSheet(box) && cellsIn(page, box, all, near) !== null);
  const divided = (sheet === undefined ? outer : [sheet]).flatMap((box) => cellsIn(page, box, all, near) ?? [box]);
  // Cells of a sheet whose own frame is the page's: no outermost rectangle holds them.
  const cells = cellsOfSize(sized.filter((box) => !isSheet(box)).toReversed(), near);
  const marked = markedCells(page, area);
  return [outer, divided, cells, ...marked]
    .filter((boxes) => boxes.length > 0)
    .map((boxes) => ({ boxes, rest: restOf(page, area, boxes), isMarked: marked.includes(boxes) }));
}

type Span = readonly [start: number, end: number];

/**
 * Cells of one size between marks in rows and columns: between the actual marks, and between evenly spaced places of which
 * some marks are hidden by content or cut off by a scanner.
 */
function markedCells(page: Evidence, { left, top, right, bottom }: PixelBox): readonly (readonly PixelBox[])[] {
  const { dotsPerMm } = page.ink;
  const { rows, columns } = page.marks;
  const slack = MARK_BEYOND_MM * dotsPerMm;
  const inside = (places: readonly number[], from: number, to: number): readonly number[] =>
    places.filter((place) => place >= from - slack && place <= to + slack).toSorted((a, b) => a - b);
  const [xs, ys] = [inside(columns, left, right), inside(rows, top, bottom)];
  const ways = [
    [spansOfMarks(xs, dotsPerMm), spansOfMarks(ys, dotsPerMm)],
    [latticeOf(xs, [left, right], dotsPerMm), latticeOf(ys, [top, bottom], dotsPerMm)],
  ] as const;
  const near = MARK_NEAR_MM * dotsPerMm;
  if (distinct(xs, near).length + distinct(ys, near).length < LEAST_PLACES) return [];
  return ways.map(([across, down]) =>
    across.length * down.length < 2
      ? []
      : down.flatMap(([from, to]) =>
          across
            .map(([start, end]) => ({ left: start, top: from, right: end, bottom: to }))
            // Marks are outside of the content around them: those of another part of the page may be as close.
            .filter((cell) => isCentredIn({ left, top, right, bottom }, cell)),
        ),
  );
}

/** Distinct places, from the start. */
function distinct(places: readonly number[], near: number): readonly number[] {
  return places.filter((place, i) => i === 0 || place - (places[i - 1] ?? 0) > near);
}

/** Empty if they differ in length. */
function spansOfMarks(places: readonly number[], dotsPerMm: number): readonly Span[] {
  const near = MARK_NEAR_MM * dotsPerMm;
  const edges = distinct(places, near);
  const spans = edges
    .slice(1)
    .map((end, i): Span => [edges[i] ?? 0, end])
    .filter(([start, end]) => end - start >= LEAST_SHORT_MM * dotsPerMm);
  const sizes = spans.map(([start, end]) => end - start);
  return Math.max(...sizes) - Math.min(...sizes) <= near ? spans : [];
}

/** The even spacing that most marks have, up to the edges of the area; empty if too many marks are missing. */
function latticeOf(places: readonly number[], [from, to]: Span, dotsPerMm: number): readonly Span[] {
  const near = MARK_NEAR_MM * dotsPerMm;
  const edges = distinct(places, near);
  let [best, most]: [readonly Span[], number] = [[], 0];
  for (const [i, first] of edges.entries()) {
    for (const next of edges.slice(i + 1)) {
      const pitch = next - first;
      if (pitch < LEAST_SHORT_MM * dotsPerMm) continue;
      const before = Math.max(0, Math.round((first - from) / pitch - 0.2));
      const after = Math.max(1, Math.round((to - first) / pitch - 0.2));
      const lattice = Array.from({ length: before + after + 1 }, (_, at) => first + (at - before) * pitch);
      const marked = lattice.filter((at) => edges.some((edge) => Math.abs(edge - at) <= near)).length;
      const held = places.filter((place) => lattice.some((at) => Math.abs(place - at) <= near)).length;
      const score = held / places.length - (lattice.length - marked) / lattice.length;
      if (marked < lattice.length * LEAST_MARKED || score <= most) continue;
      best = lattice.slice(1).map((end, at): Span => [Math.round(lattice[at] ?? 0), Math.round(end)]);
      most = score;
    }
  }
  return best;
}

function sizeOf({ left, top, right, bottom }: PixelBox): number {
  return (right - left) * (bottom - top);
}

function isIn(outer: PixelBox, box: PixelBox, near: number): boolean {
  return (
    box.left >= outer.left - near &&
    box.top >= outer.top - near &&
    box.right <= outer.right + near &&
    box.bottom <= outer.bottom + near
  );
}

function overlaps(one: PixelBox, other: PixelBox, near: number): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  return across > near && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > near;
}

/** The even cells into which full-width lines divide a rectangle; null if it is one label. */
function cellsIn(page: Evidence, box: PixelBox, all: readonly PixelBox[], near: number): readonly PixelBox[] | null {
  const xs = spansOf(page.thin.down, [box.left, box.right], [box.top, box.bottom], near);
  const ys = spansOf(page.thin.across, [box.top, box.bottom], [box.left, box.right], near);
  const [columns, rows] = [
    [box.left, ...xs, box.right],
    [box.top, ...ys, box.bottom],
  ];
  if (columns.length * rows.length <= 4) return null;
  const isEven = (edges: readonly number[]): boolean => {
    const sizes = edges.slice(1).map((to, i) => to - (edges[i] ?? 0));
    return Math.max(...sizes) - Math.min(...sizes) <= Math.max(near, Math.max(...sizes) * EVEN_SHARE);
  };
  if (!isEven(columns) || !isEven(rows)) return null;
  const cells = rows
    .slice(1)
    .flatMap((bottom, row) =>
      columns.slice(1).map((right, column) => ({ left: columns[column] ?? 0, top: rows[row] ?? 0, right, bottom })),
    );
  return cells.every((cell) => all.some((other) => isSame(cell, other, near))) ? cells : null;
}

function isSame(one: PixelBox, other: PixelBox, near: number): boolean {
  return (
    Math.abs(one.left - other.left) <= near &&
    Math.abs(one.top - other.top) <= near &&
    Math.abs(one.right - other.right) <= near &&
    Math.abs(one.bottom - other.bottom) <= near
  );
}

/** The rectangles of the size that covers most of the page without overlaps. */
function cellsOfSize(boxes: readonly PixelBox[], near: number): readonly PixelBox[] {
  let best: readonly PixelBox[] = [];
  let most = 0;
  for (const box of boxes) {
    const own: PixelBox[] = [];
    for (const other of boxes) {
      const [dw, dh] = [
        other.right - other.left - box.right + box.left,
        other.bottom - other.top - box.bottom + box.top,
      ];
      if (Math.abs(dw) > near || Math.abs(dh) > near || own.some((each) => overlaps(each, other, near))) continue;
      own.push(other);
    }
    const covered = own.reduce((sum, each) => sum + sizeOf(each), 0);
    if (own.length > 1 && covered > most * 1.02) [best, most] = [own, covered];
  }
  return best;
}

function restOf(page: Evidence, area: PixelBox, boxes: readonly PixelBox[]): number {
  const inside = boxes.reduce((sum, box) => sum + inkIn(page.body, box), 0);
  return Math.max(0, 1 - inside / Math.max(1, inkIn(page.body, area)));
}

/** The content of a frame, without the arcs of its corners; null if it is empty. */
export function contentIn(page: Evidence, box: PixelBox): PixelBox | null {
  const by = Math.round(1.2 * page.ink.dotsPerMm);
  const inner = { left: box.left + by, top: box.top + by, right: box.right - by, bottom: box.bottom - by };
  if (inner.right <= inner.left || inner.bottom <= inner.top || inkIn(page.body, inner) < 12) return null;
  return summedBox(page.body, inner);
}
