import { roundMm, type Mm } from '#model/kernel/units.ts';
import type { StockSize } from './stock-size.ts';

/** Width and height of the pages that the catalog names; other pages are given by size. */
const PAGES: Readonly<Record<string, readonly [widthMm: Mm, heightMm: Mm]>> = {
  A4: [210, 297],
  Letter: [215.9, 279.4],
};

/**
 * Stock sizes by maker and part number, from a table with a heading line and tab-separated fields: lengths in mm, `page` a
 * name or width x height. The table (stock-catalogue.tsv) has stock with one grid of labels that our labels support.
 * The right and bottom margins of a page follow from the rest; makers round, so the margins may be up to 1 mm too small,
 * and are then 0.
 */
export function parseCatalogue(table: string): readonly StockSize[] {
  return table
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map(parseLine);
}

function parseLine(line: string): StockSize {
  const [maker = '', article = '', page = '', shape = '', ...rest] = line.split('\t');
  const numbers = rest.map(Number);
  const [width = 0, height = 0, columns = 1, rows = 1, left = 0, top = 0, columnSpacing = 0, rowSpacing = 0] = numbers;
  const [pageWidth = 0, pageHeight = 0] = PAGES[page] ?? page.split('x').map(Number);
  const restOf = (side: Mm, before: Mm, count: number, label: Mm, spacing: Mm): Mm =>
    Math.max(0, roundMm(side - before - count * label - (count - 1) * spacing));
  const isRoll = columns * rows === 1 && width === pageWidth && height === pageHeight;
  return {
    id: `catalogue-${maker}-${article}`,
    paper: isRoll ? 'roll' : page === 'A4' || page === 'Letter' ? page : 'sheet',
    maker,
    article,
    ...(shape === 'round' || shape === 'ellipse' ? { shape } : {}),
    numbers: {
      width,
      height,
      columns,
      rows,
      columnSpacing,
      rowSpacing,
      paddingLeft: Math.max(0, left),
      paddingRight: restOf(pageWidth, left, columns, width, columnSpacing),
      paddingTop: Math.max(0, top),
      paddingBottom: restOf(pageHeight, top, rows, height, rowSpacing),
    },
  };
}

let catalogue: Promise<readonly StockSize[]> | null = null;

/** The catalog, fetched once on demand. Rejects if it can't be fetched; the next call retries. */
export function loadCatalogue(): Promise<readonly StockSize[]> {
  catalogue ??= import('./stock-catalogue.tsv?raw').then(
    ({ default: table }) => parseCatalogue(table),
    (error: unknown) => {
      catalogue = null;
      throw error;
    },
  );
  return catalogue;
}

/**
 * Whether a text matches a search: all of it as typed, or each of its words. A word of three characters or more may be
 * anywhere (7160 finds L7160), a shorter one at the start of a word.
 */
export function isFoundBy(typed: string, text: string): boolean {
  const query = typed.trim().toLowerCase();
  const searched = text.toLowerCase();
  if (searched.includes(query)) return true;
  const words = searched.split(/\s+/);
  return query
    .split(/\s+/)
    .every((word) => (word.length < 3 ? words.some((one) => one.startsWith(word)) : searched.includes(word)));
}
