import { err, ok } from '#model/kernel/result.ts';
import { canvasUnitsToMm } from '#model/kernel/units.ts';
import { createBase, type ElementDefinition } from '../base/definition.ts';
import type { DisplayOp } from '../base/display-op.ts';
import { codeOf } from '../base/fields.ts';
import { plainLayout } from '../base/box.ts';
import { DASH_CODES, dashPattern, DEFAULT_PEN_WIDTH_MM, PEN_WIDTH_LIMITS } from '../base/pen.ts';
import type { LineDirection, LineElement } from './line-element.ts';

const DIRECTION_CODES = {
  LeftLine: 'left',
  RightLine: 'right',
  LineHorizontal: 'horizontal',
  LineVertical: 'vertical',
} as const;
const NEW_LENGTH_UNITS = 100;

export const line: ElementDefinition<LineElement> = {
  type: 'line',
  fileType: 'Line',

  create(options) {
    const length = Math.min(options.labelWidthMm, canvasUnitsToMm(NEW_LENGTH_UNITS) / options.zoom);
    return {
      ...createBase('line', options, length, DEFAULT_PEN_WIDTH_MM),
      direction: 'horizontal',
      dashed: false,
      penWidthMm: DEFAULT_PEN_WIDTH_MM,
    };
  },

  layout: (element) => plainLayout(element, [strokeOp(element)]),

  read(base, fields) {
    const element: LineElement = {
      ...base,
      type: 'line',
      direction: fields.code<LineDirection>('LineDirection', DIRECTION_CODES, 'horizontal'),
      dashed: fields.code('DashStyle', DASH_CODES, 'solid') === 'dashed',
      penWidthMm: fields.number('PenWidth', DEFAULT_PEN_WIDTH_MM, 0.1, PEN_WIDTH_LIMITS.max),
    };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write: (element) => ({
    attributes: {
      LineDirection: codeOf(DIRECTION_CODES, element.direction),
      DashStyle: element.dashed ? '1' : '0',
      PenWidth: element.penWidthMm,
    },
  }),
};

/** A straight solid line is a rectangle, exact to the dot; a diagonal or dashed one is a stroke. */
function strokeOp(element: LineElement): DisplayOp {
  const { widthMm: w, heightMm: h, penWidthMm: pen } = element;
  const straight = element.direction === 'horizontal' || element.direction === 'vertical';
  if (straight && !element.dashed) {
    const rect =
      element.direction === 'horizontal'
        ? { x: 0, y: (h - pen) / 2, width: w, height: pen }
        : { x: (w - pen) / 2, y: 0, width: pen, height: h };
    return { type: 'rect', rect, ink: 'black' };
  }
  return {
    type: 'path',
    data: pathData(element),
    ink: 'black',
    paint: { style: 'stroke', widthMm: pen, ...(element.dashed ? { dashMm: dashPattern(pen) } : {}) },
  };
}

function pathData({ direction, widthMm: w, heightMm: h }: LineElement): string {
  switch (direction) {
    case 'horizontal':
      return `M 0 ${h / 2} L ${w} ${h / 2}`;
    case 'vertical':
      return `M ${w / 2} 0 L ${w / 2} ${h}`;
    case 'left':
      return `M 0 0 L ${w} ${h}`;
    case 'right':
      return `M ${w} 0 L 0 ${h}`;
  }
}
