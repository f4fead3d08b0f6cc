import type { Ink, PixelBox } from './ink.ts';

/** A connected piece of ink, with 8-connectivity. */
export interface Component {
  readonly box: PixelBox;
  readonly area: number;
}

export interface Components {
  readonly list: readonly Component[];
  /** Runs of ink as y, left, right, and component, in row order. */
  readonly runs: Int32Array;
  readonly owners: Int32Array;
}

/** Joins the runs of each row with those that they touch in the row above: one pass with a union-find forest. */
export function componentsOf({ bits, width, height }: Ink): Components {
  const runs = runsOf(bits, width, height);
  const count = runs.length / 3;
  const parents = Int32Array.from({ length: count }, (_, i) => i);
  const rootOf = (node: number): number => {
    let at = node;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] ?? 0] ?? 0;
      at = parents[at] ?? 0;
    }
    return at;
  };
  let above = 0;
  for (let i = 0; i < count; i++) {
    const [y = 0, left = 0, right = 0] = [runs[i * 3], runs[i * 3 + 1], runs[i * 3 + 2]];
    while (above < i && ((runs[above * 3] ?? 0) < y - 1 || isLeftOf(runs, above, y - 1, left))) above += 1;
    for (let other = above; other < i; other++) {
      if (runs[other * 3] !== y - 1 || (runs[other * 3 + 1] ?? 0) > right) break;
      const [a, b] = [rootOf(other), rootOf(i)];
      if (a !== b) parents[Math.max(a, b)] = Math.min(a, b);
    }
  }
  return collected(runs, parents, rootOf);
}

function isLeftOf(runs: Int32Array, run: number, y: number, left: number): boolean {
  return runs[run * 3] === y && (runs[run * 3 + 2] ?? 0) < left;
}

/** A page of text has about 30,000. */
const FIRST_RUNS = 32_768;

function runsOf(bits: Uint8Array, width: number, height: number): Int32Array {
  let runs = new Int32Array(FIRST_RUNS * 3);
  let count = 0;
  for (let y = 0; y < height; y++) {
    const end = (y + 1) * width;
    let at = bits.indexOf(1, y * width);
    if (at < 0) break;
    if (at >= end) {
      y = Math.floor(at / width) - 1;
      continue;
    }
    while (at >= 0 && at < end) {
      let to = at + 1;
      while (to < end && bits[to] === 1) to += 1;
      if (count + 3 > runs.length) {
        const more = new Int32Array(runs.length * 2);
        more.set(runs);
        runs = more;
      }
      runs[count] = y;
      runs[count + 1] = at - y * width;
      runs[count + 2] = to - y * width;
      count += 3;
      at = to < end ? bits.indexOf(1, to) : -1;
    }
  }
  return runs.subarray(0, count);
}

function collected(runs: Int32Array, parents: Int32Array, rootOf: (node: number) => number): Components {
  const count = parents.length;
  const owners = new Int32Array(count);
  const boxes: { left: number; top: number; right: number; bottom: number; area: number }[] = [];
  for (let i = 0; i < count; i++) {
    const root = rootOf(i);
    const [y = 0, left = 0, right = 0] = [runs[i * 3], runs[i * 3 + 1], runs[i * 3 + 2]];
    if (root === i) {
      owners[i] = boxes.length;
      boxes.push({ left, top: y, right, bottom: y + 1, area: right - left });
      continue;
    }
    // A root is the earliest run of its component, so it already has its number.
    const owner = owners[root] ?? 0;
    owners[i] = owner;
    const box = boxes[owner];
    if (box === undefined) continue;
    box.left = Math.min(box.left, left);
    box.right = Math.max(box.right, right);
    box.bottom = y + 1;
    box.area += right - left;
  }
  return { list: boxes.map(({ area, ...box }) => ({ box, area })), runs, owners };
}
