import { PAPER, type GreyPlane } from '#model/document/grey-plane.ts';

/** Shorter runs of ink do not matter as lines, in dots. */
const LEAST_LENGTH = 32;
/** Minimum ratio of a line's length to its thickness. */
const LEAST_SLENDER = 10;
/** Ends of runs this close to each other count as one place, in dots. */
const NEAR = 3;
/** This many that begin or end in one row are the bars of a symbol. */
const LEAST_BARS = 8;
/** Darker is ink, including the soft edges of a line. */
const INK = 190;

/** A run of ink of one row or column, or several that touch: along the line from `from` to before `to`. */
interface Stripe {
  readonly first: number;
  last: number;
  from: number;
  to: number;
}

/**
 * The plane without isolated lines: frames, rules, cutting marks. Bars of symbols stay, because many begin or end in
 * one row. Null when there are none.
 */
export function withoutLines(plane: GreyPlane): GreyPlane | null {
  const { width, height } = plane;
  const down = linesOf(plane, 'down');
  const across = linesOf(plane, 'across');
  if (down.length + across.length === 0) return null;
  const grey = plane.grey.slice();
  for (const { first, last, from, to } of down) {
    for (let y = from; y < to; y++) grey.fill(PAPER, y * width + first, y * width + last + 1);
  }
  for (const { first, last, from, to } of across) {
    for (let y = first; y <= last; y++) grey.fill(PAPER, y * width + from, y * width + to);
  }
  return { ...plane, grey, width, height };
}

function linesOf(plane: GreyPlane, direction: 'down' | 'across'): readonly Stripe[] {
  const stripes = stripesOf(direction === 'down' ? runsDown(plane) : runsAcross(plane));
  const bars = new Set([...groupsBy(stripes, 'from'), ...groupsBy(stripes, 'to')].flat());
  return stripes.filter((stripe) => {
    const { first, last, from, to } = stripe;
    return !bars.has(stripe) && to - from >= (last - first + 1) * LEAST_SLENDER;
  });
}

/** Long runs of ink, by their column or row. */
type Runs = readonly (readonly { readonly from: number; readonly to: number }[])[];

function runsDown({ grey, width, height }: GreyPlane): Runs {
  const runs: { from: number; to: number }[][] = Array.from({ length: width }, () => []);
  const starts = new Int32Array(width).fill(-1);
  for (let y = 0; y <= height; y++) {
    for (let x = 0; x < width; x++) {
      const isInk = y < height && (grey[y * width + x] ?? PAPER) < INK;
      const from = starts[x] ?? -1;
      if (isInk && from < 0) starts[x] = y;
      if (isInk || from < 0) continue;
      starts[x] = -1;
      if (y - from >= LEAST_LENGTH) runs[x]?.push({ from, to: y });
    }
  }
  return runs;
}

function runsAcross({ grey, width, height }: GreyPlane): Runs {
  return Array.from({ length: height }, (_, y) => {
    const runs: { from: number; to: number }[] = [];
    let from = -1;
    for (let x = 0; x <= width; x++) {
      const isInk = x < width && (grey[y * width + x] ?? PAPER) < INK;
      if (isInk && from < 0) from = x;
      if (isInk || from < 0) continue;
      if (x - from >= LEAST_LENGTH) runs.push({ from, to: x });
      from = -1;
    }
    return runs;
  });
}

/** Runs of neighboring rows or columns with the same ends are one stripe. */
function stripesOf(runs: Runs): readonly Stripe[] {
  const stripes: Stripe[] = [];
  let open: Stripe[] = [];
  for (const [at, own] of runs.entries()) {
    const next: Stripe[] = [];
    for (const { from, to } of own) {
      const before = open.find((one) => Math.abs(one.from - from) <= NEAR && Math.abs(one.to - to) <= NEAR);
      const stripe = before ?? { first: at, last: at, from, to };
      if (before === undefined) stripes.push(stripe);
      stripe.last = at;
      stripe.from = Math.min(stripe.from, from);
      stripe.to = Math.max(stripe.to, to);
      next.push(stripe);
    }
    open = next;
  }
  return stripes;
}

/** Stripes of which many end in one place, which shifts slightly from one to the next on a skewed page. */
function groupsBy(stripes: readonly Stripe[], end: 'from' | 'to'): readonly (readonly Stripe[])[] {
  const groups: Stripe[][] = [];
  for (const stripe of stripes.toSorted((a, b) => a[end] - b[end])) {
    const last = groups.at(-1);
    if (last !== undefined && stripe[end] - (last.at(-1)?.[end] ?? 0) <= NEAR) last.push(stripe);
    else groups.push([stripe]);
  }
  return groups.filter((group) => group.length >= LEAST_BARS);
}
