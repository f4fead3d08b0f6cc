import { unionRects, type Rect, type Rotation } from '#model/kernel/geometry.ts';
import { inReadingOrder } from '#model/document/split/reading-order.ts';
import type { SplitLabel } from '#model/document/split/sheet-split.ts';

// Edits of a split as a user makes them. Every call is one step; an impossible edit changes nothing.

/** Minimum size of a label, in mm. */
const SMALLEST_LABEL_MM = 3;

type Edge = 'left' | 'right' | 'top' | 'bottom';

/** Merges several labels into one, at the position of the first of them. */
export function mergeLabels(labels: readonly SplitLabel[], indexes: readonly number[]): readonly SplitLabel[] {
  const merged = [...new Set(indexes)].toSorted((a, b) => a - b).flatMap((index) => labels[index] ?? []);
  const [first] = merged;
  const boxMm = unionRects(merged.map((label) => label.boxMm));
  if (first === undefined || boxMm === null || merged.length < 2) return labels;
  return labels.flatMap((label) => {
    if (label === first) return [{ ...first, boxMm, confidence: 1 }];
    return merged.includes(label) ? [] : [label];
  });
}

/** Cuts a label in two: `x` cuts it at a distance from the left of the page, `y` from the top. */
export function cutLabel(
  labels: readonly SplitLabel[],
  index: number,
  across: 'x' | 'y',
  atMm: number,
): readonly SplitLabel[] {
  const label = labels[index];
  if (label === undefined) return labels;
  const extent = across === 'x' ? 'width' : 'height';
  const first = atMm - label.boxMm[across];
  const second = label.boxMm[extent] - first;
  if (!(first >= SMALLEST_LABEL_MM && second >= SMALLEST_LABEL_MM)) return labels;
  const parts = [
    { ...label, confidence: 1, boxMm: { ...label.boxMm, [extent]: first } },
    { ...label, confidence: 1, boxMm: { ...label.boxMm, [across]: atMm, [extent]: second } },
  ];
  return labels.toSpliced(index, 1, ...inReadingOrder(parts));
}

/** Divides a label evenly, in reading order: a sheet that was split as one label becomes a grid at once. */
export function divideLabel(
  labels: readonly SplitLabel[],
  index: number,
  columns: number,
  rows: number,
): readonly SplitLabel[] {
  const label = labels[index];
  if (label === undefined || !(columns >= 1 && rows >= 1 && columns * rows > 1)) return labels;
  const { x, y, width, height } = label.boxMm;
  const [across, down] = [width / columns, height / rows];
  if (across < SMALLEST_LABEL_MM || down < SMALLEST_LABEL_MM) return labels;
  const parts = Array.from({ length: columns * rows }, (_, i) => ({
    ...label,
    confidence: 1,
    boxMm: { x: x + (i % columns) * across, y: y + Math.floor(i / columns) * down, width: across, height: down },
  }));
  return labels.toSpliced(index, 1, ...inReadingOrder(parts));
}

/** The opposite edge stays, and a label keeps its smallest size. */
export function moveEdge(
  labels: readonly SplitLabel[],
  index: number,
  edge: Edge,
  toMm: number,
): readonly SplitLabel[] {
  const label = labels[index];
  if (label === undefined || !Number.isFinite(toMm)) return labels;
  return labels.with(index, { ...label, boxMm: movedEdge(label.boxMm, edge, toMm), confidence: 1 });
}

function movedEdge({ x, y, width, height }: Rect, edge: Edge, toMm: number): Rect {
  const [right, bottom] = [x + width, y + height];
  switch (edge) {
    case 'left': {
      const left = Math.min(toMm, right - SMALLEST_LABEL_MM);
      return { x: left, y, width: right - left, height };
    }
    case 'right':
      return { x, y, width: Math.max(toMm - x, SMALLEST_LABEL_MM), height };
    case 'top': {
      const top = Math.min(toMm, bottom - SMALLEST_LABEL_MM);
      return { x, y: top, width, height: bottom - top };
    }
    case 'bottom':
      return { x, y, width, height: Math.max(toMm - y, SMALLEST_LABEL_MM) };
  }
}

export function removeLabels(labels: readonly SplitLabel[], indexes: readonly number[]): readonly SplitLabel[] {
  return labels.filter((_, i) => !indexes.includes(i));
}

/** A box drawn by hand, at its position in the reading order; its rotation is that of the others. */
export function addLabel(labels: readonly SplitLabel[], boxMm: Rect): readonly SplitLabel[] {
  if (boxMm.width < SMALLEST_LABEL_MM || boxMm.height < SMALLEST_LABEL_MM) return labels;
  return inReadingOrder([...labels, { boxMm, rotation: labels[0]?.rotation ?? 0, confidence: 1 }]);
}

/** All are rotated, and the order follows the new way to read the sheet. */
export function turnLabels(labels: readonly SplitLabel[], rotation: Rotation): readonly SplitLabel[] {
  return inReadingOrder(labels.map((label) => ({ ...label, rotation })));
}
