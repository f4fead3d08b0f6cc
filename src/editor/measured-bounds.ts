import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Mm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Change } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';
import { LayeredMap } from './layered-map.ts';

/**
 * The bounds that the render worker measured, as they are before any further turn (`visibleBounds`). `shown` follows each change at once, so that the frame around an element
 * never lags; `fresh` has only measurements of the current elements, which are all that a command may use.
 */
export interface MeasuredBounds {
  readonly shown: LayeredMap<ElementId, Rect>;
  readonly fresh: LayeredMap<ElementId, Rect>;
  /**
   * By how much texts above push elements down, in mm, for those that are pushed. `shown` includes it; `fresh` doesn't,
   * because commands change the places that the template has.
   */
  readonly pushes: ReadonlyMap<ElementId, Mm>;
}

export function unmeasured(template: Template): MeasuredBounds {
  const boxes = template.elements.map((e): [ElementId, Rect] => [e.id, elementBox(e)]);
  return { shown: LayeredMap.of(new Map(boxes)), fresh: LayeredMap.of(new Map()), pushes: new Map() };
}

/** Adds newly measured bounds, and how far those elements are pushed, except those of elements that were deleted or have changed since. */
export function mergedBounds(
  bounds: MeasuredBounds,
  measured: ReadonlyMap<ElementId, Rect>,
  measuredPushes: ReadonlyMap<ElementId, Mm>,
  isCurrent: (id: ElementId) => boolean,
): MeasuredBounds {
  const current: ElementId[] = [];
  const moved: [ElementId, Rect][] = [];
  const learnt: [ElementId, Rect][] = [];
  for (const [id, rect] of measured) {
    const shown = bounds.shown.get(id);
    if (shown === undefined || !isCurrent(id)) continue;
    current.push(id);
    if (!sameRect(shown, rect)) moved.push([id, rect]);
    const drawn = lowered(rect, -(measuredPushes.get(id) ?? 0));
    if (!sameRect(bounds.fresh.get(id), drawn)) learnt.push([id, drawn]);
  }
  const pushes = mergedPushes(bounds.pushes, measuredPushes, current);
  // Elements that only moved are known already.
  if (moved.length === 0 && learnt.length === 0 && pushes === bounds.pushes) return bounds;
  return {
    pushes,
    shown: moved.length === 0 ? bounds.shown : bounds.shown.with(moved),
    fresh: learnt.length === 0 ? bounds.fresh : bounds.fresh.with(learnt),
  };
}

function mergedPushes(
  before: ReadonlyMap<ElementId, Mm>,
  measured: ReadonlyMap<ElementId, Mm>,
  ids: readonly ElementId[],
): ReadonlyMap<ElementId, Mm> {
  const changed = ids.filter((id) => (before.get(id) ?? 0) !== (measured.get(id) ?? 0));
  if (changed.length === 0) return before;
  const pushes = new Map(before);
  for (const id of changed) {
    const pushMm = measured.get(id);
    if (pushMm === undefined) pushes.delete(id);
    else pushes.set(id, pushMm);
  }
  return pushes;
}

function lowered(rect: Rect, byMm: Mm): Rect {
  return byMm === 0 ? rect : { ...rect, y: rect.y + byMm };
}

function sameRect(a: Rect | undefined, b: Rect): boolean {
  return a !== undefined && near(a.x, b.x) && near(a.y, b.y) && near(a.width, b.width) && near(a.height, b.height);
}

/** Whether two values are equal except for the last digits: a moved box is the measured one. */
function near(a: Mm, b: Mm): boolean {
  return Math.abs(a - b) < 1e-9;
}

/** The bounds after a change, as far as they are known before the next frame. */
export function carriedOver(bounds: MeasuredBounds, change: Change): MeasuredBounds {
  const shown: [ElementId, Rect][] = [];
  const fresh: [ElementId, Rect][] = [];
  const removed = change.removed.map((r) => r.element.id);
  const unmeasuredNow = [...removed];
  const reordered = new Set(change.removed.map((r) => r.element));
  for (const { element } of change.added) {
    shown.push([element.id, bounds.shown.get(element.id) ?? elementBox(element)]);
    const measured = bounds.fresh.get(element.id);
    if (measured !== undefined && reordered.has(element)) fresh.push([element.id, measured]);
  }
  for (const [from, to] of change.updated) {
    const old = bounds.shown.get(from.id) ?? elementBox(from);
    const pushMm = bounds.pushes.get(from.id) ?? 0;
    shown.push([to.id, lowered(mapped(lowered(old, -pushMm), elementBox(from), elementBox(to)), pushMm)]);
    const measured = bounds.fresh.get(from.id);
    if (measured !== undefined && onlyMoved(from, to)) {
      fresh.push([to.id, { ...measured, x: measured.x + to.xMm - from.xMm, y: measured.y + to.yMm - from.yMm }]);
    } else unmeasuredNow.push(to.id);
  }
  const { pushes } = bounds;
  return { shown: bounds.shown.with(shown, removed), fresh: bounds.fresh.with(fresh, unmeasuredNow), pushes };
}

/** Moves and scales `rect` by the mapping from `from` to `to`. */
export function mapped(rect: Rect, from: Rect, to: Rect): Rect {
  const sx = from.width > 0 ? to.width / from.width : 1;
  const sy = from.height > 0 ? to.height / from.height : 1;
  return {
    x: to.x + (rect.x - from.x) * sx,
    y: to.y + (rect.y - from.y) * sy,
    width: rect.width * sx,
    height: rect.height * sy,
  };
}

/** Fields that don't change the painted bounds, as they are before any further turn. */
const MOVING_FIELDS: ReadonlySet<string> = new Set([
  'xMm',
  'yMm',
  'name',
  'locked',
  'canvasMirror',
  'group',
  'turnDegrees',
  'freeAngle',
]);

function onlyMoved(from: LabelElement, to: LabelElement): boolean {
  for (const key of Object.keys(to) as (keyof LabelElement)[]) {
    if (!Object.is(from[key], to[key]) && !MOVING_FIELDS.has(key)) return false;
  }
  return true;
}
