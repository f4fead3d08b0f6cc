import { pick, whole, type Random } from '#tests/support/symbol-values.ts';
import { instructions, invoice, packingSlip, returnForm, terms } from './asides.ts';
import type { Design } from './design.ts';
import { CARRIER } from './designs-carrier.ts';
import { GOODS } from './designs-goods.ts';
import { TEXTS } from './designs-text.ts';
import { cellPage, evenMargins, orderWhenUpright, paperFor, type Kind } from './kinds-grid.ts';
import { outlines, rounded, segment } from './lines.ts';
import { fill, gridCells, pickPaper, turned } from './place.ts';
import type { Cell, Page } from './sheet.ts';
import { ROUND_STOCK } from './stock.ts';
import { pickWords, TH } from './words.ts';

const named = (designs: readonly Design[], ...names: readonly string[]): Design[] =>
  designs.filter(({ name }) => names.includes(name));

/** Round and oval stock, with or without outlines. */
function round(random: Random): Page[] {
  const stock = pick(random, ROUND_STOCK);
  const paper = stock.paper === 'A4' ? { width: 210, height: 297 } : { width: 215.9, height: 279.4 };
  const { width, height, corner } = stock;
  const cells = stock.places.map((place) => ({ ...place, width, height }));
  const stroke = pick(random, ['stroke="#000" stroke-width=".3"', 'stroke="#aaa" stroke-width=".2"', 'stroke="none"']);
  const page = cellPage(random, paper, cells, { border: 'none', designs: named(GOODS, 'jar'), frame: '', margin: Math.min(width, height) * 0.16 });
  return [{ ...page, lines: cells.map((cell) => rounded(cell, corner, stroke)).join('') }];
} // prettier-ignore

/** Every other row is shifted by half a label. */
function bricks(random: Random): Page[] {
  const paper = paperFor(random);
  const rows = whole(random, 3, 6);
  const width = (paper.width - 20 - 6) / 3;
  const height = (paper.height - 24) / rows;
  const cells = Array.from({ length: rows }, (_, y) =>
    Array.from({ length: y % 2 === 0 ? 3 : 2 }, (_, x): Cell => ({
      x: 10 + x * (width + 3) + (y % 2 === 0 ? 0 : (width + 3) / 2),
      y: 12 + y * height,
      width,
      height: height - 4,
    })),
  ).flat();
  const border = pick(random, ['solid', 'dashed', 'rounded', 'none'] as const);
  return [cellPage(random, paper, cells, { border, designs: [...GOODS, ...TEXTS], mixed: random() < 0.3 })];
} // prettier-ignore

/** A label in each row, with its own slip next to it. */
function rowsWithSlips(random: Random): Page[] {
  const paper = pickPaper(random);
  const words = pickWords(random);
  const rows = whole(random, 2, 3);
  const cells = gridCells(paper, { columns: 1, rows, gutter: [0, 8], margins: [10, 12, paper.width - 110, 12] });
  const page = cellPage(random, paper, cells, { border: pick(random, ['solid', 'dashed', 'rounded'] as const), words });
  const asides = cells.map(({ y, height }) =>
    packingSlip(random, words, { x: 122, y: y + 2, width: paper.width - 134, height: height - 4 }),
  );
  return [{ ...page, asides }];
}

/** Labels around a text in the page's corner. */
function aroundText(random: Random): Page[] {
  const paper = pickPaper(random);
  const words = pickWords(random);
  const cells = gridCells(paper, { columns: 2, rows: 3, gutter: [6, 6], margins: [10, 12, 10, 12] });
  const free = whole(random, 0, cells.length - 1);
  const place = cells[free];
  const used = cells.filter((_, i) => i !== free);
  const page = cellPage(random, paper, used, { border: pick(random, ['dashed', 'solid', 'gray'] as const), words, mixed: random() < 0.5 });
  const maker = pick(random, [instructions, terms, returnForm]);
  return [{ ...page, asides: place === undefined ? [] : [maker(random, words, { x: place.x + 4, y: place.y + 4, width: place.width - 8, height: place.height - 8 })] }];
} // prettier-ignore

