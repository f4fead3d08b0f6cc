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
  if (codes > 0) return W.nonLabelCode * Math.min(2, codes);
  const texts = page.texts.filter((text) => isCentredIn(area, text));
  const height = (core.bottom - core.top) / dotsPerMm;
  if (height < SMALL_TEXT_MM && texts.length > 0) return W.nonLabelSmall;
  if (isRunningText(page, core)) return W.nonLabelText;
  if (tableCells(page, area) >= 6) return W.nonLabelTable;
  return page.codes.length > 0 ? W.nonLabelUncoded : W.nonLabelOther;
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

/** What labels of one sheet have in common. */
export function jointScore(page: Evidence, labels: readonly Leaf[]): number {
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
  return W.sameSize * Math.log2(1 + same) + W.odd * oddOnes(labels);
}

/** This many labels with codes or frames define what a label of the sheet is. */
const LEAST_ALIKE = 3;
/** Areas of labels of one size differ by at most this share. */
const SAME_SHARE = 0.12;

/**
 * The number of labels with neither a code nor a frame where several others have one, and with a size of their own:
 * headings, pictures and texts next to labels.
 */
function oddOnes(labels: readonly Leaf[]): number {
  const lacks = (has: (label: Leaf) => boolean): ((label: Leaf) => boolean) =>
    labels.filter(has).length >= LEAST_ALIKE ? (label) => !has(label) : () => false;
  const [lacksCode, lacksFrame] = [lacks(({ isCoded }) => isCoded), lacks(({ isClosed }) => isClosed)];
  return labels.filter((label) => {
    if (label.isCoded || label.isClosed || !(lacksCode(label) || lacksFrame(label))) return false;
    return !labels.some((other) => other !== label && isSameSize(label.area, other.area));
  }).length;
}

function isSameSize(one: PixelBox, other: PixelBox): boolean {
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(a, b) * SAME_SHARE;
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
