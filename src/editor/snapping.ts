import { rectsOverlap } from '#model/kernel/geometry.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { CANVAS_UNITS_PER_MM, roundMm } from '#model/kernel/units.ts';
import type { Mm } from '#model/kernel/units.ts';
import { handleSide, type ResizeHandle } from '#model/elements/base/handle.ts';
import { contentLengthOf, longestLabel } from '#model/template/length-by-content.ts';
import type { Template } from '#model/template/template.ts';
import type { RulerGuide } from '#model/template/ruler-guides.ts';
import type { SnapGuide, SpanMark } from './editor.ts';
import { visibleBounds } from './footprint.ts';
import {
  edgeGapSnap,
  equalGaps,
  equalSize,
  gapSnap,
  sizeSnap,
  sizesOf,
  spacingOf,
  type Sizes,
  type Spacing,
} from './spacing.ts';

/** 5 canvas units (specification 2, section 9). */
export const SNAP_DISTANCE_MM: Mm = 5 / CANVAS_UNITS_PER_MM;
/** Edges closer than this count as aligned. */
const SAME_LINE_MM = 0.001;

type Axis = 'x' | 'y';
const AXES = ['x', 'y'] as const;

/** Width of a stripe of snap lines: of 10,000 elements, one has ten lines or so. */
const STRIPE_MM: Mm = SNAP_DISTANCE_MM / 16;

/** Snap lines in stripes, so that a search visits only lines near the pointer. */
interface Stripes {
  readonly rects: readonly Rect[];
  readonly axis: Axis;
  /** By stripe: three times the index of the rectangle, plus 0, 1 or 2 for its near edge, middle or far edge. */
  readonly lines: ReadonlyMap<number, readonly number[]>;
}

export interface SnapLines {
  readonly x: AxisLines;
  readonly y: AxisLines;
}

interface AxisLines {
  readonly stripes: Stripes;
  /** Lazy. */
  spacing(): Spacing;
  sizes(): Sizes;
}

export interface Snapped {
  /** To be added to the movement. */
  readonly dxMm: Mm;
  readonly dyMm: Mm;
  readonly guides: readonly SnapGuide[];
  /** Gaps and sizes that now equal others, and distances to elements on the same line. */
  readonly marks: readonly SpanMark[];
}

export const NOT_SNAPPED: Snapped = { dxMm: 0, dyMm: 0, guides: [], marks: [] };

/** Edges and centers of the label and of every element that is not moving. */
export function snapLines(
  template: Template,
  moving: ReadonlySet<ElementId>,
  bounds: ReadonlyMap<ElementId, Rect>,
  guides: readonly RulerGuide[] = [],
): SnapLines {
  const { widthMm: width, heightMm } = longestLabel(template.label);
  const longest: Rect = { x: 0, y: 0, width, height: heightMm };
  const rects: Rect[] = [];
  for (const element of template.elements) {
    const rect = visibleBounds(element, bounds);
    // Elements completely outside the label are no useful guides.
    if (!moving.has(element.id) && rectsOverlap(rect, longest)) rects.push(rect);
  }
  // A label that ends where its content ends has no lower edge to snap to.
  const hasEnd = contentLengthOf(template.label) === null;
  const label = hasEnd
    ? longest
    : { ...longest, height: rects.reduce((most, rect) => Math.max(most, rect.y + rect.height), 0) };
  const linesOf = (axis: Axis): AxisLines => {
    let spacing: Spacing | null = null;
    let sizes: Sizes | null = null;
    const drawn = guides.filter((guide) => guide.axis === axis).map(({ atMm }) => guideRect(axis, atMm, label));
    return {
      stripes: stripesOf([axis === 'x' || hasEnd ? label : { ...label, height: 0 }, ...drawn, ...rects], axis),
      spacing: () => (spacing ??= spacingOf(rects, axis)),
      sizes: () => (sizes ??= sizesOf(rects, axis)),
    };
  };
  return { x: linesOf('x'), y: linesOf('y') };
}

function guideRect(axis: Axis, atMm: Mm, label: Rect): Rect {
  return axis === 'x' ? { ...label, x: atMm, width: 0 } : { ...label, y: atMm, height: 0 };
}

function stripesOf(rects: readonly Rect[], axis: Axis): Stripes {
  const lines = new Map<number, number[]>();
  rects.forEach((rect, order) => {
    for (let edge = 0; edge < 3; edge++) {
      const stripe = Math.floor(edgeAt(rect, axis, edge) / STRIPE_MM);
      const known = lines.get(stripe);
      if (known === undefined) lines.set(stripe, [3 * order + edge]);
      else known.push(3 * order + edge);
    }
  });
  return { rects, axis, lines };
}

