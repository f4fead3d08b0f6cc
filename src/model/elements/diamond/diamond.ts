import { err, ok } from '#model/kernel/result.ts';
import type { ElementDefinition } from '../base/definition.ts';
import { createShape, readShapeStyle, writeShapeStyle } from '../base/shape.ts';
import type { DiamondElement } from './diamond-element.ts';

export const diamond: ElementDefinition<DiamondElement> = {
  type: 'diamond',
  fileType: 'Diamond',

  create: (options) => createShape('diamond', options),

  read(base, fields) {
    const element: DiamondElement = { ...base, type: 'diamond', ...readShapeStyle(fields) };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write: (element) => ({ attributes: writeShapeStyle(element) }),
};
