import { canvasUnitsToMm, type Mm } from '#model/kernel/units.ts';
import { createBase, type CreateOptions } from '../base/definition.ts';
import type { ElementBase } from '../base/element.ts';
import type { ElementFields, FieldReader } from '../base/fields.ts';
import { NO_PATTERN, readPattern, writePattern, type PatternFill } from '../base/fill-pattern.ts';
import { DEFAULT_PEN_WIDTH_MM, PEN_WIDTH_LIMITS, readDashed, writeDashed } from '../base/pen.ts';

/** The fields of every closed shape. The pen runs inside the box, so that nothing is painted outside it. */
export interface ShapeStyle extends PatternFill {
  readonly dashed: boolean;
  /** 0.3 to 10 in the file's pen unit, which is a millimeter. */
  readonly penWidthMm: Mm;
  /** All of it is ink, whatever its pattern. */
  readonly filled: boolean;
}

/** Specification 2, section 9. */
const NEW_WIDTH_UNITS = 150;
const NEW_HEIGHT_UNITS = 80;

/** A new shape: the same size on the screen at any zoom, but never larger than the label. */
export function createShape<T extends ElementBase['type']>(
  type: T,
  options: CreateOptions,
): ElementBase & ShapeStyle & { readonly type: T } {
  const width = Math.min(options.labelWidthMm, canvasUnitsToMm(NEW_WIDTH_UNITS) / options.zoom);
  const height = Math.min(options.labelHeightMm, canvasUnitsToMm(NEW_HEIGHT_UNITS) / options.zoom);
  return {
    ...createBase(type, options, width, height),
    dashed: false,
    penWidthMm: DEFAULT_PEN_WIDTH_MM,
    filled: false,
    ...NO_PATTERN,
  };
}

export function readShapeStyle(fields: FieldReader): ShapeStyle {
  return {
    dashed: readDashed(fields),
    penWidthMm: fields.number('PenWidth', DEFAULT_PEN_WIDTH_MM, 0.1, PEN_WIDTH_LIMITS.max),
    filled: fields.flag('Fill', false),
    ...readPattern(fields),
  };
}

export function writeShapeStyle(style: ShapeStyle): ElementFields['attributes'] {
  return { ...writeDashed(style.dashed), PenWidth: style.penWidthMm, Fill: style.filled, ...writePattern(style) };
}
