import { addLabel, cutLabel, divideLabel, mergeLabels, moveEdge, removeLabels, turnLabels } from './label-edits.ts';
import { inReadingOrder } from '#model/document/split/reading-order.ts';
import type { SplitLabel } from '#model/document/split/sheet-split.ts';
import { unionRects, type Rect } from '#model/kernel/geometry.ts';
import { bottomOf, rightOf, wrongEdges, type Edge } from './edges.ts';
import type { Sheet } from './sheet.ts';

export interface Edited {
  readonly labels: readonly SplitLabel[];
  readonly steps: number;
}

/** Shared part of the smaller one from which a box counts as a box of a label. */
const OWNED = 0.2;

/** Superfluous boxes are removed, boxes of several labels are cut, parts are merged, edges are dragged. */
export function editedBoxByBox(sheet: Sheet, found: readonly SplitLabel[]): Edited {
  let labels = turned(sheet, found);
  let steps = labels === found ? 0 : 1;
  for (let i = labels.length - 1; i >= 0; i--) {
    if (ownersOf(sheet, labels[i]).length > 0) continue;
    labels = removeLabels(labels, [i]);
    steps += 1;
  }
  for (let i = 0; i < labels.length; i++) {
    const [one, other] = ownersOf(sheet, labels[i]).map((owner) => sheet.labels[owner]?.ground);
    if (one === undefined || other === undefined) continue;
    const before = labels;
    labels = cutBetween(labels, i, one, other);
    if (labels === before) continue;
    steps += 1;
    i -= 1;
  }
  for (const [owner, label] of sheet.labels.entries()) {
    const parts = labels.flatMap((part, i) => (ownersOf(sheet, part).includes(owner) ? [i] : []));
    if (parts.length === 0) labels = addLabel(labels, label.ground);
    if (parts.length > 1) labels = mergeLabels(labels, parts);
    if (parts.length !== 1) steps += 1;
    const index = labels.findIndex((part) => ownersOf(sheet, part).includes(owner));
    for (const edge of wrongEdges(label, labels[index]?.boxMm ?? label.ground)) {
      labels = moveEdge(labels, index, edge, edgeOf(label.ground, edge));
      steps += 1;
    }
  }
  return { labels: inReadingOrder(labels), steps };
}

/** All boxes become one, its edges are dragged to the labels' if necessary, and it is divided evenly. */
export function editedAsGrid(sheet: Sheet, found: readonly SplitLabel[]): readonly Edited[] {
  const all = unionRects(sheet.labels.map(({ ground }) => ground));
  if (all === null || found.length === 0) return [];
  const upright = turned(sheet, found);
  const one = upright.length > 1 ? mergeLabels(upright, [...upright.keys()]) : upright;
  const before = (upright === found ? 0 : 1) + (one === upright ? 0 : 1);
  const [columns, rows] = [placesOf(sheet, 'x'), placesOf(sheet, 'y')];
  const edges = ['left', 'right', 'top', 'bottom'] as const;
  return Array.from({ length: 2 ** edges.length }, (_, bits) => {
    const moved = edges.filter((_edge, i) => (bits & (1 << i)) !== 0);
    const box = moved.reduce((labels, edge) => moveEdge(labels, 0, edge, edgeOf(all, edge)), one);
    let labels = divideLabel(box, 0, columns, rows);
    let steps = before + moved.length + (labels === box ? 0 : 1);
    for (let i = labels.length - 1; i >= 0; i--) {
      if (ownersOf(sheet, labels[i]).length > 0) continue;
      labels = removeLabels(labels, [i]);
      steps += 1;
    }
    return { labels, steps };
  });
}

function turned({ labels: [first] }: Sheet, labels: readonly SplitLabel[]): readonly SplitLabel[] {
  const isRight = labels.every(({ rotation }) => rotation === first?.rotation);
  return isRight || first === undefined ? labels : turnLabels(labels, first.rotation);
}

function ownersOf({ labels }: Sheet, label: SplitLabel | undefined): readonly number[] {
  const box = label?.boxMm;
  if (box === undefined) return [];
  return labels.flatMap(({ ink }, i) => {
    const width = Math.min(rightOf(ink), rightOf(box)) - Math.max(ink.x, box.x);
    const height = Math.min(bottomOf(ink), bottomOf(box)) - Math.max(ink.y, box.y);
    const shared = width > 0 && height > 0 ? width * height : 0;
    return shared > OWNED * Math.min(ink.width * ink.height, box.width * box.height) ? [i] : [];
  });
}

function cutBetween(labels: readonly SplitLabel[], index: number, one: Rect, other: Rect): readonly SplitLabel[] {
  const isNextTo = rightOf(one) <= other.x + 1 || rightOf(other) <= one.x + 1;
  if (isNextTo) return cutLabel(labels, index, 'x', Math.max(one.x, other.x));
  return cutLabel(labels, index, 'y', Math.max(one.y, other.y));
}

function edgeOf(rect: Rect, edge: Edge): number {
  const edges = { left: rect.x, right: rightOf(rect), top: rect.y, bottom: bottomOf(rect) };
  return edges[edge];
}

function placesOf({ labels }: Sheet, along: 'x' | 'y'): number {
  return new Set(labels.map(({ ground }) => Math.round(ground[along]))).size;
}
