import { withoutNonLabels, isRunningText } from './non-labels.ts';
import { pageInk } from './clean-ink.ts';
import { evidenceOf, type Evidence } from './evidence.ts';
import { frameGrid } from './frame-grid.ts';
import { grownBox, inkBox, pageOf, rectOf, type PixelBox } from './ink.ts';
import { inkIn, inkSums } from './ink-sums.ts';
import { layoutOf, writeLayout } from './layout-signature.ts';
import type { PagePlane } from './reduced-plane.ts';
import { labelBox } from './label-boxes.ts';
import { searchLayouts, type Layout } from './layout-search.ts';
import { labelLeaf, type Leaf } from './layout-score.ts';
import { readPage, type ReadPage } from './read-page.ts';
import { inReadingOrder } from './reading-order.ts';
import { openGrid, ruledGrid, type Grid } from './ruled-lines.ts';
import type { SheetSplit, SplitLabel, SplitMethod } from './sheet-split.ts';
import { skewOf, straightened } from './skew.ts';
import { rotationsOf } from './upright.ts';
import { whitespaceLattice } from './whitespace.ts';

/** The least share of the ink that frames hold. */
const LEAST_FRAMED = 0.93;
/** The least ratio of the sizes of frames of one sheet. */
const LEAST_SIZE_RATIO = 0.4;
/** White around a label without a boundary. */
const MARGIN_MM = 1;
/** A page up to this length is one label itself; a single label on a larger page is a guess. */
const LABEL_PAGE_MM = 160;
/** Confidence from which repetition is right if the search finds the same. */
const SURE = 0.8;
/** Confidence from which a search is right against a different repetition. */
const LEAST_AGAINST = 0.5;
/** Confidence for cells separated by white only: a few of them are alike by chance more easily than many. */
const SURE_WHITE = 0.87;
const FEW_CELLS = 12;
/** A search with a smaller preference for the repetition does not confirm it. */
const LEAST_AGREED = 0.1;
/** Confidence of labels on which two methods disagree. */
const DOUBTED = 0.4;
/** The least shared area of boxes of one label. */
const LEAST_SHARED = 0.8;
/** The lead in score at which a layout is as likely right as wrong. */
const EVEN_LEAD = 2.5;
/** The lead of several labels over one: two labels are more often the halves of one. */
const LEAST_GAIN = { two: 4, more: 1.5 };
const MOST_OF_SEARCH = 0.95;
/** The largest ratio between cells of one grid: the outer ones include the page's margins. */
const MOST_CELL_RATIO = 1.3;
/** Share of a page: a larger label is a whole sheet. */
const WHOLE_SHARE = 0.55;
const EMPTY_MM = 1.5;
const LEAST_INK = 12;

interface Found {
  readonly boxes: readonly PixelBox[];
  /** The areas up to the cuts around each box: content may be anywhere in its cell. Defaults to the boxes. */
  readonly cells?: readonly PixelBox[];
  readonly method: SplitMethod;
  readonly confidence: number;
}

/** The labels of a page, by the most reliable of several methods. */
export function splitSheet(plane: PagePlane): SheetSplit {
  const { clean, raw } = pageInk(plane);
  const skewDegrees = skewOf(clean);
  const ink = straightened(clean, skewDegrees);
  const content = inkBox(ink, pageOf(ink));
  if (content === null) {
    const signature = writeLayout(layoutOf(inkSums(ink), [], ink.dotsPerMm));
    return { labels: [], method: 'wholePage', confidence: 1, skewDegrees: 0, nonLabelsMm: [], signature };
  }
  const page = readPage(ink);
  const { labels: region, nonLabels } = withoutNonLabels(page, content);
  const found = foundIn(page, region ?? content, () => evidenceOf(page, straightened(raw, skewDegrees)));
  const rotations = rotationsOf(page, found.boxes);
  const labels = found.boxes.map((box, i): SplitLabel => {
    return { boxMm: rectOf(box, ink.dotsPerMm), rotation: rotations[i] ?? 0, confidence: found.confidence };
  });
  const cells = new Map(labels.map((label, i) => [label, found.cells?.[i]]));
  return {
    labels: inReadingOrder(labels, (label) => {
      const cell = cells.get(label);
      return cell === undefined ? label.boxMm : rectOf(cell, ink.dotsPerMm);
    }),
    method: found.method,
    confidence: found.confidence,
    skewDegrees,
    nonLabelsMm: nonLabels.map((box) => rectOf(box, ink.dotsPerMm)),
    signature: writeLayout(layoutOf(page.sums, found.boxes, ink.dotsPerMm)),
  };
}

