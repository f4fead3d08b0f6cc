import { err, ok } from '#model/kernel/result.ts';
import type { ElementDefinition } from '../base/definition.ts';
import { createShape, readShapeStyle, writeShapeStyle } from '../base/shape.ts';
import type { RectangleElement } from './rectangle-element.ts';

export const rectangle: ElementDefinition<RectangleElement> = {
  type: 'rectangle',
  fileType: 'Rectangle',

  create: (options) => createShape('rectangle', options),

  read(base, fields) {
    const element: RectangleElement = { ...base, type: 'rectangle', ...readShapeStyle(fields) };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write: (element) => ({ attributes: writeShapeStyle(element) }),
};
