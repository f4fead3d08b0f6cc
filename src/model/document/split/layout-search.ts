import { cellsOf } from './layout-cells.ts';
import { cutSetsOf, cutsOf, part, rangeOf, type Cut } from './layout-cuts.ts';
import type { Evidence } from './evidence.ts';
import { isCentredIn, type PixelBox } from './ink.ts';
import { inkIn, summedBox } from './ink-sums.ts';
import { contentIn, framedLayouts } from './rect-layout.ts';
import { WEIGHTS as W } from './layout-weights.ts';
import { nonLabelLeaf, jointScore, labelLeaf, type Leaf } from './layout-score.ts';

export interface Layout {
  readonly leaves: readonly Leaf[];
  /** Sum over the cuts. */
  readonly evidence: number;
  /** Including what the labels have in common. */
  readonly score: number;
}

const KEPT = 3;
const DEEPEST = 4;
const LEAST_INK = 12;

/** The most likely ways to divide an area into labels and non-labels, best first. */
export function searchLayouts(page: Evidence, area: PixelBox): readonly Layout[] {
  const all = inkIn(page.body, area);
  const known = new Map<string, readonly Layout[]>();
  const best = (from: PixelBox, depth: number): readonly Layout[] => {
    const key = `${from.left},${from.top},${from.right},${from.bottom}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = solve(from, depth);
    known.set(key, found);
    return found;
  };
  const solve = (from: PixelBox, depth: number): readonly Layout[] => {
    if (inkIn(page.body, from) < LEAST_INK) return [layoutOf(page, [], 0)];
    const core = summedBox(page.body, from);
    if (core === null) return [layoutOf(page, [], 0)];
    const found: Layout[] = [
      layoutOf(page, [labelLeaf(page, from, core)], 0),
      layoutOf(page, [nonLabelLeaf(page, from, core)], 0),
    ];
    const codes = page.codes.filter((code) => isCentredIn(from, code)).length;
    const share = inkIn(page.body, core) / all;
    for (const { boxes, rest, isMarked } of depth < 3 ? framedLayouts(page, from) : []) {
      const leaves = boxes.flatMap((box) => {
        const own = contentIn(page, box);
        return own === null ? [] : [labelLeaf(page, box, own)];
      });
      if (leaves.length === 0) continue;
      // One frame only means that it is around a label, and two may be the halves of one.
      const many = share * Math.log2(1 + leaves.length);
      found.push(
        layoutOf(
          page,
          leaves,
          W.rest * rest + (isMarked ? W.marked : Math.min(W.framed, (leaves.length - 1) * 0.75)) * many,
        ),
      );
    }
    if (depth < DEEPEST) {
      const isSingle = codes <= 1 && page.codes.length > 0;
      const xs = cutsOf(page, core, 'x').filter(isPossible);
      const ys = cutsOf(page, core, 'y').filter(isPossible);
      for (const { axis, places, score } of [...cutSetsOf(xs, 'x', isSingle), ...cutSetsOf(ys, 'y', isSingle)]) {
        const [start, end] = rangeOf(from, axis);
        const edges = [start, ...places, end];
        let ways: readonly Layout[] = [layoutOf(page, [], score)];
        for (const [i, to] of edges.slice(1).entries()) {
          const next = best(part(from, axis, edges[i] ?? 0, to), depth + 1);
          ways = pruned(ways.flatMap((one) => next.map((other) => joined(page, one, other))));
        }
        found.push(...ways);
      }
      if (!isSingle && share > 0.2) {
        for (const { boxes, score } of cellsOf(page, from, core, xs, ys, share)) {
          const leaves = boxes.flatMap((area) => {
            const own = inkIn(page.body, area) < LEAST_INK ? null : summedBox(page.body, area);
            return own === null ? [] : [labelLeaf(page, area, own)];
          });
          found.push(layoutOf(page, leaves, score));
        }
      }
    }
    return pruned(found);
  };
  return best(area, 0);
}

function isPossible({ score }: Cut): boolean {
  return score > W.leastCut;
}

function layoutOf(page: Evidence, leaves: readonly Leaf[], evidence: number): Layout {
  const labels = leaves.filter(({ isLabel }) => isLabel);
  const sum = labels.reduce((all, { score }) => all + score, 0);
  const others = leaves.filter(({ isLabel }) => !isLabel);
  const nonLabels = others.reduce((all, { score }) => all + score, 0);
  // The labels are evidence together: they belong to one sheet.
  return {
    leaves,
    evidence,
    score: evidence + nonLabels + sum / Math.sqrt(Math.max(1, labels.length)) + jointScore(page, labels, others),
  };
}

function joined(page: Evidence, one: Layout, other: Layout): Layout {
  return layoutOf(page, [...one.leaves, ...other.leaves], one.evidence + other.evidence);
}

/** Boxes with smaller differences are the same, in pixels. */
const ROUGH_PIXELS = 8;

function roughly({ left, top, right, bottom }: PixelBox): string {
  return [left, top, right, bottom].map((edge) => Math.round(edge / ROUGH_PIXELS)).join();
}

function pruned(layouts: readonly Layout[]): readonly Layout[] {
  const kept: Layout[] = [];
  const seen = new Set<string>();
  for (const layout of layouts.toSorted((a, b) => b.score - a.score)) {
    const key = layout.leaves
      .map(({ core, isLabel }) => `${roughly(core)},${isLabel}`)
      .toSorted()
      .join(';');
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(layout);
    if (kept.length >= KEPT) break;
  }
  // A part that looks like several labels may be one of many that look like this.
  const undivided = layouts.find(({ leaves }) => leaves.length === 1 && leaves[0]?.isLabel === true);
  if (undivided !== undefined && !kept.some(({ leaves }) => leaves.length === 1 && leaves[0]?.isLabel === true))
    kept.push(undivided);
  return kept;
}
