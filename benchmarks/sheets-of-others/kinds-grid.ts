import { pick, whole, type Random } from '#tests/support/symbol-values.ts';
import { runningTexts } from './asides.ts';
import { createStyle } from './design.ts';
import { CARRIER } from './designs-carrier.ts';
import { GOODS } from './designs-goods.ts';
import { TEXTS } from './designs-text.ts';
import { outlines, type Border } from './lines.ts';
import {
  DESIGNS,
  fill,
  gridCells,
  pickGrid,
  pickPaper,
  suiting,
  turned,
  usedCells,
  type Filling,
  type PaperSize,
} from './place.ts';
import type { Aside, Cell, Label, Page, Turn } from './sheet.ts';
import { STOCK } from './stock.ts';
import { CHINESE, pickWords, type Words } from './words.ts';

/** A kind of sheets: each call makes another one. */
export interface Kind {
  readonly name: string;
  readonly make: (random: Random) => readonly Page[];
}

/** A page with these contents in its cells; outlines are drawn for all cells, including empty ones. */
export function cellPage(
  random: Random,
  paper: PaperSize,
  cells: readonly Cell[],
  { border, used = cells, ...filling }: Filling & { border: Border; used?: readonly Cell[] },
): Page {
  return { ...paper, labels: fill(random, used, filling), asides: [], lines: outlines(border, cells, paper) };
}

export function paperFor(random: Random, landscapeShare = 0.25): PaperSize {
  const paper = pickPaper(random);
  return random() < landscapeShare ? turned(paper) : paper;
}

/** Margins of 5 to 14 mm, the same on opposite sides. */
export function evenMargins(random: Random): readonly [number, number, number, number] {
  const [x, y] = [5 + random() * 9, 5 + random() * 9];
  return [x, y, x, y];
}

/** Labels of a grid with no space between them. */
function touching(border: Border, mixed = false, copies = false): (random: Random) => Page[] {
  return (random) => {
    const paper = paperFor(random);
    const [margins, asides] = withRunningTexts(random, paper);
    const cells = gridCells(paper, { ...pickGrid(random, paper), margins });
    return [{ ...cellPage(random, paper, cells, { border, mixed, copies, margin: 2 + random() * 2 }), asides }];
  };
}

/** Margins, a quarter of them with a header or footer. */
function withRunningTexts(random: Random, paper: PaperSize): [readonly [number, number, number, number], Aside[]] {
  if (random() > 0.25) return [evenMargins(random), []];
  const texts = runningTexts(random, pickWords(random), paper, `${whole(random, 1, 12)}`);
  return [[8, 15, 8, 15], texts.filter(() => random() < 0.8)];
}

/** Labels of a grid with 2 to 10 mm between them. */
function apart(border: Border, mixed = false, copies = false): (random: Random) => Page[] {
  return (random) => {
    const paper = paperFor(random);
    const gutter = [2 + random() * 8, 2 + random() * 8] as const;
    const [margins, asides] = withRunningTexts(random, paper);
    const cells = gridCells(paper, { ...pickGrid(random, paper, 2, 24), gutter, margins });
    return [{ ...cellPage(random, paper, cells, { border, mixed, copies }), asides }];
  };
}

/** Stock without extreme proportions. */
const USUAL_STOCK = STOCK.filter(({ width, height }) => height < width * 1.9 && height > width * 0.12);

function stockPage(random: Random, filling: Filling & { border: Border }, part = false, stocks = USUAL_STOCK): Page {
  const stock = pick(random, stocks);
  const paper = stock.paper === 'A4' ? { width: 210, height: 297 } : { width: 215.9, height: 279.4 };
  const cells = stock.places.map((place) => ({ ...place, width: stock.width, height: stock.height, corner: stock.corner }));
  return cellPage(random, paper, cells, { ...filling, used: part ? usedCells(random, cells) : cells });
} // prettier-ignore

function partUsed(random: Random, border: Border): Page {
  const paper = paperFor(random, 0.15);
  const gap = random() < 0.5 ? 0 : 2 + random() * 4;
  const cells = gridCells(paper, {
    ...pickGrid(random, paper, 4, 30),
    gutter: [gap, gap],
    margins: evenMargins(random),
  });
  return cellPage(random, paper, cells, { border, used: usedCells(random, cells), mixed: random() < 0.4 });
}

