import { closedRects, type ClosedRect } from './closed-rects.ts';
import { isCentredIn, transposedBox, type Ink, type PixelBox } from './ink.ts';
import { inkSums, type InkSums } from './ink-sums.ts';
import { listsOf } from './lists.ts';
import { withoutPerforations } from './perforations.ts';
import type { ReadPage } from './read-page.ts';
import { withoutOrnaments, type CutMarks } from './ornaments.ts';
import { squareCodesOf } from './square-codes.ts';
import { withoutDesignLines } from './design-lines.ts';
import { thinLinesOf, withoutBoxes, withoutLines, type ThinLines } from './thin-lines.ts';

/** The features of a straight page that distinguish its labels. */
export interface Evidence extends ReadPage {
  /** Without dashed and dotted lines, which belong to no label. */
  readonly printed: InkSums;
  /** Without any lines. */
  readonly body: InkSums;
  readonly thin: ThinLines;
  readonly rects: readonly ClosedRect[];
  readonly marks: CutMarks;
  /** Symbols of all kinds. */
  readonly codes: readonly PixelBox[];
  readonly linear: readonly PixelBox[];
  readonly squares: readonly PixelBox[];
  /** Lists and forms of invoices. */
  readonly lists: readonly PixelBox[];
  /** Lines of text, in their direction on the page. */
  readonly texts: readonly PixelBox[];
}

/** `raw` is the page before specks were erased, because dots of a line are as small as specks. */
export function evidenceOf(page: ReadPage, raw: Ink): Evidence {
  const { ink, across, down } = page;
  const linear = [...across.bars, ...down.bars.map(transposedBox)];
  const thin = withoutPerforations(withoutDesignLines(thinLinesOf(raw, linear), ink), raw);
  const rects = closedRects(thin, ink.dotsPerMm);
  const printedInk = withoutLines(ink, {
    across: thin.across.filter(({ isBroken }) => isBroken),
    down: thin.down.filter(({ isBroken }) => isBroken),
  });
  const { ink: bodyInk, marks } = withoutOrnaments(withoutLines(printedInk, thin), thin, rects);
  const body = inkSums(bodyInk);
  const squares = squareCodesOf(bodyInk).filter((box) => !linear.some((bar) => isCentredIn(bar, box)));
  return {
    ...page,
    printed: inkSums(withoutBoxes(printedInk, marks.boxes)),
    body,
    thin,
    rects,
    marks,
    linear,
    squares,
    codes: [...linear, ...squares],
    lists: listsOf(body, across.lines, thin, ink.dotsPerMm),
    texts: [...across.lines.map(({ box }) => box), ...down.lines.map(({ box }) => transposedBox(box))],
  };
}
