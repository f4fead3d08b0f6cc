import { ok } from '#model/kernel/result.ts';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import type { FlagSides } from '#model/elements/base/flag-sides.ts';
import type { ParagraphStyle } from '#model/elements/base/paragraph-style.ts';
import type { GroupedText } from '#model/elements/base/size-group.ts';
import type { TextCourse } from '#model/elements/base/text-course.ts';
import type { TextStyle } from '#model/elements/base/text-style.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { ImageElement, ToneField } from '#model/elements/image/image-element.ts';
import type { LineElement } from '#model/elements/line/line-element.ts';
import type { RoundRectangleElement } from '#model/elements/shapes/shape-element.ts';
import type { DeclaredValues } from '#model/elements/text/declared-values.ts';
import type { Command } from '../editor.ts';
import { refitted, withElements } from '../footprint.ts';
import { selectedElements } from '../selection.ts';
import { ANCHORED_FIELDS, withFields } from './properties.ts';

/** The fields that elements of more than one type may share. */
export type ShareableFields = TextStyle &
  ParagraphStyle &
  GroupedText &
  TextCourse &
  FlagSides &
  DeclaredValues &
  Pick<LineElement, 'penWidthMm' | 'dashed' | 'startMarker' | 'endMarker'> &
  Pick<RoundRectangleElement, 'filled' | 'fillPattern' | 'fillDensity' | 'cornerRadiusMm'> &
  Pick<ImageElement, 'keepProportion' | 'displayMode' | 'oneBit' | 'threshold' | 'inverted' | ToneField> &
  Pick<BarcodeElement, 'numberPosition'>;

/** The elements typed with these fields, if every one has them all; null otherwise. */
export function sharing<K extends keyof ShareableFields>(
  elements: readonly LabelElement[],
  keys: readonly K[],
): readonly [Pick<ShareableFields, K>, ...Pick<ShareableFields, K>[]] | null {
  const [first] = elements;
  if (first === undefined || !elements.every((e) => keys.every((key) => key in e))) return null;
  const shared = elements as unknown as readonly Pick<ShareableFields, K>[];
  return shared as readonly [Pick<ShareableFields, K>, ...Pick<ShareableFields, K>[]];
}

/** Sets fields of every selected element that has them, of any type, as one change. Problem: `edit.nothingSelected`. */
export function setShared(fields: Partial<ShareableFields>): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const keys = Object.keys(fields);
    const anchored = keys.some((key) => ANCHORED_FIELDS.has(key));
    const next = selected.value
      .filter((element) => keys.every((key) => key in element))
      .map((element) => withFields(anchored ? refitted(element, context.bounds) : element, fields));
    return ok({ template: withElements(context.template, next) });
  };
}
