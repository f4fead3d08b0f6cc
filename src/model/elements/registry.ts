import type { Result } from '#model/kernel/result.ts';
import type { CreateOptions } from './base/definition.ts';
import type { ElementBase } from './base/element.ts';
import type { ElementFields, FieldReader } from './base/fields.ts';
import { definitionOf, ELEMENT_TYPES, type ElementByType, type ElementType, type LabelElement } from './element.ts';

export function createElement<T extends ElementType>(type: T, options: CreateOptions): ElementByType[T] {
  return definitionOf(type).create(options) as ElementByType[T];
}

export function readElementFields(
  base: ElementBase & { readonly type: ElementType },
  fields: FieldReader,
): Result<LabelElement> {
  return definitionOf(base.type).read(base, fields);
}

export function writeElementFields(element: LabelElement): ElementFields {
  return definitionOf(element.type).write(element);
}

/** The type's name in the file. */
export function fileTypeOf(type: ElementType): string {
  return definitionOf(type).fileType;
}

/** The type of an object in the file, judged by its attributes; undefined when it is unknown. */
export function elementTypeInFile(attributes: Readonly<Record<string, string>>): ElementType | undefined {
  return ELEMENT_TYPES.find((type) => {
    const { fileType, isInFile } = definitionOf(type);
    return isInFile === undefined ? attributes['Type'] === fileType : isInFile(attributes);
  });
}

/**
 * An unused element name: the stem (the type in the user's language) and a running number. A space separates them if
 * the stem itself contains one: `Text1`, `QR code 1`.
 */
export function freeElementName(stem: string, elements: readonly LabelElement[]): string {
  const start = stem.includes(' ') ? `${stem} ` : stem;
  const taken = new Set(elements.map((e) => e.name));
  let number = 1;
  while (taken.has(`${start}${number}`)) number++;
  return `${start}${number}`;
}

/** The name of a copy: the same stem with the first free number. */
export function nameOfCopy(name: string, elements: readonly LabelElement[]): string {
  return freeElementName(name.replace(/ ?\d+$/, ''), elements);
}

/** Whether it shows a symbol, which is turned by quarters only unless its element allows more. */
export function hasSymbol(type: ElementType): boolean {
  return definitionOf(type).hasSymbol;
}

/** Whether an element may have any angle. */
export function mayTurnFreely({ type, freeAngle }: Pick<LabelElement, 'type' | 'freeAngle'>): boolean {
  return freeAngle === true || !hasSymbol(type);
}

export function canHaveCanvasMirror(type: ElementType): boolean {
  return definitionOf(type).canHaveCanvasMirror;
}
