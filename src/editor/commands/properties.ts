import { rotatedSize } from '#model/kernel/geometry.ts';
import type { Size } from '#model/kernel/geometry.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { canHaveCanvasMirror } from '#model/elements/base/canvas-mirror.ts';
import type { ElementType } from '#model/elements/base/element.ts';
import { isStyled, type ElementByType, type LabelElement } from '#model/elements/element.ts';
import type { LineDirection, LineElement } from '#model/elements/line/line-element.ts';
import { withTableSize } from '#model/elements/table/table-cells.ts';
import type { Asset } from '#model/template/template.ts';
import type { Command } from '../editor.ts';
import { changed, withElements, withFootprint } from '../footprint.ts';
import { refitted } from '../refit.ts';
import { selectedElements } from '../selection.ts';

/** The fields that a panel may set; type, id and content have ways of their own. */
export type SettableFields<E extends LabelElement> = Partial<Omit<E, 'id' | 'type'>>;

/** Fields that move or resize: not of a locked element. */
const PLACING_FIELDS: ReadonlySet<string> = new Set(['xMm', 'yMm', 'widthMm', 'heightMm', 'rotation']);
/** A text's box must be what it fills before one of these changes, or the text jumps to the box's other edge. */
const ANCHORED_FIELDS: ReadonlySet<string> = new Set(['align', 'arrange', 'autoWrap', 'mirror', 'rotation']);

/**
 * Sets fields of every selected element of a type. Where a field has a consequence for the box (a line's
 * direction, a straight line's pen), the box follows.
 */
export function setProperties<T extends ElementType>(type: T, fields: SettableFields<ElementByType[T]>): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const elements = selected.value.filter((e): e is ElementByType[T] => e.type === type);
    const keys = Object.keys(fields);
    const locked = elements.find((e) => e.locked);
    if (locked !== undefined && keys.some((key) => PLACING_FIELDS.has(key))) {
      return err(problem('edit.locked', { name: locked.name }, locked.name));
    }
    const anchored = keys.some((key) => ANCHORED_FIELDS.has(key));
    const next = elements.map((element) => {
      const base: ElementByType[T] = anchored ? refitted(element, context.bounds) : element;
      return withBoxConsequences(base, changed<LabelElement>(base, fields as Partial<LabelElement>));
    });
    return ok({ template: withElements(context.template, next) });
  };
}

/**
 * The same for the fields that every type has: place, lock, rotation, mirror. Rotation: see `setRotation`. A canvas
 * mirror is for those that can have one.
 */
export function setCommon(
  fields: Partial<Pick<LabelElement, 'name' | 'xMm' | 'yMm' | 'widthMm' | 'heightMm' | 'mirror' | 'canvasMirror'>>,
): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const keys = Object.keys(fields);
    const locked = selected.value.find((e) => e.locked);
    if (locked !== undefined && keys.some((key) => PLACING_FIELDS.has(key))) {
      return err(problem('edit.locked', { name: locked.name }, locked.name));
    }
    const anchored = keys.some((key) => ANCHORED_FIELDS.has(key) || PLACING_FIELDS.has(key));
    const { canvasMirror, ...others } = fields;
    const next = selected.value.map((e) => {
      const settable = canvasMirror === undefined || !canHaveCanvasMirror(e.type) ? others : fields;
      const after = changed<LabelElement>(anchored ? refitted(e, context.bounds) : e, settable);
      const sized = after.widthMm !== e.widthMm || after.heightMm !== e.heightMm;
      return after.type === 'table' && sized ? withTableSize(after, after.widthMm, after.heightMm) : after;
    });
    return ok({ template: withElements(context.template, next) });
  };
}

/** Another picture for the selected images: as wide as before, with the new picture's proportions. */
export function setImage(image: { readonly key: AssetKey; readonly asset: Asset; readonly size: Size }): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const next = selected.value.flatMap((element): LabelElement[] => {
      if (element.type !== 'image') return [];
      const heightMm = (element.widthMm * image.size.height) / image.size.width;
      const sized = withFootprint(element, {
        ...elementBox(element),
        ...rotatedSize({ width: element.widthMm, height: heightMm }, element.rotation),
      });
      return [changed(sized, { asset: image.key })];
    });
    const assets = new Map([...context.template.assets, [image.key, image.asset] as const]);
    return ok({ template: { ...withElements(context.template, next), assets } });
  };
}

function withBoxConsequences(before: LabelElement, after: LabelElement): LabelElement {
  if (isStyled(before) && isStyled(after) && before.arrange !== after.arrange) {
    return withSize(after, { width: before.heightMm, height: before.widthMm });
  }
  if (before.type !== 'line' || after.type !== 'line') return after;
  if (before.direction === after.direction && before.penWidthMm === after.penWidthMm) return after;
  return withSize(after, lineSize(before, after));
}

/** The same length in the new direction; a straight line's box is as thick as its pen. */
function lineSize(before: LineElement, after: LineElement): Size {
  const length = lineLength(before);
  switch (after.direction) {
    case 'horizontal':
      return { width: length, height: after.penWidthMm };
    case 'vertical':
      return { width: after.penWidthMm, height: length };
    case 'left':
    case 'right':
      return isDiagonal(before.direction)
        ? { width: before.widthMm, height: before.heightMm }
        : { width: length * Math.SQRT1_2, height: length * Math.SQRT1_2 };
  }
}

function lineLength(line: LineElement): number {
  if (line.direction === 'horizontal') return line.widthMm;
  return line.direction === 'vertical' ? line.heightMm : Math.hypot(line.widthMm, line.heightMm);
}

function isDiagonal(direction: LineDirection): boolean {
  return direction === 'left' || direction === 'right';
}

/** About the same centre. */
function withSize<E extends LabelElement>(element: E, content: Size): E {
  const box = elementBox(element);
  const size = rotatedSize(content, element.rotation);
  return withFootprint(element, {
    x: box.x + (box.width - size.width) / 2,
    y: box.y + (box.height - size.height) / 2,
    ...size,
  });
}
