import { inkBox, transposedBox, type PixelBox } from './ink.ts';
import { inkIn } from './ink-sums.ts';
import { profileOf } from './lattice.ts';
import { within, writtenLength, type ReadPage } from './read-page.ts';
import type { TextLine } from './text-lines.ts';

/** White between a label and its surroundings. */
const LEAST_GAP_MM = 5;
/**
 * A fold or cut line: its thickness, the width of its band with dirt, its share of the page's length, and the white on both
 * sides. A line that is closer to the ink of one side, as rules of labels are, belongs to that side.
 */
const FOLD = { thickMm: 1.2, bandMm: 4, share: 0.5, whiteMm: 3.5 };
const LEAST_ON_LINE = 0.7;
/** Running text: the least number of letters, and of letters per typical line. Addresses have fewer. */
const LEAST_LETTERS = 90;
const LETTERS_A_LINE = 25;
/** Share of its ink: the rest is a frame around some of it. Parts of labels have codes, boxes and rules. */
const LEAST_IN_LINES = 0.65;
/** A frame that holds nearly all of a part and is as large as a shipping label, in mm. */
const LARGE_FRAME = { side: 40, area: 4000, share: 0.93 };
const LONGEST_SEARCH = 6;

export interface Apart {
  /** The box of the labels. */
  readonly labels: PixelBox | null;
  readonly nonLabels: readonly PixelBox[];
}

/** Removes, piece by piece, running text next to something that is a label. */
export function withoutNonLabels(page: ReadPage, from: PixelBox): Apart {
  let labels = trimmed(page, inkBox(page.ink, from));
  const nonLabels: PixelBox[] = [];
  for (let i = 0; i < LONGEST_SEARCH && labels !== null; i++) {
    const cut = widestCut(page, labels);
    if (cut === null) break;
    nonLabels.push(cut.nonLabel);
    labels = trimmed(page, cut.labels);
  }
  return { labels, nonLabels };
}

interface Cut {
  readonly labels: PixelBox;
  readonly nonLabel: PixelBox;
  readonly size: number;
}

function widestCut(page: ReadPage, box: PixelBox): Cut | null {
  const cuts = (['x', 'y'] as const).flatMap((along) =>
    gapsOf(page, box, along).flatMap(({ from, to, isFold }) => {
      const [one, other] =
        along === 'x'
          ? [
              { ...box, right: from },
              { ...box, left: to },
            ]
          : [
              { ...box, bottom: from },
              { ...box, top: to },
            ];
      const [first, second] = [inkBox(page.ink, one), inkBox(page.ink, other)];
      if (first === null || second === null) return [];
      const size = to - from + (isFold ? page.ink.width + page.ink.height : 0);
      if (isLabel(page, first) && isRunningText(page, second)) return [{ labels: first, nonLabel: second, size }];
      if (isLabel(page, second) && isRunningText(page, first)) return [{ labels: second, nonLabel: first, size }];
      return [];
    }),
  );
  return cuts.toSorted((a, b) => b.size - a.size)[0] ?? null;
}

interface Band {
  readonly from: number;
  readonly to: number;
}

/** Narrower white does not separate bands: dirt next to a line belongs to the line. */
const NARROW_MM = 1;

/** Bands of ink along an axis, with white between them. */
function bandsOf(page: ReadPage, box: PixelBox, along: 'x' | 'y'): readonly Band[] {
  const profile = profileOf(page.sums, box, along);
  const start = along === 'x' ? box.left : box.top;
  const bands: Band[] = [];
  let from = -1;
  for (let i = 0; i <= profile.length; i++) {
    const isInk = (profile[i] ?? 0) > 0;
    if (isInk && from < 0) from = i;
    if (!isInk && from >= 0) {
      const last = bands.at(-1);
      const isNear = last !== undefined && start + from - last.to < NARROW_MM * page.ink.dotsPerMm;
      if (isNear) bands.pop();
      bands.push({ from: isNear ? last.from : start + from, to: start + i });
      from = -1;
    }
  }
  return bands;
}

/** Gaps along an axis that are wide or contain a fold line. */
function gapsOf(page: ReadPage, box: PixelBox, along: 'x' | 'y'): readonly (Band & { readonly isFold: boolean })[] {
  const bands = bandsOf(page, box, along);
  const gaps: (Band & { readonly isFold: boolean })[] = [];
  let [end, isFold] = [-1, false];
  for (const [i, band] of bands.entries()) {
    if (isFoldLine(page, box, along, bands, i)) {
      isFold = true;
      continue;
    }
    const isWide = band.from - end >= LEAST_GAP_MM * page.ink.dotsPerMm;
    if (end >= 0 && (isWide || isFold)) gaps.push({ from: end, to: band.from, isFold });
    [end, isFold] = [band.to, false];
  }
  return gaps;
}

