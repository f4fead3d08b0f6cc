import { grownRect, type Rect } from '#model/kernel/geometry.ts';
import type { TrueLabel } from './sheet.ts';

/** Tolerance of an edge, in mm: three pixels of the plane. */
const TOLERANCE_MM = 0.75;

export type Edge = 'left' | 'right' | 'top' | 'bottom';

export function wrongEdges({ ink, ground }: TrueLabel, box: Rect): readonly Edge[] {
  const [least, most] = [grownRect(ink, -TOLERANCE_MM), grownRect(ground, TOLERANCE_MM)];
  const wrong: Edge[] = [];
  if (box.x < most.x || box.x > least.x) wrong.push('left');
  if (rightOf(box) > rightOf(most) || rightOf(box) < rightOf(least)) wrong.push('right');
  if (box.y < most.y || box.y > least.y) wrong.push('top');
  if (bottomOf(box) > bottomOf(most) || bottomOf(box) < bottomOf(least)) wrong.push('bottom');
  return wrong;
}

export const rightOf = ({ x, width }: Rect): number => x + width;
export const bottomOf = ({ y, height }: Rect): number => y + height;
