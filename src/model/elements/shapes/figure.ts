import { roundMm } from '#model/kernel/units.ts';
import type { ElementDefinition } from '../base/definition.ts';
import { withContentSize } from '../base/footprint.ts';
import { hitBracket, layoutBracket } from './bracket.ts';
import { isFigure, NEW_FORM, readForm, writeForm, type FigureElement } from './figure-element.ts';
import { outlineOfFigure } from './figure-outline.ts';
import { shape } from './shapes.ts';

const closed = shape<FigureElement>({
  type: 'figure',
  fileType: 'Figure',
  outline: outlineOfFigure,
  create(common, { variant }) {
    const form = { ...NEW_FORM, ...(isFigure(variant) ? { figure: variant } : {}) };
    const element: FigureElement = { ...common, type: 'figure', ...form };
    if (form.figure === 'arrow') return element;
    const side = roundMm(Math.min(common.widthMm, common.heightMm));
    return withContentSize(element, { width: form.figure === 'bracket' ? roundMm(side / 4) : side, height: side });
  },
  read: (common, fields) => ({ ...common, type: 'figure', ...readForm(fields) }),
  write: writeForm,
});

/** Stars, polygons and block arrows, which are closed shapes, and brackets. */
export const figure: ElementDefinition<FigureElement> = {
  ...closed,
  staysWhenMoved: false,
  layout: (element, values, context) =>
    element.figure === 'bracket' ? layoutBracket(element, context) : closed.layout(element, values, context),
  hit: (element, point, reachMm, painted) =>
    element.figure === 'bracket' ? hitBracket(element, point, reachMm) : closed.hit(element, point, reachMm, painted),
};
