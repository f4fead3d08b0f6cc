import { describe, expect, test } from 'vitest';
import { NUMBER_FIELDS, numberFault } from '#app/library/new-label/label-form.ts';
import { isFoundBy, loadCatalogue, parseCatalogue } from '#app/library/new-label/stock-catalogue.ts';
import { stockGroups } from '#app/library/new-label/stock-groups.ts';
import { listMachines } from '#server/content/designs/machines.ts';

const HEADING = 'maker\tpart\tpage\tshape\twidth\theight\tcolumns\trows\tleft\ttop\tcolumn_spacing\trow_spacing\n';

describe('the catalogue of stock', () => {
  test('parses a row into size, grid, spacing and edges on all four sides', () => {
    const line = 'Avery\t5160\tLetter\t\t66.675\t25.4\t3\t10\t4.762\t12.7\t3.175\t0\n';
    expect(parseCatalogue(HEADING + line)).toEqual([
      {
        id: 'catalogue-Avery-5160',
        paper: 'Letter',
        maker: 'Avery',
        article: '5160',
        numbers: {
          width: 66.675,
          height: 25.4,
          columns: 3,
          rows: 10,
          columnSpacing: 3.175,
          rowSpacing: 0,
          paddingLeft: 4.762,
          paddingRight: 4.763,
          paddingTop: 12.7,
          paddingBottom: 12.7,
        },
      },
    ]);
  });

  test('labels rounded to more than their page have no edge; round labels are marked', () => {
    const [stock] = parseCatalogue(`${HEADING}HERMA\tx\tA4\tround\t70.2\t37\t3\t8\t0\t0\t0\t0\n`);
    expect(stock).toMatchObject({ shape: 'round', numbers: { paddingRight: 0, paddingBottom: 1 } });
  });

  test('every size in the table is valid for a label, with a maker and a unique number', async () => {
    const catalogue = await loadCatalogue();
    expect(catalogue.length).toBe(1476);
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
    const faults = catalogue.filter(
      ({ maker, article, numbers }) =>
        maker === '' || article === '' || NUMBER_FIELDS.some((field) => numberFault(field, numbers[field]) !== null),
    );
    expect(faults).toEqual([]);
  });

  test('merges groups of known makers without duplicate articles, and adds other makers', async () => {
    const groups = stockGroups([], null, await loadCatalogue());
    const articles = (maker: string): string[] =>
      groups.filter(({ name }) => name === maker).flatMap(({ stock }) => stock.map(({ article }) => article));
    expect(articles('Avery').filter((article) => article === 'L7160')).toHaveLength(1);
    expect(articles('Avery').length).toBeGreaterThan(300);
    expect(articles('Online Labels').length).toBeGreaterThan(100);
  });

  test('offers no sheets for a roll printer', async () => {
    const model = listMachines()[0]?.series[0]?.models[0] ?? expect.fail('there are no machines');
    const offered = stockGroups([], model, await loadCatalogue()).flatMap(({ stock }) => stock);
    expect(offered.filter(({ paper }) => paper !== 'roll')).toEqual([]);
  });
});

describe('the search for stock', () => {
  const TEXT = 'Avery L7160 · 63.5 × 38.1 mm · 3 × 7';
  test.each(['avery l7160', '7160', 'Avery 7160', '63.5 × 38.1', '3 avery', ' L7160 '])('finds %s', (typed) => {
    expect(isFoundBy(typed, TEXT)).toBe(true);
  });

  test.each(['herma', '7161', 'avery 5', '60 avery'])('does not find %s', (typed) => {
    expect(isFoundBy(typed, TEXT)).toBe(false);
  });
});
