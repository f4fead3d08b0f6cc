import { boundsOfPoints, type Point, type Rect, type Rotation } from '#model/kernel/geometry.ts';
import type { SplitLabel } from './sheet-split.ts';

/** Labels are in one row if they share this much of the lower one's height. */
const LEAST_SHARED = 0.5;

/**
 * Row by row from the top and from the left, in the orientation of most labels of the sheet; `placeOf` returns the place of
 * a label.
 */
export function inReadingOrder(
  labels: readonly SplitLabel[],
  placeOf: (label: SplitLabel) => Rect = ({ boxMm }) => boxMm,
): readonly SplitLabel[] {
  const rotation = commonRotation(labels);
  const waiting = labels
    .map((label) => ({ label, box: turnedBox(placeOf(label), rotation) }))
    .toSorted((a, b) => a.box.y + a.box.height / 2 - b.box.y - b.box.height / 2);
  const ordered: SplitLabel[] = [];
  while (waiting.length > 0) {
    const head = waiting.reduce((one, other) => (other.box.y < one.box.y ? other : one));
    const row = waiting.filter(({ box }) => isInRow(head.box, box));
    for (const entry of row) waiting.splice(waiting.indexOf(entry), 1);
    ordered.push(...row.toSorted((a, b) => a.box.x - b.box.x).map(({ label }) => label));
  }
  return ordered;
}

function commonRotation(labels: readonly SplitLabel[]): Rotation {
  const counts = new Map<Rotation, number>();
  for (const { rotation } of labels) counts.set(rotation, (counts.get(rotation) ?? 0) + 1);
  let [best, most]: [Rotation, number] = [0, 0];
  for (const [rotation, count] of counts) if (count > most) [best, most] = [rotation, count];
  return best;
}

/** The place of a box on the page turned clockwise about its corner: valid for comparing boxes with each other. */
function turnedBox({ x, y, width, height }: Rect, rotation: Rotation): Rect {
  const turned = (point: Point): Point => {
    if (rotation === 90) return { x: -point.y, y: point.x };
    if (rotation === 180) return { x: -point.x, y: -point.y };
    return rotation === 270 ? { x: point.y, y: -point.x } : point;
  };
  return boundsOfPoints([turned({ x, y }), turned({ x: x + width, y: y + height })]);
}

function isInRow(head: Rect, box: Rect): boolean {
  const shared = Math.min(head.y + head.height, box.y + box.height) - Math.max(head.y, box.y);
  return box === head || shared >= LEAST_SHARED * Math.min(head.height, box.height);
}
