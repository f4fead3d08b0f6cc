import type { Evidence } from './evidence.ts';
import { isCentredIn, type PixelBox } from './ink.ts';
import { inkIn } from './ink-sums.ts';
import { isRunningText } from './non-labels.ts';
import { WEIGHTS as W } from './layout-weights.ts';
import type { ClosedRect } from './closed-rects.ts';

/** Sizes of carriers' labels, in mm. */
const KNOWN_SIZES = [
  [101.6, 152.4],
  [100, 150],
  [105, 148.5],
  [148.5, 210],
  [99.1, 139],
  [102, 192],
  [100, 100],
  [105, 74.25],
] as const;

/** One or two lines of text that are lower than this are more often a heading than a label. */
const SMALL_TEXT_MM = 7;
/** Share of the content's width. */
const LEAST_LISTED = 0.6;
/** Share of the height of something that is no label: a list further from other content may be next to a label. */
const LEAST_LIST_HEIGHT = 0.2;
/** The aspect ratio beyond which a label is narrow: wristbands, with the white around them, have less. */
const NARROW = 9;

/** A part of the page as a label. */
export function labelLeaf(page: Evidence, area: PixelBox, core: PixelBox): Leaf {
  const rect = closedAround(page, core);
  const isCoded = page.codes.some((code) => isCentredIn(area, code));
  return { area, core, isLabel: true, isCoded, isClosed: rect !== null, score: scoreOf(page, area, core, rect) };
}

/** A part of the page as something else. */
export function nonLabelLeaf(page: Evidence, area: PixelBox, core: PixelBox): Leaf {
  return { area, core, isLabel: false, isCoded: false, isClosed: false, score: nonLabelScore(page, area, core) };
}

function scoreOf(page: Evidence, area: PixelBox, core: PixelBox, rect: ClosedRect | null): number {
  const { dotsPerMm } = page.ink;
  const box = rect?.box ?? core;
  const [width, height] = [(box.right - box.left) / dotsPerMm, (box.bottom - box.top) / dotsPerMm];
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  let score = 0;
  const linear = page.linear.filter((code) => isCentredIn(area, code)).length;
  const squares = page.squares.filter((code) => isCentredIn(area, code)).length;
  const codes = linear + squares;
  const texts = page.texts.filter((text) => isCentredIn(area, text)).length;
  if (page.codes.length > 0)
    score += codes === 0 ? (rect === null ? W.noCode : W.noCodeClosed) : texts > 0 ? W.complete : 0;
  if (page.linear.length > 0 && linear === 0 && codes > 0) score += W.noLinear;
  score += W.moreLinear * Math.min(3, Math.max(0, linear - 1)) + W.moreSquares * Math.min(3, Math.max(0, squares - 1));
  const [across, down] = [(area.right - area.left) / dotsPerMm, (area.bottom - area.top) / dotsPerMm];
  if (Math.min(across, down) < 11 || across * down < 350 || short < 4) score += W.tiny;
  if (rect === null && codes === 0 && short < SMALL_TEXT_MM) score += W.smallText;
  if (long > short * NARROW && Math.max(across, down) > Math.min(across, down) * NARROW) score += W.narrow;
  if (isKnownSize(width, height) || isKnownSize(across, down)) score += W.knownSize;
  if (rect !== null) score += W.closed;
  if (codes === 0 && isRunningText(page, core)) score += W.runningText;
  if (rect === null && linear <= 1 && isList(page, area, core)) score += W.list;
  const pageArea = page.ink.width * page.ink.height;
  const isSheet = Math.max(page.ink.width, page.ink.height) > 200 * dotsPerMm;
  if (isSheet && (core.right - core.left) * (core.bottom - core.top) > pageArea * 0.55) score += W.large;
  return score;
}

function isKnownSize(width: number, height: number): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return KNOWN_SIZES.some(([a, b]) => Math.abs(short - a) < 2.5 && Math.abs(long - b) < 2.5);
}

function nonLabelScore(page: Evidence, area: PixelBox, core: PixelBox): number {
  const { dotsPerMm } = page.ink;
  const codes = page.codes.filter((code) => isCentredIn(area, code)).length;
  if (codes <= 1 && isList(page, area, core, LEAST_LIST_HEIGHT)) return W.nonLabelList;
  if (codes > 0) return W.nonLabelCode * Math.min(2, codes);
  const texts = page.texts.filter((text) => isCentredIn(area, text));
  const height = (core.bottom - core.top) / dotsPerMm;
  if (height < SMALL_TEXT_MM && texts.length > 0) return W.nonLabelSmall;
  if (isRunningText(page, core)) return W.nonLabelText;
  if (tableCells(page, area) >= 6) return W.nonLabelTable;
  return page.codes.length > 0 ? W.nonLabelUncoded : W.nonLabelOther;
}

/** Whether a list is in the area that is about as wide as the content, and at least this share as high. */
function isList(page: Evidence, area: PixelBox, core: PixelBox, height = 0): boolean {
  return page.lists.some(
    (list) =>
      isCentredIn(area, list) &&
      list.right - list.left >= (core.right - core.left) * LEAST_LISTED &&
      list.bottom - list.top >= (core.bottom - core.top) * height,
  );
}

function tableCells(page: Evidence, area: PixelBox): number {
  const inside = page.rects.filter(
    ({ box, isBroken }) => !isBroken && box.top >= area.top && box.bottom <= area.bottom && isCentredIn(area, box),
  );
  return inside.length;
}

