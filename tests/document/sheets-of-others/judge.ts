import { boxAround, cornersOf, overlapShare, polygonArea, sharedArea, turnQuad } from './polygon.ts';
import type { Area, Quad, TrueFile, TruePage, Truth } from './truth.ts';

/** A box that the splitter found, in mm from the page's top left. */
export interface FoundLabel extends Area {
  /** From 1. */
  readonly page: number;
  /** Clockwise rotation of the box itself about its center, in degrees. */
  readonly angle?: number;
  readonly codes?: readonly { readonly text: string }[];
}

/** By the sheet's file name; labels in the order found. */
export type Found = Readonly<Record<string, readonly FoundLabel[] | undefined>>;

export interface Verdict {
  readonly sheetsRight: number;
  readonly sheets: number;
  readonly labelsRight: number;
  readonly labels: number;
}

export interface SheetVerdict {
  readonly right: boolean;
  readonly labelsRight: number;
  readonly labels: number;
  /** Boxes that are no label. */
  readonly extra: number;
  readonly orderRight: boolean;
  /** Errors, as `page 1 label 2: …`. */
  readonly faults: readonly string[];
}

/** Tolerance in mm for content outside a box, and for a box outside the label's cell. */
const READING_TOLERANCE = 0.7;
const SLACK = 3;
/** A box that overlaps the box of the ink by this share is right whatever its margins. */
const ENOUGH_OVERLAP = 0.9;
/** A box may hold this share of another label's ink. */
const FOREIGN_SHARE = 0.01;
const FOREIGN_SHARE_SKEWED = 0.05;
/** Below this overlap a box does not count as an attempt at a label. */
const SAME_LABEL = 0.1;

/** Sheets and labels that were split right: exactly the right labels, in reading order. */
export function judgeSheets(truth: Truth, found: Found): Verdict {
  const verdicts = Object.entries(truth.files).map(([name, file]) => judgeSheet(file, found[name]));
  return {
    sheetsRight: verdicts.filter(({ right }) => right).length,
    sheets: verdicts.length,
    labelsRight: sum(verdicts.map(({ labelsRight }) => labelsRight)),
    labels: sum(verdicts.map(({ labels }) => labels)),
  };
}

export function judgeSheet(file: TrueFile, found: readonly FoundLabel[] | undefined): SheetVerdict {
  const all = found ?? [];
  const pages = file.pages.map((page) => ({ page, verdict: judgePage(page, all.filter((box) => box.page === page.page)) }));
  const labels = sum(file.pages.map((page) => page.labels.length));
  const labelsRight = sum(pages.map(({ verdict }) => verdict.right));
  const strays = all.filter((box) => !file.pages.some(({ page }) => page === box.page)).length;
  const extra = strays + sum(pages.map(({ verdict }) => verdict.extra));
  const pagesAscend = all.every((box, i) => i === 0 || box.page >= (all[i - 1]?.page ?? 1));
  const orderRight = pagesAscend && pages.every(({ verdict }) => verdict.orderRight);
  const faults = pages.flatMap(({ page, verdict }) => verdict.faults.map((fault) => `page ${page.page} ${fault}`));
  const right = found !== undefined && labelsRight === labels && extra === 0 && orderRight;
  return { right, labelsRight, labels, extra, orderRight, faults };
} // prettier-ignore

/** A label or a box in one frame of reference. */
interface Seen {
  readonly box: Area;
  readonly quad: Quad;
}

interface View {
  readonly labels: readonly { readonly cell: Area; readonly content: Area; readonly contentQuad: Quad; readonly ink: Quad }[];
  readonly found: readonly Seen[];
} // prettier-ignore

interface PageVerdict {
  readonly right: number;
  readonly extra: number;
  readonly orderRight: boolean;
  readonly faults: readonly string[];
}

/** Coordinates of a result may be those of the given or the straightened page: the better match counts. */
function judgePage(page: TruePage, found: readonly FoundLabel[]): PageVerdict {
  const verdicts = viewsOf(page, found).map((view) => judgeView(page, found, view));
  const [best] = verdicts.toSorted(
    (a, b) => b.right - a.right || a.extra - b.extra || Number(b.orderRight) - Number(a.orderRight),
  );
  if (best === undefined) throw new Error('no way to see the page');
  return best;
}

