import { err, ok } from '#model/kernel/result.ts';
import { canvasUnitsToMm } from '#model/kernel/units.ts';
import { createBase, type ElementDefinition } from '../base/definition.ts';
import { DASH_CODES, DEFAULT_PEN_WIDTH_MM, PEN_WIDTH_LIMITS } from '../base/pen.ts';
import type { RectangleElement } from './rectangle-element.ts';

/** Specification 2, section 9. */
const NEW_WIDTH_UNITS = 150;
const NEW_HEIGHT_UNITS = 80;

export const rectangle: ElementDefinition<RectangleElement> = {
  type: 'rectangle',
  fileType: 'Rectangle',

  create(options) {
    const width = Math.min(options.labelWidthMm, canvasUnitsToMm(NEW_WIDTH_UNITS) / options.zoom);
    const height = Math.min(options.labelHeightMm, canvasUnitsToMm(NEW_HEIGHT_UNITS) / options.zoom);
    return {
      ...createBase('rectangle', options, width, height),
      dashed: false,
      penWidthMm: DEFAULT_PEN_WIDTH_MM,
      filled: false,
    };
  },

  read(base, fields) {
    const element: RectangleElement = {
      ...base,
      type: 'rectangle',
      dashed: fields.code('DashStyle', DASH_CODES, 'solid') === 'dashed',
      penWidthMm: fields.number('PenWidth', DEFAULT_PEN_WIDTH_MM, 0.1, PEN_WIDTH_LIMITS.max),
      filled: fields.flag('Fill', false),
    };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write: (element) => ({
    attributes: { DashStyle: element.dashed ? '1' : '0', PenWidth: element.penWidthMm, Fill: element.filled },
  }),
};