/** A run of pages with header and footer; the last one is used in part. */
function batch(random: Random): Page[] {
  const paper = paperFor(random, 0.1);
  const words = pickWords(random);
  const count = whole(random, 2, 3);
  const gap = pick(random, [0, 0, 3, 6]);
  const cells = gridCells(paper, { ...pickGrid(random, paper, 4, 18), gutter: [gap, gap], margins: [9, 15, 9, 15] });
  const border = pick(random, ['solid', 'dashed', 'none', 'gray', 'rounded'] as const);
  const [first] = cells;
  if (first === undefined) return [];
  const designs = [pick(random, suiting(DESIGNS, first.width, first.height, words))];
  const style = createStyle(random, words);
  return Array.from({ length: count }, (_, i) => {
    const used = i < count - 1 ? cells : cells.slice(0, whole(random, 1, cells.length));
    const page = cellPage(random, paper, cells, { border, used, words, designs, style });
    return { ...page, asides: runningTexts(random, words, paper, `${i + 1} / ${count}`) };
  });
}

/** All labels rotated the same way on their page, or every other one. */
function turnedLabels(random: Random, turn: (i: number) => Turn): Page[] {
  const paper = pickPaper(random);
  const cells = gridCells(paper, {
    ...pick(random, [{ columns: 1, rows: 2 }, { columns: 2, rows: 2 }, { columns: 2, rows: 3 }, { columns: 2, rows: 4 }, { columns: 3, rows: 3 }]),
    gutter: pick(random, [[0, 0], [4, 4], [6, 3]] as const),
    margins: evenMargins(random),
  });
  const border = pick(random, ['dashed', 'solid', 'none', 'corners', 'rounded', 'gray dashed'] as const);
  const page = cellPage(random, paper, cells, { border, turn, mixed: random() < 0.3, margin: 3 });
  const altOrder = orderWhenUpright(page.labels);
  return [altOrder === null ? page : { ...page, altOrder }];
} // prettier-ignore

/**
 * The reading order of labels that are all rotated the same way, with the page rotated so that they are upright; null
 * for others.
 */
export function orderWhenUpright(labels: readonly Label[]): number[] | null {
  const turns = [...new Set(labels.map(({ rotation }) => rotation))];
  if (turns.length !== 1 || turns[0] === 0) return null;
  if (turns[0] === 180) return labels.map((_, i) => labels.length - 1 - i);
  return turns[0] === 90 ? columnOrder(labels, 'right', 'down') : columnOrder(labels, 'left', 'up');
}

/** The order of labels by columns: from the left or the right, and down or up within a column. */
function columnOrder(labels: readonly Cell[], from: 'left' | 'right', way: 'down' | 'up'): number[] {
  const across = from === 'left' ? 1 : -1;
  const along = way === 'down' ? 1 : -1;
  const places = labels.map(({ x, y }, i) => ({ i, x: Math.round(x / 4) * across, y: y * along }));
  return places.sort((a, b) => a.x - b.x || a.y - b.y).map(({ i }) => i);
}

/** Text-only addresses without outlines on stock, with texts of all lengths. */
function addresses(words?: Words): (random: Random) => Page[] {
  const stocks = STOCK.filter(({ width, height }) => height <= 60 && width <= 110 && width > height);
  const designs = TEXTS.filter(({ name }) => name.includes('address'));
  return (random) => {
    const border = pick(random, ['none', 'none', 'gray', 'rounded'] as const);
    const chosen = words === undefined ? {} : { words };
    return [stockPage(random, { border, designs, ...chosen, frame: '', margin: 3 + random() * 2 }, random() < 0.3, stocks)];
  };
} // prettier-ignore

function bands(random: Random): Page[] {
  const paper = random() < 0.6 ? turned(pickPaper(random)) : pickPaper(random);
  const rows = whole(random, 4, 9);
  const gap = pick(random, [0, 0, 4]);
  const cells = gridCells(paper, { columns: 1, rows, gutter: [0, gap], margins: evenMargins(random) });
  const designs = GOODS.filter(({ name }) => name === 'wristband' || name === 'voucher');
  const border = pick(random, ['dashed', 'solid', 'rounded', 'none', 'horizontal'] as const);
  return [cellPage(random, paper, cells, { border, designs, used: random() < 0.3 ? usedCells(random, cells) : cells })];
}

const carriers = CARRIER.filter(({ name }) => name !== 'wide carrier');

