import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { changed } from '#model/elements/base/footprint.ts';
import { keptInPlace } from '#model/elements/base/turned-box.ts';
import { definitionOf, type ElementByType, type ElementType, type LabelElement } from '#model/elements/element.ts';
import { canHaveCanvasMirror } from '#model/elements/registry.ts';
import { CROP_SIDES } from '#model/elements/image/image-element.ts';
import type { Command } from '../editor.ts';
import { refitted, withElements } from '../footprint.ts';
import { selectedElements } from '../selection.ts';

/** The fields that a panel may set. `id` and `type` never change; `setText` and `setSource` set contents. */
export type SettableFields<E extends LabelElement> = Partial<Omit<E, 'id' | 'type'>>;

/** Fields that move or resize the element: they can't be set on a locked one. */
const PLACING_FIELDS: ReadonlySet<string> = new Set([
  'xMm',
  'yMm',
  'widthMm',
  'heightMm',
  'rotation',
  'turnDegrees',
  ...CROP_SIDES,
]);
/** Fields for which a text's box must first be refitted; otherwise the text jumps to the other edge of the box. */
export const ANCHORED_FIELDS: ReadonlySet<string> = new Set(['align', 'arrange', 'autoWrap', 'mirror', 'rotation']);

/**
 * Sets fields of every selected element of a type. Where a field affects the box (a line's direction, a straight line's
 * pen), the type's definition adjusts the box.
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
      const base: LabelElement = anchored ? refitted(element, context.bounds) : element;
      return withFields(base, fields as Partial<LabelElement>);
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
      return withFields(anchored ? refitted(e, context.bounds) : e, settable);
    });
    return ok({ template: withElements(context.template, next) });
  };
}

/** The element with these fields, which it must have, and the box that its type derives from them. */
export function withFields(element: LabelElement, fields: object): LabelElement {
  const after = changed<LabelElement>(element, fields);
  return after === element ? element : keptInPlace(after, definitionOf(element.type).fieldsChanged(element, after));
}
