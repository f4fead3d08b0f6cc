import { unionRects } from '#model/kernel/geometry.ts';
import type { Point, Rect } from '#model/kernel/geometry.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { roundMm } from '#model/kernel/units.ts';
import type { Mm } from '#model/kernel/units.ts';
import { moved } from '#model/elements/base/footprint.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Command, CommandContext } from '../editor.ts';
import { refitted, selectionBox, withElements } from '../footprint.ts';
import { selectedUnits } from '../groups.ts';
import { unlockedElements } from '../selection.ts';

export const ALIGNMENTS = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** Aligns the selection: several elements to the box around them, a single one to the label. A group counts as one. */
export function align(how: Alignment): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const items = measuredItems(context);
    const { widthMm, heightMm } = context.template.label;
    const label = { x: 0, y: 0, width: widthMm, height: heightMm };
    const target = (items.length > 1 ? unionRects(items.map((i) => i.rect)) : null) ?? label;
    const aligned = items.flatMap((item) => movedItem(item, alignmentOffset(item.rect, target, how)));
    return ok({ template: withElements(context.template, aligned) });
  };
}

/**
 * Spaces the elements and groups evenly along an axis; the outermost two don't move. Needs three (`edit.needsThree`).
 */
export function distribute(axis: 'horizontal' | 'vertical'): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const items = itemsAlong(axis, context);
    if (items.length < 3) return err(problem('edit.needsThree'));
    const first = items[0] as Item;
    const last = items.at(-1) as Item;
    const span = startOf(last.rect, axis) + sizeOf(last.rect, axis) - startOf(first.rect, axis);
    const gap = (span - items.reduce((sum, i) => sum + sizeOf(i.rect, axis), 0)) / (items.length - 1);
    // The last one doesn't move, however the sums above were rounded.
    const placed = [...spaced(items.slice(0, -1), axis, gap), ...last.elements];
    return ok({ template: withElements(context.template, placed) });
  };
}

/**
 * Places the elements and groups one after the other with this gap; the first doesn't move. Needs two
 * (`edit.needsTwo`).
 */
export function setGap(axis: 'horizontal' | 'vertical', gapMm: Mm): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const items = itemsAlong(axis, context);
    if (items.length < 2) return err(problem('edit.needsTwo'));
    return ok({ template: withElements(context.template, spaced(items, axis, gapMm)) });
  };
}

/** The common gap of the selection, by the measured boxes; null when gaps differ, or for fewer than two. */
export function commonGap(axis: 'horizontal' | 'vertical', context: Measured): Mm | null {
  const items = itemsAlong(axis, context);
  const gaps = items.slice(1).map(({ rect }, i) => {
    const before = (items[i] as Item).rect;
    return roundMm(startOf(rect, axis) - startOf(before, axis) - sizeOf(before, axis));
  });
  const [gap] = gaps;
  return gap !== undefined && gaps.every((each) => Math.abs(each - gap) <= SAME_GAP_MM) ? gap : null;
}

/** Lengths are whole micrometers: gaps that were made equal can differ by one. */
const SAME_GAP_MM = 0.0015;

type Axis = 'horizontal' | 'vertical';
type Measured = Pick<CommandContext, 'template' | 'selection' | 'bounds'>;

function startOf(rect: Rect, axis: Axis): Mm {
  return axis === 'horizontal' ? rect.x : rect.y;
}

function sizeOf(rect: Rect, axis: Axis): Mm {
  return axis === 'horizontal' ? rect.width : rect.height;
}

function spaced(items: readonly Item[], axis: Axis, gapMm: Mm): readonly LabelElement[] {
  let at = items[0] === undefined ? 0 : startOf(items[0].rect, axis);
  return items.flatMap((item) => {
    const by = at - startOf(item.rect, axis);
    at += sizeOf(item.rect, axis) + gapMm;
    return movedItem(item, axis === 'horizontal' ? { x: by, y: 0 } : { x: 0, y: by });
  });
}

/** An element or a whole group: each text with the box that it fills, and the painted rectangle. */
interface Item {
  readonly elements: readonly LabelElement[];
  readonly rect: Rect;
}

function measuredItems(context: Measured): Item[] {
  return selectedUnits(context).map(({ elements }) => ({
    elements: elements.map((e) => refitted(e, context.bounds)),
    rect: selectionBox(elements, context.bounds) ?? { x: 0, y: 0, width: 0, height: 0 },
  }));
}

function itemsAlong(axis: Axis, context: Measured): readonly Item[] {
  const centre = ({ rect }: Item): Mm => startOf(rect, axis) + sizeOf(rect, axis) / 2;
  return measuredItems(context).sort((a, b) => centre(a) - centre(b));
}

/** Moves a whole group by one rounded step, so that it keeps its shape. */
function movedItem({ elements }: Item, by: Point): readonly LabelElement[] {
  const dx = elements.length === 1 ? by.x : roundMm(by.x);
  const dy = elements.length === 1 ? by.y : roundMm(by.y);
  return elements.map((e) => moved(e, dx, dy));
}

function alignmentOffset(rect: Rect, target: Rect, how: Alignment): Point {
  switch (how) {
    case 'left':
      return { x: target.x - rect.x, y: 0 };
    case 'center':
      return { x: target.x + target.width / 2 - (rect.x + rect.width / 2), y: 0 };
    case 'right':
      return { x: target.x + target.width - (rect.x + rect.width), y: 0 };
    case 'top':
      return { x: 0, y: target.y - rect.y };
    case 'middle':
      return { x: 0, y: target.y + target.height / 2 - (rect.y + rect.height / 2) };
    case 'bottom':
      return { x: 0, y: target.y + target.height - (rect.y + rect.height) };
  }
}