/** Visits all lines within `reachMm` of a place (and a few beyond it: those in the same stripes). */
function visitNear(
  { rects, axis, lines }: Stripes,
  atMm: Mm,
  reachMm: Mm,
  visit: (atMm: Mm, order: number) => void,
): void {
  const last = Math.floor((atMm + reachMm) / STRIPE_MM);
  for (let i = Math.floor((atMm - reachMm) / STRIPE_MM); i <= last; i++) {
    for (const line of lines.get(i) ?? []) {
      const order = Math.floor(line / 3);
      visit(edgeAt(rects[order] as Rect, axis, line % 3), order);
    }
  }
}

/** The line next to a place, within the snap distance; null when none is near. */
export function lineNear(atMm: Mm, lines: SnapLines, axis: Axis): Mm | null {
  const by = nearest([atMm], lines[axis].stripes);
  return by === null ? null : roundMm(atMm + by);
}

/** Snaps a moved rectangle, on the free axes: to lines, and to gaps that equal those next to it. */
export function snapRect(rect: Rect, lines: SnapLines, free: { readonly x: boolean; readonly y: boolean }): Snapped {
  const along = (axis: Axis): Mm =>
    nearer(nearest(edges(rect, axis), lines[axis].stripes), gapSnap(rect, lines[axis].spacing(), SNAP_DISTANCE_MM));
  const dxMm = free.x ? along('x') : 0;
  const dyMm = free.y ? along('y') : 0;
  const there = { ...rect, x: rect.x + dxMm, y: rect.y + dyMm };
  const shown: Shown = { guides: [], marks: [] };
  if (free.x) showLines(edges(there, 'x'), there, lines.x.stripes, shown);
  if (free.y) showLines(edges(there, 'y'), there, lines.y.stripes, shown);
  const gaps = AXES.flatMap((axis) => (free[axis] ? equalGaps(there, lines[axis].spacing()) : []));
  return { dxMm, dyMm, guides: shown.guides, marks: withGaps(shown.marks, gaps) };
}

/** Snaps only the edges that a resize handle moves: to lines and, unless `onlyLines`, to equal gaps and sizes. */
export function snapHandle(rect: Rect, handle: ResizeHandle, lines: SnapLines, onlyLines: boolean = false): Snapped {
  const by = { x: 0, y: 0 };
  let there = rect;
  for (const axis of AXES) {
    const side = handleSide(handle, axis);
    if (side === 0) continue;
    const edge = edgeAt(rect, axis, side < 0 ? 0 : 2);
    const { stripes, spacing, sizes } = lines[axis];
    const toLine = nearest([edge], stripes);
    by[axis] = toLine ?? 0;
    if (!onlyLines) {
      const toGap = edgeGapSnap(rect, side, spacing(), SNAP_DISTANCE_MM);
      const toSize = sizeSnap(axis === 'x' ? rect.width : rect.height, sizes(), SNAP_DISTANCE_MM);
      by[axis] = nearer(toLine, nearer(toGap, toSize === null ? null : side * toSize, null));
    }
    there = withEdge(there, axis, side, by[axis]);
  }
  const gaps: SpanMark[] = [];
  const sizes: SpanMark[] = [];
  const shown: Shown = { guides: [], marks: [] };
  for (const axis of AXES) {
    const side = handleSide(handle, axis);
    if (side === 0) continue;
    showLines([edgeAt(there, axis, side < 0 ? 0 : 2)], there, lines[axis].stripes, shown);
    if (onlyLines) continue;
    gaps.push(...equalGaps(there, lines[axis].spacing()));
    sizes.push(...equalSize(there, lines[axis].sizes()));
  }
  return { dxMm: by.x, dyMm: by.y, guides: shown.guides, marks: [...withGaps(shown.marks, gaps), ...sizes] };
}

/** Equal gaps already show the distance to the next rectangle along their axis. */
function withGaps(distances: readonly SpanMark[], gaps: readonly SpanMark[]): readonly SpanMark[] {
  return [...distances.filter(({ axis }) => !gaps.some((gap) => gap.axis === axis)), ...gaps];
}

function withEdge(rect: Rect, axis: Axis, side: -1 | 1, by: Mm): Rect {
  const size = axis === 'x' ? 'width' : 'height';
  return side < 0
    ? { ...rect, [axis]: rect[axis] + by, [size]: rect[size] - by }
    : { ...rect, [size]: rect[size] + by };
}