export const GRID_KINDS: readonly Kind[] = [
  { name: 'touching-dashed', make: touching('dashed') },
  { name: 'touching-solid', make: touching('solid') },
  { name: 'touching-dotted', make: touching('dotted') },
  { name: 'touching-none', make: touching('none') },
  { name: 'touching-gray', make: touching('gray') },
  { name: 'touching-mixed', make: touching('long dashes', true) },
  { name: 'hairline-mixed', make: touching('hairline', true) },
  { name: 'apart-dashed', make: apart('dashed') },
  { name: 'apart-solid-mixed', make: apart('solid', true) },
  { name: 'apart-none', make: apart('none') },
  { name: 'apart-none-mixed', make: apart('none', true) },
  { name: 'apart-double', make: apart('double') },
  { name: 'apart-thick', make: apart('thick') },
  { name: 'rounded', make: apart('rounded') },
  { name: 'rounded-dashed', make: apart('rounded dashed', true) },
  { name: 'copies-touching', make: (random) => touching(pick(random, ['none', 'dashed', 'solid', 'dotted']), false, true)(random) },
  { name: 'copies-apart', make: (random) => apart(pick(random, ['none', 'gray', 'rounded', 'dashed']), false, true)(random) },
  { name: 'corner-marks', make: (random) => (random() < 0.5 ? touching : apart)('corners', random() < 0.5)(random) },
  { name: 'crosses', make: (random) => touching('crosses', random() < 0.5)(random) },
  { name: 'page-marks', make: (random) => touching('page marks', random() < 0.4)(random) },
  { name: 'gray-dashed', make: (random) => apart('gray dashed', random() < 0.5)(random) },
  { name: 'stock-bare', make: (random) => [stockPage(random, { border: 'none', mixed: random() < 0.3 })] },
  { name: 'stock-rounded', make: (random) => [stockPage(random, { border: 'rounded', mixed: random() < 0.3 })] },
  { name: 'stock-part', make: (random) => [stockPage(random, { border: pick(random, ['none', 'rounded', 'gray']) }, true)] },
  { name: 'part-used-dashed', make: (random) => [partUsed(random, pick(random, ['dashed', 'dotted', 'gray dashed']))] },
  { name: 'part-used-solid', make: (random) => [partUsed(random, pick(random, ['solid', 'rounded', 'hairline']))] },
  { name: 'part-used-bare', make: (random) => [partUsed(random, 'none')] },
  { name: 'batch', make: batch },
  { name: 'turned-quarter', make: (random) => turnedLabels(random, pick(random, [() => 90 as const, () => 270 as const])) },
  { name: 'turned-half', make: (random) => turnedLabels(random, (i) => (i % 2 === 0 ? 0 : 180)) },
  { name: 'turned-one', make: (random) => turnedLabels(random, (i) => (i === 1 ? 180 : 0)) },
  { name: 'upside-down', make: (random) => turnedLabels(random, () => 180) },
  { name: 'addresses', make: addresses() },
  { name: 'addresses-chinese', make: addresses(CHINESE) },
  { name: 'bands', make: bands },
  { name: 'chinese-waybills', make: (random) => chineseWaybills(random) },
  { name: 'four-carriers', make: (random) => fourCarriers(random) },
]; // prettier-ignore

function chineseWaybills(random: Random): Page[] {
  const paper = random() < 0.5 ? { width: 210, height: 297 } : { width: 297, height: 210 };
  const grid = paper.width < paper.height ? { columns: 2, rows: 2 } : { columns: 3, rows: 1 };
  const gap = pick(random, [0, 0, 5]);
  const cells = gridCells(paper, { ...grid, gutter: [gap, gap], margins: evenMargins(random) });
  const designs = CARRIER.filter(({ name }) => name === 'chinese');
  const border = pick(random, ['none', 'dashed', 'solid', 'corners', 'gray'] as const);
  return [cellPage(random, paper, cells, { border, words: CHINESE, designs, margin: 2.5 + random() * 2 })];
}

/** Four labels of 4 x 6 inches or A6 by several carriers, as sellers print them. */
function fourCarriers(random: Random): Page[] {
  const paper = pickPaper(random);
  const cells = gridCells(paper, { columns: 2, rows: 2, margins: random() < 0.4 ? [0, 0, 0, 0] : evenMargins(random) });
  const border = pick(random, ['none', 'dashed', 'dotted', 'hairline', 'crosses'] as const);
  const used = random() < 0.5 ? cells : cells.slice(0, 3);
  return [cellPage(random, paper, cells, { border, designs: carriers, mixed: true, used, margin: 4 + random() * 2 })];
}