/** Frames around each label decide at once; all other evidence is weighed together. */
function foundIn(page: ReadPage, region: PixelBox, evidence: () => Evidence): Found {
  const repeated = byFrames(page, region) ?? byWhitespace(page, region) ?? byOpenGrid(page, region);
  const whole = wholeOf(page, region);
  if (repeated !== null && isBounded(repeated)) return repeated;
  if (repeated === null && whole.confidence >= SURE) return whole;
  const searched = bySearch(evidence(), region);
  if (repeated === null) return searched ?? whole;
  if (
    (repeated.method === 'ruledLines' ||
      repeated.confidence >= (repeated.boxes.length > FEW_CELLS ? SURE : SURE_WHITE)) &&
    repeated.boxes.length > 1 &&
    searched !== null
  ) {
    // Cells may be alike by chance, and the search does not use exact repetition: a match of both is no chance.
    if (isSameSplit(repeated.boxes, searched.boxes))
      return searched.confidence >= LEAST_AGREED ? repeated : doubted(repeated);
    if (searched.confidence < LEAST_AGAINST) return doubted(repeated);
  }
  if (searched !== null) return searched;
  return whole.confidence >= SURE ? repeated : doubted(repeated);
}

/** Several labels with lines around each. A single frame says nothing about its content, and cells of a form differ. */
function isBounded({ boxes, method, confidence }: Found): boolean {
  return boxes.length > 1 && method !== 'whitespace' && (method === 'frames' || confidence >= SURE);
}

/** The best proposal, with other evidence against it. */
function doubted(found: Found): Found {
  return { ...found, confidence: Math.min(found.confidence, DOUBTED) };
}

/** Whether each label of one is a label of the other, with more or less white around it. */
function isSameSplit(boxes: readonly PixelBox[], others: readonly PixelBox[]): boolean {
  if (boxes.length !== others.length) return false;
  return boxes.every((box) => others.some((each) => sharedPart(box, each) >= LEAST_SHARED));
}

/** The share of the smaller of two boxes that is inside the other one. */
function sharedPart(a: PixelBox, b: PixelBox): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const areaOf = ({ left, top, right, bottom }: PixelBox): number => (right - left) * (bottom - top);
  return across <= 0 || down <= 0 ? 0 : (across * down) / Math.min(areaOf(a), areaOf(b));
}

/** The most likely layout. Its lead over the next one determines the confidence. */
function bySearch(page: Evidence, region: PixelBox): Found | null {
  if (isRunningText(page, region)) return null;
  const margin = Math.round(MARGIN_MM * page.ink.dotsPerMm);
  const [best, ...others] = searchLayouts(page, grownBox(region, margin, page.ink));
  const labels = labelsOf(best);
  if (best === undefined) return null;
  if (labels.length === 0) return page.lists.length === 0 ? null : { boxes: [], method: 'search', confidence: DOUBTED };
  // One label is the simplest of all layouts: several labels need a clear lead.
  const gain = best.score - labelLeaf(page, region, region).score;
  if (labels.length > 1 && gain < (labels.length === 2 ? LEAST_GAIN.two : LEAST_GAIN.more)) return null;
  const cores = labels.map(({ core }) => core);
  const next = others.find(
    (other) =>
      !isSameSplit(
        cores,
        labelsOf(other).map(({ core }) => core),
      ),
  );
  // If all others have the same labels, the next different layout is behind the last of them.
  const behind = next ?? others.at(-1);
  const lead = behind === undefined || isWholeSheet(page, labels) ? 0 : best.score - behind.score;
  const [only, ...more] = best.leaves;
  const found: Found = {
    boxes: labels.map((leaf) => labelBox(page, leaf)),
    ...cellsAlike(labels),
    method: 'search',
    confidence: Math.min(MOST_OF_SEARCH, lead / (lead + EVEN_LEAD)),
  };
  // Nothing on the page says where its only part begins.
  return more.length === 0 && only?.isClosed === false ? doubted(found) : found;
}

