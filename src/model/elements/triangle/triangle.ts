import { err, ok } from '#model/kernel/result.ts';
import type { ElementDefinition } from '../base/definition.ts';
import { createShape, readShapeStyle, writeShapeStyle } from '../base/shape.ts';
import type { TriangleElement } from './triangle-element.ts';

export const triangle: ElementDefinition<TriangleElement> = {
  type: 'triangle',
  fileType: 'Triangle',

  create: (options) => createShape('triangle', options),

  read(base, fields) {
    const element: TriangleElement = { ...base, type: 'triangle', ...readShapeStyle(fields) };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write: (element) => ({ attributes: writeShapeStyle(element) }),
};