/** The smaller of two steps; the first if they are equal. `none` if there is neither. */
function nearer<None extends Mm | null = Mm>(first: Mm | null, second: Mm | null, none: None = 0 as None): Mm | None {
  if (first === null || second === null) return first ?? second ?? none;
  return Math.abs(first) <= Math.abs(second) ? first : second;
}

function edges(rect: Rect, axis: Axis): readonly Mm[] {
  return [edgeAt(rect, axis, 0), edgeAt(rect, axis, 1), edgeAt(rect, axis, 2)];
}

/** The near edge, the middle, the far edge. */
function edgeAt(rect: Rect, axis: Axis, edge: number): Mm {
  const start = axis === 'x' ? rect.x : rect.y;
  return start + ((axis === 'x' ? rect.width : rect.height) * edge) / 2;
}

/** The shortest step that moves one of the edges to a line; null when no line is near. */
function nearest(moving: readonly Mm[], stripes: Stripes): Mm | null {
  let best: Mm | null = null;
  let distance = SNAP_DISTANCE_MM;
  let order = Infinity;
  for (const edge of moving) {
    // The reach is rounded up: which of several lines at the same distance wins is decided here.
    visitNear(stripes, edge, distanceFrom(edge, stripes, distance) + SAME_LINE_MM, (atMm, at) => {
      const away = Math.abs(atMm - edge);
      // At equal distance the first line wins; the label's lines come before those of elements.
      if (away > distance || (away === distance && at >= order)) return;
      best = atMm - edge;
      distance = away;
      order = at;
    });
  }
  return best;
}

/** The distance from a place to the nearest line, at most `withinMm`: stripes are searched from the place outward. */
function distanceFrom(atMm: Mm, { rects, axis, lines }: Stripes, withinMm: Mm): Mm {
  const middle = Math.floor(atMm / STRIPE_MM);
  let distance = withinMm;
  const search = (stripe: number): void => {
    for (const line of lines.get(stripe) ?? []) {
      distance = Math.min(distance, Math.abs(edgeAt(rects[Math.floor(line / 3)] as Rect, axis, line % 3) - atMm));
    }
  };
  for (let steps = 0; (steps - 1) * STRIPE_MM <= distance; steps++) {
    search(middle - steps);
    if (steps > 0) search(middle + steps);
  }
  return distance;
}

interface Shown {
  readonly guides: SnapGuide[];
  readonly marks: SpanMark[];
}

/**
 * Shows each line on which an edge is now, long enough to reach all rectangles on that line, and on the first one the
 * distance to the next rectangle.
 */
function showLines(moving: readonly Mm[], rect: Rect, stripes: Stripes, shown: Shown): void {
  const { axis } = stripes;
  const along = axis === 'x' ? 'y' : 'x';
  const side = axis === 'x' ? 'height' : 'width';
  let isMeasured = false;
  for (const edge of moving) {
    let first = Infinity;
    let atMm = edge;
    let fromMm = rect[along];
    let toMm = rect[along] + rect[side];
    let next: SpanMark | null = null;
    visitNear(stripes, edge, SAME_LINE_MM, (lineMm, order) => {
      if (Math.abs(lineMm - edge) >= SAME_LINE_MM) return;
      const other = stripes.rects[order] as Rect;
      if (order < first) {
        first = order;
        atMm = lineMm;
      }
      fromMm = Math.min(fromMm, other[along]);
      toMm = Math.max(toMm, other[along] + other[side]);
      next = shorter(next, spanBetween(along, rect, other, lineMm));
    });
    if (first === Infinity) continue;
    shown.guides.push({ axis, atMm, fromMm: roundMm(fromMm), toMm: roundMm(toMm) });
    if (next !== null && !isMeasured) {
      isMeasured = true;
      shown.marks.push(next);
    }
  }
}

/** The span from one rectangle to another that is apart from it along the axis; null for any other. */
function spanBetween(axis: Axis, a: Rect, b: Rect, atMm: Mm): SpanMark | null {
  const side = axis === 'x' ? 'width' : 'height';
  const [first, second] = a[axis] <= b[axis] ? [a, b] : [b, a];
  const fromMm = first[axis] + first[side];
  return second[axis] - fromMm > SAME_LINE_MM ? { axis, fromMm, toMm: second[axis], atMm } : null;
}

function shorter(a: SpanMark | null, b: SpanMark | null): SpanMark | null {
  if (a === null || b === null) return a ?? b;
  return b.toMm - b.fromMm < a.toMm - a.fromMm ? b : a;
}
