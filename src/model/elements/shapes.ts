import { DIAMOND, ELLIPSE, RECTANGLE, roundRectangle, TRIANGLE, type Outline } from './base/outline.ts';
import type { ShapeElement } from './element.ts';

/** The form of a closed shape, for what must know where its edge runs. */
export function outlineOf(element: ShapeElement): Outline {
  switch (element.type) {
    case 'rectangle':
      return RECTANGLE;
    case 'roundRectangle':
      return roundRectangle(element.cornerRadiusMm);
    case 'ellipse':
      return ELLIPSE;
    case 'diamond':
      return DIAMOND;
    case 'triangle':
      return TRIANGLE;
  }
}