/** In Thai, unlike any other kind. */
function thai(random: Random): Page[] {
  const paper = paperFor(random);
  const gap = pick(random, [0, 4]);
  const cells = gridCells(paper, {
    columns: 2,
    rows: whole(random, 2, 5),
    gutter: [gap, gap],
    margins: evenMargins(random),
  });
  return [cellPage(random, paper, cells, { border: pick(random, ['dashed', 'none', 'solid'] as const), words: TH })];
}

/** Labels on a tinted panel. */
function panel(random: Random): Page[] {
  const paper = pickPaper(random);
  const cells = gridCells(paper, { columns: 2, rows: whole(random, 2, 4), gutter: [8, 8], margins: [18, 22, 18, 22] });
  const labels = fill(random, cells, { mixed: random() < 0.3 });
  const color = pick(random, ['#e9e4d4', '#dce6ef', '#e6e6e6']);
  const back = `<rect x="8" y="12" width="${paper.width - 16}" height="${paper.height - 24}" fill="${color}"/>`;
  const white = cells.map(({ x, y, width, height }) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#fff"/>`);
  return [{ ...paper, labels, asides: [], back: back + white.join(''), lines: '' }];
} // prettier-ignore

/** Folded twice: the label on one quarter, papers on the others. */
function quarters(random: Random): Page[] {
  const paper = pickPaper(random);
  const words = pickWords(random);
  const quarter = gridCells(paper, { columns: 2, rows: 2 });
  const labelAt = whole(random, 0, 3);
  const label = quarter.filter((_, i) => i === labelAt);
  const page = cellPage(random, paper, label, { border: 'none', designs: CARRIER, words, margin: 6 });
  const makers = [instructions, invoice, terms, packingSlip];
  const asides = quarter.flatMap(({ x, y, width, height }, i) =>
    i === labelAt ? [] : [(makers[i] ?? terms)(random, words, { x: x + 9, y: y + 9, width: width - 18, height: height - 18 })],
  );
  const fold = pick(random, ['dashed', 'gray', 'dotted'] as const);
  const [w, h] = [paper.width, paper.height];
  return [{ ...page, asides, lines: segment([w / 2, 0], [w / 2, h], fold) + segment([0, h / 2], [w, h / 2], fold) }];
} // prettier-ignore

/** Narrow upright labels, such as of spines and cables, rotated or not. */
function spines(random: Random): Page[] {
  const paper = turned(pickPaper(random));
  const columns = whole(random, 4, 7);
  const cells = gridCells(paper, { columns, rows: 1, gutter: [pick(random, [0, 4]), 0], margins: [12, 15, 12, 15] });
  const designs = [...named(GOODS, 'wristband'), ...named(TEXTS, 'file')];
  const turn = pick(random, [90, 270] as const);
  const border = pick(random, ['solid', 'dashed', 'none', 'corners'] as const);
  const page = cellPage(random, paper, cells, { border, designs, turn: () => turn, margin: 4 });
  const altOrder = orderWhenUpright(page.labels);
  return [altOrder === null ? page : { ...page, altOrder }];
}

/** Labels of one row with several heights, aligned at the top. */
function hanging(random: Random): Page[] {
  const paper = pickPaper(random);
  const rows = whole(random, 2, 3);
  const height = (paper.height - 30) / rows;
  const cells = Array.from({ length: rows }, (_, y) =>
    Array.from({ length: 3 }, (_, x): Cell => ({
      x: 10 + x * ((paper.width - 20) / 3 + 0),
      y: 14 + y * height,
      width: (paper.width - 20) / 3 - 5,
      height: height * pick(random, [0.55, 0.7, 0.9]),
    })),
  ).flat();
  const border = pick(random, ['solid', 'dashed', 'rounded'] as const);
  const labels = fill(random, cells, { mixed: true, designs: [...GOODS, ...TEXTS] });
  return [{ ...paper, labels, asides: [], lines: outlines(border, cells, paper) }];
} // prettier-ignore

export const UNSEEN_KINDS: readonly Kind[] = [
  { name: 'round-stock', make: round },
  { name: 'bricks', make: bricks },
  { name: 'rows-with-slips', make: rowsWithSlips },
  { name: 'around-text', make: aroundText },
  { name: 'thai', make: thai },
  { name: 'tinted-panel', make: panel },
  { name: 'quarters', make: quarters },
  { name: 'spines', make: spines },
  { name: 'hanging', make: hanging },
];
