import { err, ok } from '#model/kernel/result.ts';
import type { ElementDefinition } from '../base/definition.ts';
import { createShape, readShapeStyle, writeShapeStyle } from '../base/shape.ts';
import type { EllipseElement } from './ellipse-element.ts';

export const ellipse: ElementDefinition<EllipseElement> = {
  type: 'ellipse',
  fileType: 'Ellipse',

  create: (options) => createShape('ellipse', options),

  read(base, fields) {
    const element: EllipseElement = { ...base, type: 'ellipse', ...readShapeStyle(fields) };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write: (element) => ({ attributes: writeShapeStyle(element) }),
};
