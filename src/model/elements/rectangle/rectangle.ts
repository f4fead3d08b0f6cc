import { err, ok } from '#model/kernel/result.ts';
import { canvasUnitsToMm } from '#model/kernel/units.ts';
import { createBase, type ElementDefinition } from '../base/definition.ts';
import type { DisplayOp } from '../base/display-op.ts';
import { plainLayout } from '../base/box.ts';
import { DASH_CODES, dashPattern, DEFAULT_PEN_WIDTH_MM, PEN_WIDTH_LIMITS } from '../base/pen.ts';
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

  layout: (element) => plainLayout(element, outline(element)),

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

/** Four bars inside the box, exact to the dot; dashed sides are strokes on the pen's middle. */
function outline(element: RectangleElement): DisplayOp[] {
  const { widthMm: w, heightMm: h, penWidthMm: pen } = element;
  const bar = (x: number, y: number, width: number, height: number): DisplayOp => ({
    type: 'rect',
    rect: { x, y, width, height },
    ink: 'black',
  });
  if (element.filled || 2 * pen >= Math.min(w, h)) return [bar(0, 0, w, h)];
  if (!element.dashed) {
    return [
      bar(0, 0, w, pen),
      bar(0, h - pen, w, pen),
      bar(0, pen, pen, h - 2 * pen),
      bar(w - pen, pen, pen, h - 2 * pen),
    ];
  }
  const near = pen / 2;
  return [
    {
      type: 'path',
      data: `M ${near} ${near} L ${w - near} ${near} L ${w - near} ${h - near} L ${near} ${h - near} Z`,
      ink: 'black',
      paint: { style: 'stroke', widthMm: pen, dashMm: dashPattern(pen) },
    },
  ];
}
