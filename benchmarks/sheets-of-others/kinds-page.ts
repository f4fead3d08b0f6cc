import { pick, whole, type Random } from '#tests/support/symbol-values.ts';
import {
  ASIDES,
  advertisement,
  instructions,
  invoice,
  packingSlip,
  returnForm,
  runningTexts,
  steps,
  terms,
} from './asides.ts';
import type { AsideMaker } from './asides.ts';
import { CARRIER } from './designs-carrier.ts';
import { TEXTS } from './designs-text.ts';
import { cellPage, orderWhenUpright, paperFor, type Kind } from './kinds-grid.ts';
import { outlines, segment, type Border } from './lines.ts';
import { DESIGNS, fill, gridCells, pickPaper, turned, type PaperSize } from './place.ts';
import type { Area, Cell, Page, Turn } from './sheet.ts';
import { pickWords } from './words.ts';

const CUTS: readonly Border[] = ['dashed', 'dotted', 'solid', 'none', 'corners', 'gray dashed', 'rounded'];
const SHIPPING = [...CARRIER, ...TEXTS.filter(({ name }) => name === 'return')];

/** Sizes of shipping labels in mm. */
const SIZES = [[101.6, 152.4], [100, 150], [105, 148], [99.1, 139], [100, 180], [148, 105], [100, 100], [152.4, 101.6]] as const; // prettier-ignore

function below(paper: PaperSize, y: number): Area {
  return { x: 12, y: y + 12, width: paper.width - 24, height: paper.height - y - 26 };
}

/** One shipping label with something else below it. */
function oneAbove(makers: readonly AsideMaker[], fold: boolean): (random: Random) => Page[] {
  return (random) => {
    const paper = pickPaper(random);
    const words = pickWords(random);
    const [width, height] = pick(random, SIZES);
    const x = pick(random, [8, 12, (paper.width - width) / 2]);
    const cell = { x, y: 8 + random() * 8, width, height };
    const border = fold ? pick(random, ['none', 'none', 'solid'] as const) : pick(random, CUTS);
    const page = cellPage(random, paper, [cell], { border, designs: SHIPPING, words });
    const end = cell.y + height;
    const line = fold
      ? segment([0, end + 6], [paper.width, end + 6], pick(random, ['dashed', 'dotted', 'gray', 'solid']))
      : '';
    const scissors = fold && random() < 0.4 ? `<text x="3" y="${end + 7.3}" font-size="5">✂</text>` : '';
    const asides = [pick(random, makers)(random, words, below(paper, end))];
    return [{ ...page, asides, lines: page.lines + line + scissors }];
  };
}

/** A label at the left or right, text next to it; landscape. */
function textAside(random: Random): Page[] {
  const paper = turned(pickPaper(random));
  const words = pickWords(random);
  const cell = { x: random() < 0.5 ? 12 : paper.width - 117, y: (paper.height - 152) / 2, width: 105, height: 152 };
  const x = cell.x < 20 ? 130 : 14;
  const border = pick(random, CUTS);
  const page = cellPage(random, paper, [cell], { border, designs: SHIPPING, words });
  const maker = pick(random, [instructions, invoice, packingSlip, terms]);
  return [{ ...page, asides: [maker(random, words, { x, y: 16, width: paper.width - 148, height: 170 })] }];
}

/** Two halves with a fold between them, both labels. */
function halves(random: Random): Page[] {
  const paper = paperFor(random, 0.5);
  const wide = paper.width > paper.height;
  const cells = gridCells(paper, wide ? { columns: 2, rows: 1 } : { columns: 1, rows: 2 });
  const fold = pick(random, ['dashed', 'solid', 'dotted', 'gray', 'none'] as const);
  const [w, h] = [paper.width, paper.height];
  const line = wide ? segment([w / 2, 0], [w / 2, h], fold) : segment([0, h / 2], [w, h / 2], fold);
  const turn = !wide && random() < 0.4 ? 90 : 0;
  const page = cellPage(random, paper, cells, { border: 'none', designs: SHIPPING, mixed: random() < 0.5, turn: () => turn, margin: 8 + random() * 3 });
  const altOrder = orderWhenUpright(page.labels);
  return [{ ...page, lines: line, ...(altOrder === null ? {} : { altOrder }) }];
} // prettier-ignore

