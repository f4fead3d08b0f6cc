import { unionRects } from '#model/kernel/geometry.ts';
import type { Point, Rect } from '#model/kernel/geometry.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { moved } from '#model/elements/base/footprint.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Command, CommandContext } from '../editor.ts';
import { refitted, visibleBounds, withElements } from '../footprint.ts';
import { unlockedElements } from '../selection.ts';

export const ALIGNMENTS = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** Aligns what is selected: several to the box around them, a single one to the label. */
export function align(how: Alignment): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const items = measuredItems(selected.value, context);
    const { widthMm, heightMm } = context.template.label;
    const label = { x: 0, y: 0, width: widthMm, height: heightMm };
    const target = (items.length > 1 ? unionRects(items.map((i) => i.rect)) : null) ?? label;
    const aligned = items.map(({ element, rect }) => {
      const by = alignmentOffset(rect, target, how);
      return moved(element, by.x, by.y);
    });
    return ok({ template: withElements(context.template, aligned) });
  };
}

/** Spaces the elements evenly along an axis; the outermost two stay where they are. Needs three (`edit.needsThree`). */
export function distribute(axis: 'horizontal' | 'vertical'): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    if (selected.value.length < 3) return err(problem('edit.needsThree'));
    const start = (r: Rect): number => (axis === 'horizontal' ? r.x : r.y);
    const size = (r: Rect): number => (axis === 'horizontal' ? r.width : r.height);
    const items = measuredItems(selected.value, context).sort(
      (a, b) => start(a.rect) + size(a.rect) / 2 - (start(b.rect) + size(b.rect) / 2),
    );
    const first = items[0];
    const last = items.at(-1);
    if (first === undefined || last === undefined) return ok({ template: context.template });
    const span = start(last.rect) + size(last.rect) - start(first.rect);
    const gap = (span - items.reduce((sum, i) => sum + size(i.rect), 0)) / (items.length - 1);
    let at = start(first.rect);
    const placed = items.map(({ element, rect }, i) => {
      const by = i === 0 || i === items.length - 1 ? 0 : at - start(rect);
      at += size(rect) + gap;
      return axis === 'horizontal' ? moved(element, by, 0) : moved(element, 0, by);
    });
    return ok({ template: withElements(context.template, placed) });
  };
}

/** The elements, each text with the box that it fills, and the rectangle that is painted of each. */
function measuredItems(
  elements: readonly LabelElement[],
  context: CommandContext,
): { readonly element: LabelElement; readonly rect: Rect }[] {
  return elements.map((e) => ({ element: refitted(e, context.bounds), rect: visibleBounds(e, context.bounds) }));
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
