import { err, ok } from '#model/kernel/result.ts';
import { freeBox } from '../base/box-behaviour.ts';
import { noContent } from '../base/content-behaviour.ts';
import { PLAIN, type CreateOptions, type ElementDefinition } from '../base/definition.ts';
import type { ElementBase } from '../base/element.ts';
import type { ElementFields, FieldReader } from '../base/fields.ts';
import type { LayoutOf, Unplaced } from '../base/layout.ts';
import { DIAMOND, ELLIPSE, RECTANGLE, roundedOutline, TRIANGLE, type Outline } from './outline.ts';
import { layoutRectangle } from './rectangle-layout.ts';
import {
  CORNER_RADIUS_LIMITS,
  radiiOf,
  readRadii,
  writeRadii,
  type DiamondElement,
  type EllipseElement,
  type RectangleElement,
  type RoundRectangleElement,
  type ShapeElement,
  type TriangleElement,
} from './shape-element.ts';
import { hitShape } from './shape-hit.ts';
import { layoutShape } from './shape-layout.ts';
import { createShape, readShapeStyle, writeShapeStyle, type ShapeStyle } from './shape-style.ts';

/** Specification 2, section 9. */
export const DEFAULT_CORNER_RADIUS_MM = 4;

type CommonFields = ElementBase & ShapeStyle;

/** The properties that differ between shapes. */
interface OwnOfShape<E extends ShapeElement> {
  readonly type: E['type'];
  readonly fileType: string;
  outline(element: E): Outline;
  /** Only for a shape that the general layout, on whole dots, doesn't suit. */
  readonly layout?: LayoutOf<Unplaced<E>>;
  /** Makes the element from the fields of all shapes, either new or as read from the file. */
  create(common: CommonFields, options: CreateOptions): E;
  read(common: CommonFields, fields: FieldReader): E;
  /** Attributes in addition to those that all shapes have. */
  write?(element: E): ElementFields['attributes'];
}

/** The definition of a closed shape. */
export function shape<E extends ShapeElement>(own: OwnOfShape<E>): ElementDefinition<E> {
  return {
    ...freeBox<E>(),
    ...noContent<E>(),
    ...PLAIN,
    type: own.type,
    fileType: own.fileType,
    create: (options) => own.create(createShape(own.type, options), options),
    read(base, fields) {
      const element = own.read({ ...base, ...readShapeStyle(fields) }, fields);
      const wrong = fields.problem();
      return wrong === null ? ok(element) : err(wrong);
    },
    write: (element) => ({ attributes: { ...writeShapeStyle(element), ...own.write?.(element) } }),
    ...(own.layout === undefined
      ? {
          layout: (element, _values, context) => layoutShape(element, own.outline(element), context),
          staysWhenMoved: false,
        }
      : { layout: own.layout, staysWhenMoved: true }),
    hit: (element, point, reachMm) => hitShape(element, own.outline(element), point, reachMm),
  };
}

export const rectangle: ElementDefinition<RectangleElement> = shape({
  type: 'rectangle',
  fileType: 'Rectangle',
  outline: () => RECTANGLE,
  layout: layoutRectangle,
  create: (common) => ({ ...common, type: 'rectangle' }),
  read: (common) => ({ ...common, type: 'rectangle' }),
});

export const roundRectangle: ElementDefinition<RoundRectangleElement> = {
  ...shape<RoundRectangleElement>({
    type: 'roundRectangle',
    fileType: 'RoundRectangle',
    outline: (element) => roundedOutline(radiiOf(element)),
    create: (common) => ({ ...common, type: 'roundRectangle', cornerRadiusMm: DEFAULT_CORNER_RADIUS_MM }),
    read(common, fields) {
      const { min, max } = CORNER_RADIUS_LIMITS;
      const cornerRadiusMm = fields.number('CornerRadius', DEFAULT_CORNER_RADIUS_MM, min, max);
      return { ...common, type: 'roundRectangle', cornerRadiusMm, ...readRadii(fields) };
    },
    write: (element) => ({ CornerRadius: element.cornerRadiusMm, ...writeRadii(element) }),
  }),
  // A new radius for all corners replaces those of each.
  fieldsChanged({ cornerRadiusMm, cornerRadiiMm }, after) {
    if (after.cornerRadiusMm === cornerRadiusMm || after.cornerRadiiMm !== cornerRadiiMm) return after;
    const { cornerRadiiMm: _replaced, ...others } = after;
    return others;
  },
};

export const ellipse: ElementDefinition<EllipseElement> = shape({
  type: 'ellipse',
  fileType: 'Ellipse',
  outline: () => ELLIPSE,
  create: (common) => ({ ...common, type: 'ellipse' }),
  read: (common) => ({ ...common, type: 'ellipse' }),
});

export const diamond: ElementDefinition<DiamondElement> = shape({
  type: 'diamond',
  fileType: 'Diamond',
  outline: () => DIAMOND,
  create: (common) => ({ ...common, type: 'diamond' }),
  read: (common) => ({ ...common, type: 'diamond' }),
});

export const triangle: ElementDefinition<TriangleElement> = shape({
  type: 'triangle',
  fileType: 'Triangle',
  outline: () => TRIANGLE,
  create: (common) => ({ ...common, type: 'triangle' }),
  read: (common) => ({ ...common, type: 'triangle' }),
});
