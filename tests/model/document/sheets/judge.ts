import { grownRect, type Rect } from '#model/kernel/geometry.ts';
import type { SheetSplit } from '#model/document/split/sheet-split.ts';
import type { Sheet, TrueLabel } from './sheet.ts';

/** How far an edge may be off, in mm: three pixels of the plane. */
const TOLERANCE = 0.75;

export interface Verdict {
  readonly right: boolean;
  readonly faults: readonly string[];
  /** Boxes to merge, to cut and to remove, and edges to drag, until it is right. */
  readonly repairs: number;
}

/**
 * Right is: as many boxes as labels, in reading order, each turned as it must be; each holds all ink of its label and
 * leaves its ground nowhere, which is the label and the white around it, half of the way to its neighbour. Three pixels are
 * allowed at every edge. That is stricter than an overlap of nine tenths: no label is cut, and nothing of another is on it.
 */
export function judge(sheet: Sheet, split: SheetSplit): Verdict {
  const faults: string[] = [];
  if (split.labels.length !== sheet.labels.length) faults.push(`${split.labels.length} for ${sheet.labels.length}`);
  else {
    for (const [i, label] of sheet.labels.entries()) {
      const found = split.labels[i];
      if (found === undefined) continue;
      const edges = wrongEdges(label, found.boxMm);
      if (edges > 0) faults.push(`label ${i + 1}: ${edges} edges`);
      if (found.rotation !== label.rotation) faults.push(`label ${i + 1}: ${found.rotation} for ${label.rotation}`);
    }
  }
  return { right: faults.length === 0, faults, repairs: faults.length === 0 ? 0 : repairsOf(sheet, split) };
}

function wrongEdges({ ink, ground }: TrueLabel, box: Rect): number {
  const [least, most] = [grownRect(ink, -TOLERANCE), grownRect(ground, TOLERANCE)];
  return [
    box.x >= most.x && box.x <= least.x,
    box.y >= most.y && box.y <= least.y,
    right(box) <= right(most) && right(box) >= right(least),
    bottom(box) <= bottom(most) && bottom(box) >= bottom(least),
  ].filter((isRight) => !isRight).length;
}

const right = ({ x, width }: Rect): number => x + width;
const bottom = ({ y, height }: Rect): number => y + height;

/** A greedy count of what a user does: boxes go to the label that they cover most, all of a label are merged in one step. */
function repairsOf(sheet: Sheet, split: SheetSplit): number {
  const boxes = split.labels.map(({ boxMm }) => boxMm);
  const owners = boxes.map((box) => ownersOf(sheet, box));
  // What belongs to none is removed; what covers several is cut once for each of them but the first.
  let repairs = owners.filter((own) => own.length === 0).length;
  for (const own of owners) repairs += Math.max(0, own.length - 1);
  for (const [i, label] of sheet.labels.entries()) {
    const parts = boxes.filter((_, at) => owners[at]?.includes(i) === true);
    if (parts.length === 0) repairs += 1;
    else {
      if (parts.length > 1) repairs += 1;
      const [only] = parts;
      const cut = owners[boxes.indexOf(only as Rect)];
      if (parts.length === 1 && only !== undefined && cut?.length === 1) repairs += wrongEdges(label, only);
    }
  }
  // All of a sheet are turned in one step.
  const turned = split.labels.some(
    (found, i) => sheet.labels[i] !== undefined && found.rotation !== sheet.labels[i].rotation,
  );
  return repairs + (turned ? 1 : 0);
}

function ownersOf({ labels }: Sheet, box: Rect): readonly number[] {
  return labels.flatMap(({ ink }, i) => {
    const width = Math.min(right(ink), right(box)) - Math.max(ink.x, box.x);
    const height = Math.min(bottom(ink), bottom(box)) - Math.max(ink.y, box.y);
    const shared = width > 0 && height > 0 ? width * height : 0;
    const smaller = Math.min(ink.width * ink.height, box.width * box.height);
    return shared > smaller * 0.2 ? [i] : [];
  });
}
