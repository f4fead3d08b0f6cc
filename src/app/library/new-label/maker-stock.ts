import type { Mm } from '#model/kernel/units.ts';
import { roll, sheet, type StockMaker, type StockSize } from './stock-size.ts';

/* Makers' rolls and sheets, from general knowledge of the trade and not from their catalogs. Lengths in mm; a roll's width
   is the longer side if its labels are read along the roll. Articles with uncertain numbers are listed by their sizes
   alone. */

type Roll = readonly [article: string, width: Mm, height: Mm];
type Grid = readonly [article: string, width: Mm, height: Mm, columns: number, rows: number];

/** LabelWriter rolls. */
const DYMO: readonly Roll[] = [
  ['99012', 89, 36],
  ['99010', 89, 28],
  ['99014', 101, 54],
  ['11352', 54, 25],
  ['11354', 57, 32],
  ['11355', 51, 19],
  ['11356', 89, 41],
  ['99015', 70, 54],
  ['99017', 50, 12],
  ['99018', 190, 38],
  ['99019', 190, 59],
  ['S0904980', 104, 159],
];

/** Die-cut labels for QL printers. */
const BROTHER: readonly Roll[] = [
  ['DK-11201', 90, 29],
  ['DK-11202', 100, 62],
  ['DK-11203', 87, 17],
  ['DK-11204', 54, 17],
  ['DK-11208', 90, 38],
  ['DK-11209', 62, 29],
  ['DK-11221', 23, 23],
  ['DK-11240', 102, 51],
  ['DK-11241', 102, 152],
  ['DK-11247', 103, 164],
];

/** Z-Select rolls. */
const ZEBRA: readonly Roll[] = [
  ['Z-Select', 102, 152],
  ['Z-Select', 102, 102],
  ['Z-Select', 102, 76],
  ['Z-Select', 102, 51],
  ['Z-Select', 76, 51],
  ['Z-Select', 76, 25],
  ['Z-Select', 70, 32],
  ['Z-Select', 57, 32],
  ['Z-Select', 57, 19],
  ['Z-Select', 51, 25],
  ['Z-Select', 38, 25],
];

/** Sheets of A4 with 2.5 mm between the columns, centered on the page. */
const AVERY_A4: readonly Grid[] = [
  ['L7160', 63.5, 38.1, 3, 7],
  ['L7159', 63.5, 33.9, 3, 8],
  ['L7161', 63.5, 46.6, 3, 6],
  ['L7164', 63.5, 72, 3, 4],
  ['L7162', 99.1, 33.9, 2, 8],
  ['L7163', 99.1, 38.1, 2, 7],
  ['L7173', 99.1, 57, 2, 5],
  ['L7165', 99.1, 67.7, 2, 4],
  ['L7166', 99.1, 93.1, 2, 3],
  ['L7169', 99.1, 139, 2, 2],
  ['L7168', 199.6, 143.5, 1, 2],
  ['L7167', 199.6, 289.1, 1, 1],
  ['L7651', 38.1, 21.2, 5, 13],
];

/** Sheets of Letter with 3/16 inch between two columns and 1/8 inch between three. */
const AVERY_LETTER: readonly Grid[] = [
  ['5160', 66.675, 25.4, 3, 10],
  ['5161', 101.6, 25.4, 2, 10],
  ['5162', 101.6, 33.867, 2, 7],
  ['5163', 101.6, 50.8, 2, 5],
  ['5164', 101.6, 84.667, 2, 3],
];

/** Sheets of A4 without gaps between the labels. */
const HERMA: readonly Grid[] = [
  ['', 70, 25.4, 3, 11],
  ['', 70, 36, 3, 8],
  ['', 70, 37, 3, 8],
  ['', 70, 42.3, 3, 7],
  ['', 105, 42.3, 2, 7],
  ['', 105, 74, 2, 4],
  ['', 105, 148, 2, 2],
  ['', 210, 148, 1, 2],
  ['', 48.5, 25.4, 4, 11],
  ['', 52.5, 29.7, 4, 10],
];

const PAPER: Readonly<Record<'A4' | 'Letter', readonly [width: Mm, height: Mm]>> = {
  A4: [210, 297],
  Letter: [215.9, 279.4],
};

function rollsOf(maker: StockMaker, rolls: readonly Roll[]): StockSize[] {
  return rolls.map(([article, width, height]) => ({
    ...roll(width, height),
    id: `${maker}-${article}-${width}x${height}`,
    maker,
    article,
  }));
}

/** The sheets of a maker; the labels are centered on the page. */
function sheetsOf(
  maker: StockMaker,
  paper: 'A4' | 'Letter',
  gap: (columns: number) => Mm,
  all: readonly Grid[],
): StockSize[] {
  const [pageWidth, pageHeight] = PAPER[paper];
  return all.map(([article, width, height, columns, rows]) => {
    const columnSpacing = columns === 1 ? 0 : gap(columns);
    return {
      ...sheet(paper, {
        label: [width, height],
        grid: [columns, rows],
        columnSpacing,
        sides: half(pageWidth - columns * width - (columns - 1) * columnSpacing),
        ends: half(pageHeight - rows * height),
      }),
      id: `${maker}-${paper}-${width}x${height}`,
      maker,
      article,
    };
  });
}

function half(rest: Mm): Mm {
  return Math.max(0, Math.round(rest * 500) / 1000);
}

export const MAKER_STOCK: readonly StockSize[] = [
  ...rollsOf('DYMO', DYMO),
  ...rollsOf('Brother', BROTHER),
  ...rollsOf('Zebra', ZEBRA),
  ...sheetsOf('Avery', 'A4', () => 2.5, AVERY_A4),
  ...sheetsOf('Avery', 'Letter', (columns) => (columns === 2 ? 4.763 : 3.175), AVERY_LETTER),
  ...sheetsOf('HERMA', 'A4', () => 0, HERMA),
];
