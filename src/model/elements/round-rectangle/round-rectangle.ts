import { err, ok } from '#model/kernel/result.ts';
import type { ElementDefinition } from '../base/definition.ts';
import { createShape, readShapeStyle, writeShapeStyle } from '../base/shape.ts';
import { CORNER_RADIUS_LIMITS, type RoundRectangleElement } from './round-rectangle-element.ts';

/** Specification 2, section 9. */
const DEFAULT_CORNER_RADIUS_MM = 4;

export const roundRectangle: ElementDefinition<RoundRectangleElement> = {
  type: 'roundRectangle',
  fileType: 'RoundRectangle',

  create: (options) => ({ ...createShape('roundRectangle', options), cornerRadiusMm: DEFAULT_CORNER_RADIUS_MM }),

  read(base, fields) {
    const { min, max } = CORNER_RADIUS_LIMITS;
    const element: RoundRectangleElement = {
      ...base,
      type: 'roundRectangle',
      ...readShapeStyle(fields),
      cornerRadiusMm: fields.number('CornerRadius', DEFAULT_CORNER_RADIUS_MM, min, max),
    };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write: (element) => ({ attributes: { ...writeShapeStyle(element), CornerRadius: element.cornerRadiusMm } }),
};