/** Cells of a grid: separately cut parts differ by the white around them. */
function cellsAlike(labels: readonly Leaf[]): Pick<Found, 'cells'> {
  const cells = labels.map(({ area }) => area);
  const areAlike = (sizes: readonly number[]): boolean => Math.max(...sizes) <= Math.min(...sizes) * MOST_CELL_RATIO;
  const isGrid =
    areAlike(cells.map(({ left, right }) => right - left)) && areAlike(cells.map(({ top, bottom }) => bottom - top));
  return isGrid ? { cells } : {};
}

/** Whether it is a single label as large as most of a sheet: more often several that nothing divides. */
function isWholeSheet({ ink }: Evidence, labels: readonly Leaf[]): boolean {
  const [only] = labels;
  if (labels.length !== 1 || only === undefined || Math.max(ink.width, ink.height) <= LABEL_PAGE_MM * ink.dotsPerMm)
    return false;
  const { left, top, right, bottom } = only.core;
  return (right - left) * (bottom - top) > ink.width * ink.height * WHOLE_SHARE;
}

function labelsOf(layout: Layout | undefined): readonly Leaf[] {
  return layout?.leaves.filter(({ isLabel }) => isLabel) ?? [];
}

function byFrames(page: ReadPage, region: PixelBox): Found | null {
  const { ink, sums } = page;
  const frames = page.frames.filter((frame) => isIn(region, frame));
  const all = inkIn(sums, region);
  const shareOf = (boxes: readonly PixelBox[]): number => {
    return boxes.reduce((sum, box) => sum + inkIn(sums, box), 0) / Math.max(1, all);
  };
  const grid = frameGrid(frames, ink.dotsPerMm);
  if (grid.length > 1 && shareOf(grid) >= LEAST_FRAMED) {
    return { boxes: filled(page, grid), method: 'frames', confidence: Math.min(1, shareOf(grid)) };
  }
  const share = shareOf(frames);
  if (frames.length === 0 || share < LEAST_FRAMED) return null;
  const [only] = frames;
  if (frames.length === 1 && only !== undefined) {
    return byRules(page, only) ?? { boxes: [only], method: 'frames', confidence: share };
  }
  const areas = frames.map(({ left, top, right, bottom }) => (right - left) * (bottom - top));
  if (Math.min(...areas) < Math.max(...areas) * LEAST_SIZE_RATIO) return null;
  return { boxes: filled(page, frames), method: 'frames', confidence: share };
}

function byRules(page: ReadPage, frame: PixelBox): Found | null {
  return ruled(page, ruledGrid(page.ink, page.sums, frame));
}

function byOpenGrid(page: ReadPage, region: PixelBox): Found | null {
  return ruled(page, openGrid(page.ink, page.sums, region));
}

function ruled(page: ReadPage, grid: Grid | null): Found | null {
  if (grid === null) return null;
  return { boxes: filled(page, grid.cells), method: 'ruledLines', confidence: Math.min(1, 0.5 + grid.similarity / 2) };
}

function isIn(outer: PixelBox, { left, top, right, bottom }: PixelBox): boolean {
  return left >= outer.left - 2 && top >= outer.top - 2 && right <= outer.right + 2 && bottom <= outer.bottom + 2;
}

/** The boxes with content; all of them if none has any. */
function filled({ ink, sums }: ReadPage, boxes: readonly PixelBox[]): readonly PixelBox[] {
  const by = Math.round(EMPTY_MM * ink.dotsPerMm);
  const kept = boxes.filter(({ left, top, right, bottom }) => {
    return inkIn(sums, { left: left + by, top: top + by, right: right - by, bottom: bottom - by }) >= LEAST_INK;
  });
  return kept.length === 0 ? boxes : kept;
}

function byWhitespace(page: ReadPage, region: PixelBox): Found | null {
  if (isRunningText(page, region)) return null;
  const lattice = whitespaceLattice(page.ink, page.sums, region);
  if (lattice === null) return null;
  return { boxes: lattice.boxes, method: 'whitespace', confidence: lattice.similarity };
}

function wholeOf({ ink }: ReadPage, region: PixelBox): Found {
  const box = grownBox(region, Math.round(MARGIN_MM * ink.dotsPerMm), ink);
  const isLabelSized = Math.max(ink.width, ink.height) <= LABEL_PAGE_MM * ink.dotsPerMm;
  return { boxes: [box], method: 'wholePage', confidence: isLabelSized ? 0.9 : 0.4 };
}
