import type { SheetSplit, SplitLabel } from '#model/document/split/sheet-split.ts';
import { wrongEdges } from './edges.ts';
import { editedAsGrid, editedBoxByBox } from './edited.ts';
import type { Sheet } from './sheet.ts';

export interface Verdict {
  readonly right: boolean;
  readonly faults: readonly string[];
  /** Number of edits of label-edits.ts until it is right: each call is one. */
  readonly steps: number;
}

/**
 * A split is right with as many boxes as labels, in reading order and in the right rotation; each holds its label's ink
 * and stays on its ground, which is the label and the white around it, half of the way to its neighbor. Three pixels are
 * allowed at every edge. That is stricter than an overlap of nine tenths: no label is cut, and nothing of another is on it.
 *
 * A split that is not right is edited with a user's steps, and judged again.
 */
export function judge(sheet: Sheet, split: SheetSplit): Verdict {
  const faults = faultsOf(sheet, split.labels);
  if (faults.length === 0) return { right: true, faults, steps: 0 };
  const ways = [editedBoxByBox(sheet, split.labels), ...editedAsGrid(sheet, split.labels)];
  const steps = ways.filter(({ labels }) => faultsOf(sheet, labels).length === 0).map((way) => way.steps);
  return { right: false, faults, steps: Math.min(Infinity, ...steps) };
}

function faultsOf(sheet: Sheet, labels: readonly SplitLabel[]): readonly string[] {
  if (labels.length !== sheet.labels.length) return [`${labels.length} for ${sheet.labels.length}`];
  return sheet.labels.flatMap((label, i) => {
    const found = labels[i];
    if (found === undefined) return [];
    const edges = wrongEdges(label, found.boxMm);
    return [
      ...(edges.length > 0 ? [`label ${i + 1}: ${edges.join(' and ')}`] : []),
      ...(found.rotation === label.rotation ? [] : [`label ${i + 1}: ${found.rotation} for ${label.rotation}`]),
    ];
  });
}