/** A rotated label on the upper half, a receipt on the lower one, as American carriers print them. */
function turnedWithReceipt(random: Random): Page[] {
  const paper = pickPaper(random);
  const words = pickWords(random);
  const cell = { x: (paper.width - 152.4) / 2, y: 12, width: 152.4, height: 101.6 };
  const turn = pick(random, [90, 270] as const);
  const border = pick(random, CUTS);
  const page = cellPage(random, paper, [cell], { border, designs: CARRIER, words, turn: () => turn });
  const line = segment([0, 128], [paper.width, 128], 'dashed');
  return [{ ...page, asides: [pick(random, [instructions, invoice, terms, returnForm])(random, words, below(paper, 128))], lines: page.lines + line }];
} // prettier-ignore

/** Cuts an area into cells of several sizes with full-width cuts. */
function guillotine(random: Random, area: Area, gap: number, depth: number): Cell[] {
  const { x, y, width, height } = area;
  const across = width > height * 0.9;
  if (depth === 0 || Math.max(width, height) < 95 || Math.min(width, height) < 45) return [area];
  const at = pick(random, [0.38, 0.45, 0.5, 0.6]);
  const [one, other] = across
    ? [{ x, y, width: width * at - gap / 2, height }, { x: x + width * at + gap / 2, y, width: width * (1 - at) - gap / 2, height }]
    : [{ x, y, width, height: height * at - gap / 2 }, { x, y: y + height * at + gap / 2, width, height: height * (1 - at) - gap / 2 }];
  return [...guillotine(random, one, gap, depth - 1), ...guillotine(random, other, gap, depth - 1)];
} // prettier-ignore

function mixedSizes(random: Random): Page[] {
  const paper = paperFor(random);
  const gap = pick(random, [0, 0, 4, 6, 8]);
  const inner = { x: 10, y: 12, width: paper.width - 20, height: paper.height - 24 };
  const cut = guillotine(random, inner, gap, whole(random, 2, 3));
  const cells = readingOrder(cut);
  const border = pick(random, gap === 0 ? (['dashed', 'solid', 'dotted'] as const) : CUTS);
  const turn = random() < 0.5 ? (): Turn => pick(random, [0, 0, 0, 90, 270] as const) : (): Turn => 0;
  const page = cellPage(random, paper, cells, { border, mixed: true, turn });
  // Reading one part of the page after the other is valid as well.
  return [{ ...page, altOrder: cut.map((cell) => cells.indexOf(cell)) }];
}

/** Sorted by their tops, those within 8 mm of each other from left to right. */
function readingOrder(cells: readonly Cell[]): Cell[] {
  const rows: Cell[][] = [];
  for (const cell of cells.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    if (row?.[0] !== undefined && cell.y - row[0].y < 8) row.push(cell);
    else rows.push([cell]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.x - b.x));
}

/** A label in each page's corner or middle, and nothing else. */
function alone(random: Random): Page[] {
  const paper = paperFor(random);
  const words = pickWords(random);
  const border = pick(random, CUTS);
  return Array.from({ length: whole(random, 1, 2) }, () => {
    const [width, height] = pick(random, SIZES);
    const x = pick(random, [5, (paper.width - width) / 2, paper.width - width - 8]);
    const y = pick(random, [6, (paper.height - height) / 2]);
    return cellPage(random, paper, [{ x, y, width, height }], { border, designs: SHIPPING, words });
  });
}

/** A page that is one label. */
function wholePage(random: Random): Page[] {
  const [width, height] = pick(random, [...SIZES, [80, 60], [62, 29]] as const);
  const words = pickWords(random);
  const cell = { x: 0, y: 0, width, height };
  return Array.from({ length: whole(random, 1, 4) }, () =>
    cellPage(random, { width, height }, [cell], { border: 'none', words, designs: width < 90 ? DESIGNS : SHIPPING }),
  );
}

/** Pages with labels, and other pages between them. */
function labelAndPapers(random: Random): Page[] {
  const paper = pickPaper(random);
  const words = pickWords(random);
  const border = pick(random, CUTS);
  const [width, height] = pick(random, SIZES);
  const labelPage = (): Page => cellPage(random, paper, [{ x: 12, y: 12, width, height }], { border, designs: SHIPPING, words });
  const papers = (): Page => ({
    ...paper,
    labels: [],
    asides: [pick(random, [invoice, packingSlip, returnForm])(random, words, { x: 15, y: 15, width: paper.width - 30, height: paper.height - 40 })],
    lines: '',
  });
  return random() < 0.5 ? [labelPage(), papers()] : [labelPage(), papers(), labelPage()];
} // prettier-ignore

