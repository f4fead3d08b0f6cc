import { rectsOverlap } from '#model/kernel/geometry.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { CANVAS_UNITS_PER_MM, roundMm } from '#model/kernel/units.ts';
import type { Mm } from '#model/kernel/units.ts';
import { handleSide, type ResizeHandle } from '#model/elements/base/handle.ts';
import type { Template } from '#model/template/template.ts';
import type { SnapGuide } from './editor.ts';
import { visibleBounds } from './footprint.ts';

/** 5 canvas units (specification 2, section 9). */
export const SNAP_DISTANCE_MM: Mm = 5 / CANVAS_UNITS_PER_MM;
/** Edges closer than this count as aligned. */
const SAME_LINE_MM = 0.001;

type Axis = 'x' | 'y';

/** A line to snap to, with the rectangle that it belongs to. */
interface SnapLine {
  readonly atMm: Mm;
  readonly rect: Rect;
  /** The label first, then the elements in painting order. */
  readonly order: number;
}

/** Snap lines sorted into stripes as wide as the snap distance, so that only lines near the pointer are looked at. */
interface Stripes {
  readonly rects: readonly Rect[];
  readonly axis: Axis;
  /** By stripe: three times the index of the rectangle, plus 0, 1 or 2 for its near edge, middle or far edge. */
  readonly lines: ReadonlyMap<number, readonly number[]>;
}

export interface SnapLines {
  readonly x: Stripes;
  readonly y: Stripes;
}

export interface Snapped {
  /** To be added to the movement. */
  readonly dxMm: Mm;
  readonly dyMm: Mm;
  readonly guides: readonly SnapGuide[];
}

/** Edges and centres of the label and of every element that is not moving itself. */
export function snapLines(
  template: Template,
  moving: ReadonlySet<ElementId>,
  bounds: ReadonlyMap<ElementId, Rect>,
): SnapLines {
  const label: Rect = { x: 0, y: 0, width: template.label.widthMm, height: template.label.heightMm };
  const rects = [label];
  for (const element of template.elements) {
    const rect = visibleBounds(element, bounds);
    // Elements that lie completely outside the label are no useful guides.
    if (!moving.has(element.id) && rectsOverlap(rect, label)) rects.push(rect);
  }
  return { x: stripesOf(rects, 'x'), y: stripesOf(rects, 'y') };
}

function stripesOf(rects: readonly Rect[], axis: Axis): Stripes {
  const lines = new Map<number, number[]>();
  rects.forEach((rect, order) => {
    for (let edge = 0; edge < 3; edge++) {
      const stripe = Math.floor(edgeAt(rect, axis, edge) / SNAP_DISTANCE_MM);
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
  const last = Math.floor((atMm + reachMm) / SNAP_DISTANCE_MM);
  for (let i = Math.floor((atMm - reachMm) / SNAP_DISTANCE_MM); i <= last; i++) {
    for (const line of lines.get(i) ?? []) {
      const order = Math.floor(line / 3);
      visit(edgeAt(rects[order] as Rect, axis, line % 3), order);
    }
  }
}

/** Snaps a rectangle that is moved, on the axes that are free. */
export function snapRect(rect: Rect, lines: SnapLines, free: { readonly x: boolean; readonly y: boolean }): Snapped {
  const dxMm = free.x ? nearest(edges(rect, 'x'), lines.x) : 0;
  const dyMm = free.y ? nearest(edges(rect, 'y'), lines.y) : 0;
  const there = { ...rect, x: rect.x + dxMm, y: rect.y + dyMm };
  return {
    dxMm,
    dyMm,
    guides: [
      ...(free.x ? guidesOf(edges(there, 'x'), there, lines.x, 'x') : []),
      ...(free.y ? guidesOf(edges(there, 'y'), there, lines.y, 'y') : []),
    ],
  };
}

/** Snaps only the edges that a resize handle moves. */
export function snapHandle(rect: Rect, handle: ResizeHandle, lines: SnapLines): Snapped {
  const x = handleSide(handle, 'x');
  const y = handleSide(handle, 'y');
  const xEdge = x < 0 ? rect.x : rect.x + rect.width;
  const yEdge = y < 0 ? rect.y : rect.y + rect.height;
  const dxMm = x === 0 ? 0 : nearest([xEdge], lines.x);
  const dyMm = y === 0 ? 0 : nearest([yEdge], lines.y);
  return {
    dxMm,
    dyMm,
    guides: [
      ...(x === 0 ? [] : guidesOf([xEdge + dxMm], rect, lines.x, 'x')),
      ...(y === 0 ? [] : guidesOf([yEdge + dyMm], rect, lines.y, 'y')),
    ],
  };
}

function edges(rect: Rect, axis: Axis): readonly Mm[] {
  return [edgeAt(rect, axis, 0), edgeAt(rect, axis, 1), edgeAt(rect, axis, 2)];
}

/** The near edge, the middle, the far edge. */
function edgeAt(rect: Rect, axis: Axis, edge: number): Mm {
  const start = axis === 'x' ? rect.x : rect.y;
  return start + ((axis === 'x' ? rect.width : rect.height) * edge) / 2;
}

function nearest(moving: readonly Mm[], stripes: Stripes): Mm {
  let best = 0;
  let distance = SNAP_DISTANCE_MM;
  let order = Infinity;
  for (const edge of moving) {
    visitNear(stripes, edge, SNAP_DISTANCE_MM, (atMm, at) => {
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

/** One guide for each line that an edge now lies on, long enough to reach all rectangles on that line. */
function guidesOf(moving: readonly Mm[], rect: Rect, stripes: Stripes, axis: Axis): SnapGuide[] {
  const guides: SnapGuide[] = [];
  for (const edge of moving) {
    const touched: SnapLine[] = [];
    visitNear(stripes, edge, SAME_LINE_MM, (atMm, order) => {
      if (Math.abs(atMm - edge) < SAME_LINE_MM) touched.push({ atMm, rect: stripes.rects[order] as Rect, order });
    });
    if (touched.length === 0) continue;
    const first = touched.reduce((a, b) => (b.order < a.order ? b : a));
    const spans = [rect, ...touched.map((line) => line.rect)].map((r) =>
      axis === 'x' ? { from: r.y, to: r.y + r.height } : { from: r.x, to: r.x + r.width },
    );
    guides.push({
      axis,
      atMm: first.atMm,
      fromMm: roundMm(Math.min(...spans.map((s) => s.from))),
      toMm: roundMm(Math.max(...spans.map((s) => s.to))),
    });
  }
  return guides;
}
