import type { Result } from '#model/kernel/result.ts';
import { barcode } from './barcode/barcode.ts';
import type { CreateOptions, ElementDefinition } from './base/definition.ts';
import { ELEMENT_TYPES, type ElementBase, type ElementType } from './base/element.ts';
import type { ElementFields, FieldReader } from './base/fields.ts';
import { diamond } from './diamond/diamond.ts';
import type { ElementByType, LabelElement } from './element.ts';
import { ellipse } from './ellipse/ellipse.ts';
import { image } from './image/image.ts';
import { line, LINE_DIRECTIONS_IN_FILE } from './line/line.ts';
import { qrcode } from './qrcode/qrcode.ts';
import { rectangle } from './rectangle/rectangle.ts';
import { table } from './table/table.ts';
import { roundRectangle } from './round-rectangle/round-rectangle.ts';
import { text } from './text/text.ts';
import { timeText } from './time-text/time-text.ts';
import { triangle } from './triangle/triangle.ts';

const DEFINITIONS = {
  text,
  timeText,
  barcode,
  qrcode,
  image,
  table,
  line,
  rectangle,
  roundRectangle,
  ellipse,
  diamond,
  triangle,
} satisfies { [K in ElementType]: ElementDefinition<ElementByType[K]> };

/** The definition of an element's own type; the registry pairs them, which the type system cannot follow here. */
function definitionOf(type: ElementType): ElementDefinition<LabelElement> {
  return DEFINITIONS[type] as unknown as ElementDefinition<LabelElement>;
}

export function createElement<T extends ElementType>(type: T, options: CreateOptions): ElementByType[T] {
  return definitionOf(type).create(options) as ElementByType[T];
}

export function readElementFields(base: ElementBase, fields: FieldReader): Result<LabelElement> {
  return definitionOf(base.type).read(base, fields);
}

export function writeElementFields(element: LabelElement): ElementFields {
  return definitionOf(element.type).write(element);
}

/** `Type` in the file, and the stem of an element's name. */
export function fileTypeOf(type: ElementType): string {
  return DEFINITIONS[type].fileType;
}

/**
 * The type that an element of the file has by its attributes; undefined for one that is not known. A text that carries
 * a time flag is a time text (specification 2, section 4); a line may be named by its direction.
 */
export function elementTypeInFile(attributes: Readonly<Record<string, string>>): ElementType | undefined {
  const fileType = attributes['Type'] ?? '';
  if (fileType === DEFINITIONS.text.fileType && (attributes['DateFormatChecked'] ?? '') !== '') return 'timeText';
  return fileType in LINE_DIRECTIONS_IN_FILE ? 'line' : elementTypeByFileType(fileType);
}

function elementTypeByFileType(fileType: string): ElementType | undefined {
  return ELEMENT_TYPES.find((type) => DEFINITIONS[type].fileType === fileType);
}

/** Type plus running number, not yet used. */
export function freeElementName(type: ElementType, elements: readonly LabelElement[]): string {
  const stem = fileTypeOf(type);
  const taken = new Set(elements.map((e) => e.name));
  let number = 1;
  while (taken.has(`${stem}${number}`)) number++;
  return `${stem}${number}`;
}
