import { barsOf } from './bars.ts';
import { framesOf } from './frames.ts';
import { isCentredIn, transposed, transposedBox, type Ink, type PixelBox } from './ink.ts';
import { inkSums, type InkSums } from './ink-sums.ts';
import { textLinesOf, type TextLine } from './text-lines.ts';

/** The lines and bars of one direction. Vertical ones are in the transposed page. */
export interface Direction {
  readonly ink: Ink;
  readonly bars: readonly PixelBox[];
  readonly lines: readonly TextLine[];
}

/** The content of a straight page, read once for all algorithms. */
export interface ReadPage {
  readonly ink: Ink;
  readonly sums: InkSums;
  readonly frames: readonly PixelBox[];
  readonly across: Direction;
  readonly down: Direction;
}

export function readPage(ink: Ink): ReadPage {
  const turned = transposed(ink);
  const bars = barsOf(ink);
  const barsDown = barsOf(turned);
  const withBars = (own: readonly PixelBox[], other: readonly PixelBox[]): readonly PixelBox[] => [
    ...own,
    ...other.map(transposedBox),
  ];
  return {
    ink,
    sums: inkSums(ink),
    frames: framesOf(ink),
    across: { ink, bars, lines: textLinesOf(ink, withBars(bars, barsDown)) },
    down: { ink: turned, bars: barsDown, lines: textLinesOf(turned, withBars(barsDown, bars)) },
  };
}

/** The lines and bars of a direction inside a box of the page. */
export function within(page: ReadPage, direction: 'across' | 'down', box: PixelBox): Direction {
  const { ink, bars, lines } = page[direction];
  const own = direction === 'across' ? box : transposedBox(box);
  return {
    ink,
    bars: bars.filter((bar) => isCentredIn(own, bar)),
    lines: lines.filter((line) => isCentredIn(own, line.box)),
  };
}

/** The amount of text in a direction: total length of lines, in pixels. */
export function writtenLength({ lines }: Direction): number {
  return lines.reduce((sum, { box }) => sum + box.right - box.left, 0);
}
