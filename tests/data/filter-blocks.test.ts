import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPace } from '#data-worker/pace.ts';
import { openSheet } from '#data-worker/opened-sheet.ts';
import type { PlacedFilter } from '#data-worker/query/row-filter.ts';
import { TableView } from '#data-worker/query/table-view.ts';
import { CELL } from '#data-worker/table/cell-grid.ts';
import type { SheetTable } from '#data-worker/table/sheet-table.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { FilterTest } from '#protocol/table-query.ts';
import { createQueryGrid, DATE_STYLE } from '#tests/support/query-grid.ts';

/** More than two pages of the grid: whole ones, that are not copied, and a part of one. */
const ROWS = 9500;
const COLUMNS = ['No', 'Name', 'Kind', 'Mixed', 'Day'];

/** Row 0 has the headings; the rows of a page are mostly of one kind each. */
function createSheet(hidden: readonly number[]): SheetTable {
  const { grid, keep } = createQueryGrid();
  COLUMNS.forEach((name, column) => grid.set(0, column, CELL.text, keep(name), 0));
  for (let row = 1; row <= ROWS; row++) {
    grid.set(row, 0, CELL.number, (row * 7919) % 300, 0);
    grid.set(row, 1, CELL.text, keep(`Name ${(row * 31) % 5003}`), 0);
    grid.set(row, 2, CELL.text, keep(`kind${row % 7}`), 0);
    if (row % 5 === 0) grid.set(row, 3, CELL.error, keep('#N/A'), 0);
    else if (row % 3 > 0)
      grid.set(row, 3, row % 3 === 1 ? CELL.number : CELL.text, row % 3 === 1 ? row : keep('12'), 0);
    grid.set(row, 4, CELL.number, 45_000 + (row % 90), DATE_STYLE);
  }
  return new Proxy(grid, {
    get(target, name) {
      if (name === 'hiddenRows') return hidden.map((row) => [row, 1]);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const filter = fc.oneof(
  fc.record({ column: fc.constant(0), test: tests('is', 'isNot'), value: fc.constantFrom('7', '299', '7.0', 'x') }),
  fc.record({ column: fc.constant(0), test: tests('less', 'atLeast'), value: fc.nat(310).map(String) }),
  fc.record({ column: fc.constant(0), test: tests('contains'), value: fc.constantFrom('29', '0', 'e') }),
  fc.record({
    column: fc.constant(1),
    test: tests('contains', 'is'),
    value: fc.constantFrom('E 12', 'name 77', '3', ''),
  }),
  fc.record({ column: fc.constant(2), test: tests('is', 'isNot'), value: fc.constantFrom('KIND3', 'kind', 'edited') }),
  fc.record({ column: fc.constantFrom(2, 3), test: tests('empty', 'filled', 'error'), value: fc.constant('') }),
  fc.record({ column: fc.constant(3), test: tests('is', 'greater', 'contains'), value: fc.constantFrom('12', '5') }),
  fc.record({ column: fc.constant(4), test: tests('atMost', 'is'), value: fc.constant('2023-04-01') }),
);
function tests(...names: FilterTest[]): fc.Arbitrary<FilterTest> {
  return fc.constantFrom(...names);
}
const edits = fc.array(
  fc.record({
    row: fc.nat(ROWS - 1),
    column: fc.constantFrom(...COLUMNS),
    text: fc.constantFrom('', '7', 'kind3', 'edited', 'Name 12'),
  }),
  { maxLength: 60, size: 'max' },
);

test('filters keep the same rows as a check of each cell: in whole pages, across edits and hidden rows', async () => {
  const hiddenRows = fc.uniqueArray(fc.integer({ min: 1, max: ROWS }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.tuple(filter, filter), edits, hiddenRows, async (filters, changes, hidden) => {
      const sorted = hidden.toSorted((a, b) => a - b);
      const parsed = { name: 'S', hidden: false, table: createSheet(sorted) };
      const sheet = openSheet(parsed, sorted.length === 0 ? undefined : { hiddenRows: 'skip' });
      const { table } = sheet;
      const wanted = changes.filter(({ row }) => row < table.rowCount);
      expectOk(sheet.edit([...new Map(wanted.map((edit) => [`${edit.row} ${edit.column}`, edit])).values()]));
      const query = { search: '', searched: [], sort: [], language: 'en' };
      const view = new TableView(table, { ...query, filters });
      expectOk(await view.run(createPace(undefined), () => undefined));
      const found = Array.from({ length: view.ready }, (_, place) => view.rowAt(place));
      const expected: number[] = [];
      for (let row = 0; row < table.rowCount; row++) {
        const passes = filters.every((each) =>
          passesByText(each, table.text(row, each.column), table.isError(row, each.column)),
        );
        if (passes) expected.push(row);
      }
      expect(found).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

/** The same by the shown text; dates are shown as ISO here, so that their order is that of their texts. */
function passesByText({ column, test: asked, value }: PlacedFilter, text: string, isError: boolean): boolean {
  const folded = text.toLowerCase();
  const isValue =
    /^\d+$/.test(text) !== (column === 4) && !isError && text !== '' && (column !== 4 || /^\d{4}-/.test(text));
  const number = column === 4 ? Date.parse(text) : Number(text);
  const limit = column === 4 ? Date.parse(value) : Number(value);
  const isEqual = folded === value.toLowerCase() || (isValue && number === limit);
  switch (asked) {
    case 'contains':
      return folded.includes(value.toLowerCase());
    case 'is':
      return isEqual;
    case 'isNot':
      return !isEqual;
    case 'empty':
      return text === '';
    case 'filled':
      return text !== '';
    case 'error':
      return isError;
    case 'less':
      return isValue && number < limit;
    case 'atMost':
      return isValue && number <= limit;
    case 'greater':
      return isValue && number > limit;
    case 'atLeast':
      return isValue && number >= limit;
  }
}
