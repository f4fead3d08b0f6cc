import { roundMm } from '#model/kernel/units.ts';
import type { ElementDefinition } from '../base/definition.ts';
import { withContentSize } from '../base/footprint.ts';
import { isFigure, NEW_FORM, readForm, writeForm, type FigureElement } from './figure-element.ts';
import { outlineOfFigure } from './figure-outline.ts';
import { shape } from './shapes.ts';

/** Stars, polygons and block arrows: closed shapes of which the form can be chosen. */
export const figure: ElementDefinition<FigureElement> = shape<FigureElement>({
  type: 'figure',
  fileType: 'Figure',
  outline: outlineOfFigure,
  create(common, { variant }) {
    const form = { ...NEW_FORM, ...(isFigure(variant) ? { figure: variant } : {}) };
    const element: FigureElement = { ...common, type: 'figure', ...form };
    if (form.figure === 'arrow') return element;
    const side = roundMm(Math.min(common.widthMm, common.heightMm));
    return withContentSize(element, { width: side, height: side });
  },
  read: (common, fields) => ({ ...common, type: 'figure', ...readForm(fields) }),
  write: writeForm,
});
