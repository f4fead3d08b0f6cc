import { closedRects, type ClosedRect } from './closed-rects.ts';
import { isCentredIn, transposedBox, type Ink, type PixelBox } from './ink.ts';
import { inkSums, type InkSums } from './ink-sums.ts';
import type { ReadPage } from './read-page.ts';
import { withoutOrnaments } from './ornaments.ts';
import { squareCodesOf } from './square-codes.ts';
import { thinLinesOf, withoutLines, type ThinLines } from './thin-lines.ts';

/** All of a straight page by which labels are distinguished. */
export interface Evidence extends ReadPage {
  /** Without lines drawn in dashes or dots, which belong to no label. */
  readonly printed: InkSums;
  /** Without any lines. */
  readonly body: InkSums;
  readonly thin: ThinLines;
  readonly rects: readonly ClosedRect[];
  /** Symbols of all kinds. */
  readonly codes: readonly PixelBox[];
  readonly linear: readonly PixelBox[];
  readonly squares: readonly PixelBox[];
  /** Lines of text, as they lie on the page. */
  readonly texts: readonly PixelBox[];
}

/** `raw` is the page before specks were erased, because dots of a line are as small. */
export function evidenceOf(page: ReadPage, raw: Ink): Evidence {
  const { ink, across, down } = page;
  const linear = [...across.bars, ...down.bars.map(transposedBox)];
  const thin = thinLinesOf(raw, linear);
  const rects = closedRects(thin, ink.dotsPerMm);
  const printedInk = withoutLines(ink, {
    across: thin.across.filter(({ isBroken }) => isBroken),
    down: thin.down.filter(({ isBroken }) => isBroken),
  });
  const bodyInk = withoutOrnaments(withoutLines(printedInk, thin), thin, rects);
  const squares = squareCodesOf(bodyInk).filter((box) => !linear.some((bar) => isCentredIn(bar, box)));
  return {
    ...page,
    printed: inkSums(printedInk),
    body: inkSums(bodyInk),
    thin,
    rects,
    linear,
    squares,
    codes: [...linear, ...squares],
    texts: [...across.lines.map(({ box }) => box), ...down.lines.map(({ box }) => transposedBox(box))],
  };
}