/** The smallest rectangle around it that holds none of the page's other content. */
function closedAround(page: Evidence, core: PixelBox): ClosedRect | null {
  const slack = 1.2 * page.ink.dotsPerMm;
  const own = inkIn(page.body, core);
  let best: ClosedRect | null = null;
  for (const rect of page.rects) {
    const { left, top, right, bottom } = rect.box;
    if (
      left > core.left + slack ||
      top > core.top + slack ||
      right < core.right - slack ||
      bottom < core.bottom - slack
    )
      continue;
    if (inkIn(page.body, rect.box) > own * 1.01 + 12) continue;
    if (
      best === null ||
      (right - left) * (bottom - top) < (best.box.right - best.box.left) * (best.box.bottom - best.box.top)
    )
      best = rect;
  }
  return best;
}

/** What labels of one sheet have in common with each other and with what is next to them. */
export function jointScore(page: Evidence, labels: readonly Leaf[], others: readonly Leaf[] = []): number {
  if (labels.length < 2) return 0;
  const near = 4 * page.ink.dotsPerMm;
  let same = 0;
  for (const [i, { core }] of labels.entries()) {
    const isLike = labels.slice(0, i).some((other) => {
      const dw = Math.abs(other.core.right - other.core.left - core.right + core.left);
      const dh = Math.abs(other.core.bottom - other.core.top - core.bottom + core.top);
      return dw <= near && dh <= near;
    });
    if (isLike) same += 1;
  }
  return W.sameSize * Math.log2(1 + same) + W.odd * oddOnes(page, labels) + W.stub * stubsOf(page, labels, others);
}

/** Parts of one label have different widths by at least this ratio, and the same height up to this tolerance. */
const STUB_RATIO = 1.25;
const STUB_NEAR_MM = 1.5;
const STUB_GAP_MM = 3;

/**
 * The number of parts without a code next to a part with one, of another width and the same height: the stub of a coupon
 * rather than a label. A part with lines on all sides is one only where this repeats.
 */
function stubsOf(page: Evidence, labels: readonly Leaf[], others: readonly Leaf[]): number {
  const { dotsPerMm } = page.ink;
  const [near, gap] = [STUB_NEAR_MM * dotsPerMm, STUB_GAP_MM * dotsPerMm];
  const isStubOf = (one: PixelBox, other: PixelBox): boolean => {
    if (Math.abs(one.top - other.top) > near || Math.abs(one.bottom - other.bottom) > near) return false;
    const apart = Math.max(one.left - other.right, other.left - one.right);
    const widths = [one.right - one.left, other.right - other.left];
    return Math.abs(apart) <= gap && Math.max(...widths) >= Math.min(...widths) * STUB_RATIO;
  };
  const coded = labels.filter(({ isCoded }) => isCoded);
  const isAcrossBoth = ({ area }: Leaf, one: PixelBox, other: PixelBox): boolean =>
    Math.abs(area.left - Math.min(one.left, other.left)) <= gap &&
    Math.abs(area.right - Math.max(one.right, other.right)) <= gap &&
    isNear(area.bottom - area.top, one.bottom - one.top);
  let [certain, possible] = [0, 0];
  for (const leaf of [...labels, ...others]) {
    const neighbors = coded.filter((label) => label !== leaf && isStubOf(leaf.area, label.area));
    if (neighbors.length === 0) continue;
    // Where another label is as wide as both, they are its parts.
    if (neighbors.some(({ area }) => labels.some((label) => isAcrossBoth(label, leaf.area, area)))) certain += 1;
    else if (!leaf.isCoded && leaf.isLabel && !leaf.isClosed) certain += 1;
    else if (!leaf.isCoded) possible += 1;
  }
  return certain + possible > 1 ? certain + possible : certain;
}

/** This many labels with codes or frames define what a label of the sheet is. */
const LEAST_ALIKE = 3;
/** Areas of labels of one size differ by at most this share. */
const SAME_SHARE = 0.12;

/**
 * The number of labels with neither a code nor a frame where several others have one, and with a size of their own or one
 * line of text only: headings, pictures and texts next to labels.
 */
function oddOnes(page: Evidence, labels: readonly Leaf[]): number {
  const lacks = (has: (label: Leaf) => boolean): ((label: Leaf) => boolean) =>
    labels.filter(has).length >= LEAST_ALIKE ? (label) => !has(label) : () => false;
  const [lacksCode, lacksFrame] = [lacks(({ isCoded }) => isCoded), lacks(({ isClosed }) => isClosed)];
  return labels.filter((label) => {
    if (label.isCoded || label.isClosed || !(lacksCode(label) || lacksFrame(label))) return false;
    const isSmall = label.core.bottom - label.core.top < SMALL_TEXT_MM * page.ink.dotsPerMm;
    return isSmall || !labels.some((other) => other !== label && isSameSize(label.area, other.area));
  }).length;
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(a, b) * SAME_SHARE;
}

function isSameSize(one: PixelBox, other: PixelBox): boolean {
  return (
    isNear(one.right - one.left, other.right - other.left) && isNear(one.bottom - one.top, other.bottom - other.top)
  );
}

/** A part of the page that is not cut further. */
export interface Leaf {
  /** Up to the cuts around it. */
  readonly area: PixelBox;
  /** The box around its content. */
  readonly core: PixelBox;
  readonly isLabel: boolean;
  readonly score: number;
  /** Whether it contains a symbol. */
  readonly isCoded: boolean;
  /** Whether a rectangle of four lines encloses it. */
  readonly isClosed: boolean;
}
