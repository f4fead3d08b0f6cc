import { assertNever } from '#model/kernel/assert-never.ts';
import type { Point, Size } from '#model/kernel/geometry.ts';
import type { ArrowDirection, FigureForm } from './figure-element.ts';
import { polygonOutline, type Outline } from './outline.ts';

/** The outline of a figure. Polygons and stars are regular in a square box. */
export function outlineOfFigure(form: FigureForm): Outline {
  switch (form.figure) {
    case 'polygon':
      return polygonOutline(() => cornersOnCircle(form.sides, 1));
    case 'star':
      return polygonOutline(() => cornersOnCircle(2 * form.points, form.innerPercent / 100));
    case 'arrow':
      return polygonOutline((box) => cornersOfArrow(form, box));
    case 'bracket':
      // Brackets are lines, see `bracket.ts`.
      return { contour: () => null, isParallel: true };
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

/** The place in the box of a point of an arrow that points right: how far along it, and how far across from the left. */
const PLACES: Readonly<Record<ArrowDirection, (along: number, across: number) => Point>> = {
  right: (along, across) => ({ x: along, y: across }),
  left: (along, across) => ({ x: 1 - along, y: 1 - across }),
  up: (along, across) => ({ x: across, y: 1 - along }),
  down: (along, across) => ({ x: 1 - across, y: along }),
  both: (along, across) => ({ x: along, y: across }),
};

/** The corners of a block arrow, as fractions of the box. Its head keeps its form when the arrow becomes longer. */
function cornersOfArrow(
  { direction, headPercent, shaftPercent }: FigureForm,
  { width, height }: Size,
): readonly Point[] {
  const isUpright = direction === 'up' || direction === 'down';
  const [length, thickness] = isUpright ? [height, width] : [width, height];
  const head = ((headPercent / 100) * thickness) / length;
  const shaft = shaftPercent / 200;
  const [left, right] = [0.5 - shaft, 0.5 + shaft];
  const at = PLACES[direction];
  if (direction === 'both') {
    if (head >= 0.5) return [at(0, 0.5), at(0.5, 0), at(1, 0.5), at(0.5, 1)];
    const tail = 1 - head;
    const upper = [at(0, 0.5), at(head, 0), at(head, left), at(tail, left), at(tail, 0)];
    return [...upper, at(1, 0.5), at(tail, 1), at(tail, right), at(head, right), at(head, 1)];
  }
  const neck = Math.max(0, 1 - head);
  if (neck === 0) return [at(0, 0), at(1, 0.5), at(0, 1)];
  return [at(0, left), at(neck, left), at(neck, 0), at(1, 0.5), at(neck, 1), at(neck, right), at(0, right)];
}