/** A packing slip or return form with labels at its end. */
function integrated(random: Random): Page[] {
  const paper = pickPaper(random);
  const words = pickWords(random);
  const two = random() < 0.5;
  const height = 60 + random() * 20;
  const y = paper.height - height - 12;
  const cells = two
    ? gridCells(paper, { columns: 2, rows: 1, gutter: [6, 0], margins: [10, y, 10, 12] })
    : [{ x: paper.width - 112, y, width: 100, height }];
  const border = pick(random, ['solid', 'rounded', 'dashed', 'gray', 'none'] as const);
  const page = cellPage(random, paper, cells, { border, words, mixed: two && random() < 0.5 });
  const maker = pick(random, [packingSlip, returnForm, invoice]);
  const top = maker(random, words, { x: 12, y: 14, width: paper.width - 24, height: y - 24 });
  const left = instructions(random, words, { x: 12, y, width: paper.width - 134, height });
  return [{ ...page, asides: two ? [top] : [top, left] }];
}

/** A header picture or text, then a grid of labels, then page number. */
function headed(random: Random): Page[] {
  const paper = pickPaper(random);
  const words = pickWords(random);
  const top = 50 + random() * 25;
  const gap = pick(random, [0, 4]);
  const grid = pick(random, [{ columns: 2, rows: 2 }, { columns: 2, rows: 3 }, { columns: 3, rows: 4 }, { columns: 1, rows: 3 }]);
  const cells = gridCells(paper, { ...grid, gutter: [gap, gap], margins: [10, top, 10, 16] });
  const page = cellPage(random, paper, cells, { border: pick(random, CUTS), words, mixed: random() < 0.3 });
  const maker = pick(random, [advertisement, steps, instructions]);
  const aside = maker(random, words, { x: 10, y: 14, width: paper.width - 20, height: top - 22 });
  return [{ ...page, asides: [aside, ...runningTexts(random, words, paper, `${whole(random, 1, 9)}`)] }];
} // prettier-ignore

/** A column of labels with text at the side. */
function columnWithText(random: Random): Page[] {
  const paper = pickPaper(random);
  const words = pickWords(random);
  const rows = whole(random, 2, 5);
  const cells = gridCells(paper, { columns: 1, rows, gutter: [0, 6], margins: [10, 12, paper.width - 115, 12] });
  const page = cellPage(random, paper, cells, { border: pick(random, CUTS), words, mixed: random() < 0.5 });
  const aside = pick(random, ASIDES)(random, words, {
    x: 126,
    y: 14,
    width: paper.width - 138,
    height: paper.height - 40,
  });
  return [{ ...page, asides: [aside] }];
}

/** Two sizes: one large label, and small ones in a row below. */
function largeAndSmall(random: Random): Page[] {
  const paper = pickPaper(random);
  const words = pickWords(random);
  const large = { x: 10, y: 12, width: paper.width - 20, height: 130 };
  const small = gridCells(paper, { columns: whole(random, 2, 3), rows: whole(random, 1, 3), gutter: [5, 5], margins: [10, 152, 10, 14] });
  const border = pick(random, CUTS);
  const labels = [
    ...fill(random, [large], { words, designs: CARRIER, turn: () => pick(random, [0, 90] as const) }),
    ...fill(random, small, { words, mixed: random() < 0.3 }),
  ];
  return [{ ...paper, labels, asides: [], lines: outlines(border, [large, ...small], paper) }];
} // prettier-ignore

/** Pages of both orientations in one document. */
function bothOrientations(random: Random): Page[] {
  const paper = pickPaper(random);
  const words = pickWords(random);
  return [paper, turned(paper)].map((size) => {
    const cells = gridCells(size, { columns: 2, rows: 2, gutter: [5, 5], margins: [12, 12, 12, 12] });
    return cellPage(random, size, cells, { border: pick(random, CUTS), words, mixed: random() < 0.5 });
  });
}

export const PAGE_KINDS: readonly Kind[] = [
  { name: 'one-with-instructions', make: oneAbove([instructions, steps, terms], false) },
  { name: 'one-with-invoice', make: oneAbove([invoice, packingSlip], true) },
  { name: 'one-with-form', make: oneAbove([returnForm, advertisement], true) },
  { name: 'beside-text', make: textAside },
  { name: 'halves', make: halves },
  { name: 'turned-with-receipt', make: turnedWithReceipt },
  { name: 'mixed-sizes', make: mixedSizes },
  { name: 'alone', make: alone },
  { name: 'whole-page', make: wholePage },
  { name: 'label-and-papers', make: labelAndPapers },
  { name: 'integrated', make: integrated },
  { name: 'headed', make: headed },
  { name: 'column-with-text', make: columnWithText },
  { name: 'large-and-small', make: largeAndSmall },
  { name: 'both-orientations', make: bothOrientations },
];