function viewsOf(page: TruePage, found: readonly FoundLabel[]): View[] {
  const quads = found.map((box) => turnQuad(cornersOf(box), box.angle ?? 0, middleOf(box)));
  if (page.skew === 0) {
    const labels = page.labels.map((label) => {
      const ink = label.contentQuad ?? cornersOf(label.content);
      return { cell: label, content: label.content, contentQuad: ink, ink };
    });
    return [{ labels, found: quads.map((quad) => ({ box: boxAround(quad), quad })) }];
  }
  const upright = page.labels.map((label) => {
    const ink = label.contentQuad ?? cornersOf(label.content);
    return { cell: label, content: label.content, contentQuad: cornersOf(label.content), ink };
  });
  const straight = page.labels.map((label) => {
    const content = label.straightContent ?? label.content;
    return { cell: label.straight ?? label, content, contentQuad: cornersOf(content), ink: cornersOf(content) };
  });
  const boxes = quads.map(boxAround).map((box) => ({ box, quad: cornersOf(box) }));
  const turnedBack = quads.map((quad) => turnQuad(quad, -page.skew, [page.width / 2, page.height / 2]));
  return [
    { labels: upright, found: boxes },
    { labels: straight, found: found.map((box) => ({ box, quad: cornersOf(box) })) },
    ...(found.some(({ angle }) => angle !== undefined && angle !== 0)
      ? [{ labels: straight, found: turnedBack.map((quad) => ({ box: boxAround(quad), quad })) }]
      : []),
  ];
}

function judgeView(page: TruePage, found: readonly FoundLabel[], { labels, found: seen }: View): PageVerdict {
  const boxOf = pairUp(labels.map((label) => seen.map((one) => Math.max(overlapShare(one.quad, label.contentQuad), overlapShare(one.quad, cornersOf(label.cell))))));
  const limit = page.skew === 0 ? FOREIGN_SHARE : FOREIGN_SHARE_SKEWED;
  const faults = labels.map((label, i): string | null => {
    const j = boxOf[i] ?? null;
    const one = j === null ? undefined : seen[j];
    if (j === null || one === undefined) return 'missing';
    const other = labels.findIndex((l, k) => k !== i && sharedArea(l.ink, one.quad) > limit * polygonArea(l.ink));
    if (other >= 0) return `holds part of label ${other + 1}`;
    if (!codesAgree(page, i, found[j])) return 'has other codes';
    const cut = Math.max(...reachBeyond(one.box, label.content));
    const wide = Math.max(...reachBeyond(label.cell, one.box));
    if (overlapShare(one.quad, label.contentQuad) >= ENOUGH_OVERLAP) return null;
    if (cut > READING_TOLERANCE) return `cut by ${cut.toFixed(1)} mm`;
    return wide > SLACK ? `${wide.toFixed(1)} mm too wide` : null;
  });
  const orders = [labels.map((_, i) => i), ...(page.altOrder === undefined ? [] : [page.altOrder])];
  const orderRight = orders.some((order) => ascends(order.flatMap((i) => boxOf[i] ?? [])));
  const extra = seen.length - boxOf.filter((j) => j !== null).length;
  return {
    right: faults.filter((fault) => fault === null).length,
    extra,
    orderRight,
    faults: [
      ...faults.flatMap((fault, i) => (fault === null ? [] : [`label ${i + 1}: ${fault}`])),
      ...(extra === 0 ? [] : [`${extra} that are no label`]),
      ...(orderRight ? [] : ['order']),
    ],
  };
} // prettier-ignore

/** For each label the box with the largest overlap, each box once; null for none. */
function pairUp(shares: readonly (readonly number[])[]): (number | null)[] {
  const pairs = shares.flatMap((row, i) => row.map((share, j) => ({ share, i, j })));
  const boxOf: (number | null)[] = shares.map(() => null);
  const taken = new Set<number>();
  for (const { share, i, j } of pairs.toSorted((a, b) => b.share - a.share)) {
    if (share <= SAME_LABEL || boxOf[i] !== null || taken.has(j)) continue;
    boxOf[i] = j;
    taken.add(j);
  }
  return boxOf;
}

/** Codes that were read are all of the label's and none of another label. */
function codesAgree(page: TruePage, index: number, box: FoundLabel | undefined): boolean {
  if (box?.codes === undefined) return true;
  const got = new Set(box.codes.map(({ text }) => text));
  const own = page.labels[index]?.codes.map(({ text }) => text) ?? [];
  const others = page.labels.flatMap(({ codes }, i) => (i === index ? [] : codes.map(({ text }) => text)));
  return own.every((text) => got.has(text)) && !others.some((text) => got.has(text) && !own.includes(text));
} // prettier-ignore

/** Distances by which one box extends beyond the other: left, top, right, bottom, in mm. */
function reachBeyond(area: Area, reaching: Area): readonly [number, number, number, number] {
  return [
    area.x - reaching.x,
    area.y - reaching.y,
    reaching.x + reaching.width - area.x - area.width,
    reaching.y + reaching.height - area.y - area.height,
  ];
}

function middleOf({ x, y, width, height }: Area): [number, number] {
  return [x + width / 2, y + height / 2];
}

function ascends(indexes: readonly number[]): boolean {
  return indexes.every((index, i) => i === 0 || index > (indexes[i - 1] ?? -1));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