function isFoldLine(
  { ink, sums }: ReadPage,
  box: PixelBox,
  along: 'x' | 'y',
  bands: readonly Band[],
  index: number,
): boolean {
  const { dotsPerMm } = ink;
  const band = bands[index];
  if (band === undefined || band.to - band.from > FOLD.bandMm * dotsPerMm) return false;
  const [before, after] = [bands[index - 1], bands[index + 1]];
  const white = FOLD.whiteMm * dotsPerMm;
  if (before !== undefined && band.from - before.to < white) return false;
  if (after !== undefined && after.from - band.to < white) return false;
  const strip =
    along === 'x' ? { ...box, left: band.from, right: band.to } : { ...box, top: band.from, bottom: band.to };
  const line = inkBox(ink, strip);
  if (line === null) return false;
  const length = along === 'x' ? line.bottom - line.top : line.right - line.left;
  if (length < FOLD.share * (along === 'x' ? ink.height : ink.width)) return false;
  const rows = profileOf(sums, strip, along);
  const thick = Math.round(FOLD.thickMm * dotsPerMm);
  const all = rows.reduce((sum, row) => sum + row, 0);
  return rows.some((_, at) => rows.slice(at, at + thick).reduce((sum, row) => sum + row, 0) >= all * LEAST_ON_LINE);
}

/** White between a label and a fold line that has nothing on its other side. */
const OUTER_WHITE_MM = 4;

/** The box without fold lines on its outside. */
function trimmed(page: ReadPage, box: PixelBox | null): PixelBox | null {
  let kept = box;
  for (const along of ['x', 'y'] as const) {
    if (kept === null) return null;
    const current = kept;
    const bands = bandsOf(page, current, along);
    const rest = bands.filter((_, i) => !(isOutermost(page, bands, i) && isFoldLine(page, current, along, bands, i)));
    const [first, last] = [rest[0], rest.at(-1)];
    if (first === undefined || last === undefined || rest.length === bands.length) continue;
    kept =
      along === 'x'
        ? inkBox(page.ink, { ...current, left: first.from, right: last.to })
        : inkBox(page.ink, { ...current, top: first.from, bottom: last.to });
  }
  return kept;
}

function isOutermost(page: ReadPage, bands: readonly Band[], index: number): boolean {
  const white = OUTER_WHITE_MM * page.ink.dotsPerMm;
  const [before, band, after] = [bands[index - 1], bands[index], bands[index + 1]];
  if (band === undefined || (before === undefined) === (after === undefined)) return false;
  return after === undefined ? band.from - (before?.to ?? 0) >= white : after.from - band.to >= white;
}

/** Bars occur only on labels, and a large frame around everything is a label. */
function isLabel(page: ReadPage, box: PixelBox): boolean {
  if (hasBars(page, box)) return true;
  const { dotsPerMm } = page.ink;
  return page.frames.some((frame) => {
    const [width, height] = [(frame.right - frame.left) / dotsPerMm, (frame.bottom - frame.top) / dotsPerMm];
    const isLarge = Math.min(width, height) >= LARGE_FRAME.side && width * height >= LARGE_FRAME.area;
    return isLarge && inkIn(page.sums, frame) >= inkIn(page.sums, box) * LARGE_FRAME.share;
  });
}

function hasBars(page: ReadPage, box: PixelBox): boolean {
  return within(page, 'across', box).bars.length + within(page, 'down', box).bars.length > 0;
}

/** Whether it is text in long lines without bars. */
export function isRunningText(page: ReadPage, box: PixelBox): boolean {
  if (hasBars(page, box)) return false;
  const [across, down] = [within(page, 'across', box), within(page, 'down', box)];
  const { lines } = writtenLength(across) >= writtenLength(down) ? across : down;
  const counts = lettersOfWholeLines(lines);
  const letters = counts.reduce((sum, count) => sum + count, 0);
  const squares = counts.reduce((sum, count) => sum + count ** 2, 0);
  if (letters < LEAST_LETTERS || squares < letters * LETTERS_A_LINE) return false;
  const boxes = lines === across.lines ? lines.map((line) => line.box) : lines.map((line) => transposedBox(line.box));
  const inLines = boxes.reduce((sum, line) => sum + inkIn(page.sums, line), 0);
  return inLines >= inkIn(page.sums, box) * LEAST_IN_LINES;
}

/** Consecutive words are one line, for any white between them. */
function lettersOfWholeLines(lines: readonly TextLine[]): readonly number[] {
  const rows: { box: PixelBox; letters: number }[] = [];
  for (const { box, letters } of lines.toSorted((a, b) => a.box.left - b.box.left)) {
    const height = box.bottom - box.top;
    const row = rows.find((other) => {
      const shared = Math.min(other.box.bottom, box.bottom) - Math.max(other.box.top, box.top);
      return shared > height / 2 && box.left - other.box.right < height;
    });
    if (row === undefined) rows.push({ box, letters });
    else {
      row.letters += letters;
      row.box = box;
    }
  }
  return rows.map(({ letters }) => letters);
}
