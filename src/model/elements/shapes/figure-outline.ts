import { assertNever } from '#model/kernel/assert-never.ts';
import type { Point } from '#model/kernel/geometry.ts';
import type { FigureForm } from './figure-element.ts';
import { polygonOutline, type Outline } from './outline.ts';

/** The outline of a figure. Polygons and stars are regular in a square box. */
export function outlineOfFigure(form: FigureForm): Outline {
  switch (form.figure) {
    case 'polygon':
      return polygonOutline(cornersOnCircle(form.sides, 1));
    case 'star':
      return polygonOutline(cornersOnCircle(2 * form.points, form.innerPercent / 100));
    default:
      return assertNever(form.figure);
  }
}

/**
 * Corners at equal angles, clockwise from the top, as fractions of the box. Those in even places are on the circle that
 * fills it, those in odd places at `odd` of its radius.
 */
function cornersOnCircle(count: number, odd: number): readonly Point[] {
  return Array.from({ length: count }, (_, i) => {
    // The right half is computed and the left half mirrored, so that both have exactly the same corners.
    const mirrored = 2 * i > count;
    const angle = (2 * Math.PI * (mirrored ? count - i : i)) / count;
    const radius = i % 2 === 0 ? 0.5 : odd / 2;
    const across = 2 * i === count ? 0 : radius * Math.sin(angle);
    return { x: 0.5 + (mirrored ? -across : across), y: 0.5 - radius * Math.cos(angle) };
  });
}
