import type {
  DiamondElement,
  EllipseElement,
  RectangleElement,
  RoundRectangleElement,
  TriangleElement,
} from '#model/elements/shapes/shape-element.ts';
import { FIGURES, type FigureElement } from '#model/elements/shapes/figure-element.ts';
import { FigurePanel } from '../panels/FigurePanel.tsx';
import { RoundRectanglePanel, ShapePanel } from '../panels/ShapePanel.tsx';
import { iconShape } from '../widgets/icons.tsx';
import type { ElementDescriptor } from '../session/element-descriptor.ts';

export const rectangle: ElementDescriptor<RectangleElement> = {
  icon: { d: 'M3.5 5h13v10h-13z' },
  chords: [{ code: 'KeyR' }],
  Panel: ShapePanel,
};

export const roundRectangle: ElementDescriptor<RoundRectangleElement> = {
  icon: { d: 'M6.5 5h7a3 3 0 0 1 3 3v4a3 3 0 0 1-3 3h-7a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3z' },
  chords: [],
  Panel: RoundRectanglePanel,
};

export const ellipse: ElementDescriptor<EllipseElement> = {
  icon: { d: 'M3 10c0-3 3.1-5.2 7-5.2s7 2.2 7 5.2-3.1 5.2-7 5.2S3 13 3 10z' },
  chords: [{ code: 'KeyE' }],
  Panel: ShapePanel,
};

export const diamond: ElementDescriptor<DiamondElement> = {
  icon: { d: 'm10 3.5 7 6.5-7 6.5L3 10z' },
  chords: [],
  Panel: ShapePanel,
};

export const triangle: ElementDescriptor<TriangleElement> = {
  icon: { d: 'm10 4 7 12H3z' },
  chords: [],
  Panel: ShapePanel,
};

export const figure: ElementDescriptor<FigureElement> = {
  icon: iconShape('star'),
  chords: [],
  variants: FIGURES.map((value) => ({ value, label: `figure.${value}`, icon: iconShape(value) })),
  Panel: FigurePanel,
};
