import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedText, type DataSource } from '#model/elements/base/content.ts';
import { sourcesOf } from '#model/elements/element.ts';
import { mergeCells, splitCell, withPenWidth, withTableSize } from '#model/elements/table/table-cells.ts';
import { cellGrid, type TableElement } from '#model/elements/table/table-element.ts';
import { deleteLine, insertLine, resizeLine } from '#model/elements/table/table-lines.ts';
import { expectOk, type Result } from '#model/kernel/result.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestTemplate } from '../support/create-elements.ts';
import { createTestTable } from '../support/create-table.ts';
import { anyElementOf } from '../support/element-arbitraries.ts';

const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);
const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0);
const textsOf = (table: TableElement): string[] => table.cells.map((c) => c.sources.map((s) => s.text).join('|'));
const spansOf = (table: TableElement): string[] =>
  table.cells.map((c) => `${c.row},${c.column} ${c.rowSpan}x${c.columnSpan}`);

/** Cells cover the grid exactly, and the box is as large as the lines and one pen. */
function expectSound(table: TableElement): void {
  const rows = table.rowHeightsMm.length;
  const columns = table.columnWidthsMm.length;
  expect(cellGrid(rows, columns, table.cells)).not.toBeNull();
  expect(table.widthMm).toBeCloseTo(sum(table.columnWidthsMm) + table.penWidthMm, 6);
  expect(table.heightMm).toBeCloseTo(sum(table.rowHeightsMm) + table.penWidthMm, 6);
}

describe('any row of edits', () => {
  const edit = fc.record({
    kind: fc.constantFrom('merge', 'split', 'insert', 'delete', 'resize', 'pen', 'box'),
    axis: fc.constantFrom('row' as const, 'column' as const),
    at: fc.nat(11),
    cells: fc.array(fc.nat(30), { maxLength: 6 }),
    sizeMm: fc.integer({ min: 500, max: 40_000 }).map((v) => v / 1000),
  });

  test('leaves cells that cover the grid exactly, a box that fits, and a file that reads back', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
        let table = createTestTable([
          ['a', 'b', 'c'],
          ['d', 'e', 'f'],
          ['g', 'h', 'i'],
        ]);
        for (const { kind, axis, at, cells, sizeMm } of edits) {
          const lines = axis === 'row' ? table.rowHeightsMm.length : table.columnWidthsMm.length;
          const before = table;
          const outcome = ((): Result<TableElement> => {
            switch (kind) {
              case 'merge':
                return mergeCells(table, cells.length > 2 ? cells : neighbours(table, at));
              case 'split':
                return splitCell(table, at % table.cells.length);
              case 'insert':
                return insertLine(table, axis, at % (lines + 1));
              case 'delete':
                return deleteLine(table, axis, at % lines);
              case 'resize':
                return resizeLine(table, axis, at % lines, sizeMm);
              case 'pen':
                return { ok: true, value: withPenWidth(table, 0.3 + (at % 10) / 10) };
              case 'box':
                return { ok: true, value: withTableSize(table, 30 + sizeMm, 40 + sizeMm) };
            }
          })();
          if (outcome.ok) table = outcome.value;
          expectSound(table);
          if (kind !== 'delete' && kind !== 'split') expect(joinedTexts(table)).toBe(joinedTexts(before));
        }
        const template = createTestTemplate([table]);
        expect(readTemplate(writeTemplate(template))).toEqual({ ok: true, value: template });
      }),
      { numRuns: 200 },
    );
  });

  /** A cell and all those to its right in the same row, if they are single. */
  function neighbours(table: TableElement, at: number): number[] {
    const row = at % table.rowHeightsMm.length;
    return table.cells.flatMap((c, i) => (c.row === row && c.rowSpan === 1 ? [i] : []));
  }
  /** The content of all cells, in any order. */
  function joinedTexts(table: TableElement): string {
    return [...textsOf(table).join('')]
      .filter((c) => c !== '\n')
      .toSorted()
      .join('');
  }
});

describe('merging', () => {
  test('joins the contents of the cells, in their order, and splits again to single cells', () => {
    const table = createTestTable([
      ['a', ''],
      ['c', 'd'],
    ]);
    const merged = expectOk(mergeCells(table, [3, 0, 1, 2]));
    expect(spansOf(merged)).toEqual(['0,0 2x2']);
    expect(textsOf(merged)).toEqual(['a\nc\nd']);
    const split = expectOk(splitCell(merged, 0));
    expect(spansOf(split)).toEqual(spansOf(table));
    expect(textsOf(split)).toEqual(['a\nc\nd', '', '', '']);
  });

  test('keeps the data source of every cell', () => {
    const column: DataSource = {
      type: 'column',
      connection: 'sha256:00',
      fileName: 'a.xlsx',
      sheet: 'S',
      column: 'Price',
      firstValue: '1',
      text: '',
    };
    const table = createTestTable([['a', 'b']]);
    const bound = { ...table, cells: table.cells.map((c, i) => (i === 1 ? { ...c, sources: [column] } : c)) };
    const merged = expectOk(mergeCells(bound, [0, 1]));
    expect(sourcesOf(merged)).toEqual([fixedText('a'), fixedText('\n'), column]);
  });

  test.each([
    ['one cell', [0], 'table.mergeTwo'],
    ['the same cell twice', [2, 2], 'table.mergeTwo'],
    ['a corner and its opposite', [0, 4], 'table.mergeRectangle'],
    ['an L', [0, 1, 3], 'table.mergeRectangle'],
    ['two rows', [0, 1, 2, 3, 4, 5], 'ok'],
  ])('%s: %s', (_, cells, code) => {
    const table = createTestTable([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]);
    expect(codeOf(mergeCells(table, cells))).toBe(code);
  });

  test('a single cell cannot be split', () => {
    expect(codeOf(splitCell(createTestTable([['a']]), 0))).toBe('table.notMerged');
  });
});

describe('rows and columns', () => {
  const merged = expectOk(
    mergeCells(
      createTestTable([
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
      ]),
      [0, 2],
    ),
  );

  test('a row inserted into a merged cell extends it; elsewhere there are new cells', () => {
    const inside = expectOk(insertLine(merged, 'row', 1));
    expect(spansOf(inside)).toEqual(['0,0 3x1', '0,1 1x1', '1,1 1x1', '2,1 1x1', '3,0 1x1', '3,1 1x1']);
    const below = expectOk(insertLine(merged, 'row', 2));
    expect(spansOf(below)).toEqual(['0,0 2x1', '0,1 1x1', '1,1 1x1', '2,0 1x1', '2,1 1x1', '3,0 1x1', '3,1 1x1']);
    expect(below.heightMm).toBeCloseTo(merged.heightMm + 10, 6);
  });

  test('a row removed from a merged cell shortens it, and its text stays', () => {
    const left = expectOk(deleteLine(merged, 'row', 0));
    expect(spansOf(left)).toEqual(['0,0 1x1', '0,1 1x1', '1,0 1x1', '1,1 1x1']);
    expect(textsOf(left)).toEqual(['a\nc', 'd', 'e', 'f']);
  });

  test('a column takes the style of the one before it', () => {
    const table = createTestTable([['a', 'b']]);
    const bold = {
      ...table,
      cells: table.cells.map((c) => ({ ...c, style: { ...c.style, bold: c.column === 0 } })),
    };
    const wider = expectOk(insertLine(bold, 'column', 1));
    expect(wider.cells.map((c) => c.style.bold)).toEqual([true, true, false]);
    expect(textsOf(wider)).toEqual(['a', '', 'b']);
  });

  test('the last row and the last column stay', () => {
    const single = createTestTable([['a']]);
    expect(codeOf(deleteLine(single, 'row', 0))).toBe('table.lastRow');
    expect(codeOf(deleteLine(single, 'column', 0))).toBe('table.lastColumn');
  });

  test.each([
    [0.49, 'table.cellTooSmall', 20],
    [Number.NaN, 'table.cellTooSmall', 20],
    [0.5, 'ok', 1],
    [33.3334, 'ok', 33.333],
  ])('a column of %f mm: %s', (size, code, width) => {
    const table = createTestTable([['a', 'b']]);
    const resized = resizeLine(table, 'column', 0, size);
    expect(codeOf(resized)).toBe(code);
    expect((resized.ok ? resized.value : table).columnWidthsMm).toEqual([width, 20]);
  });
});

test('another box scales the lines so that they add up to it exactly', () => {
  fc.assert(
    fc.property(anyElementOf('table'), fc.integer({ min: 20_000, max: 300_000 }), (element, micrometres) => {
      if (element.type !== 'table') throw new Error('a table');
      const scaled = withTableSize(element, micrometres / 1000, micrometres / 500);
      expectSound(scaled);
      expect(scaled.columnWidthsMm).toHaveLength(element.columnWidthsMm.length);
    }),
  );
});

describe('the file', () => {
  const xml = writeTemplate(
    createTestTemplate([
      expectOk(
        mergeCells(
          createTestTable([
            ['a', 'b'],
            ['c', 'd'],
          ]),
          [0, 1],
        ),
      ),
    ]),
  );

  test('has the names of the specification', () => {
    expect(xml).toContain('Row="2" Column="2" CellWidth="20,20" CellHeight="10,10" PenWidth="1"');
    expect(xml).toContain('NormalText="a&#xa;b" LocaltionStart="1,1" LocaltionEnd="1,2" Width="40" Height="10"');
  });

  test.each([
    ['cells over each other', 'LocaltionStart="2,1" LocaltionEnd="2,1"', 'LocaltionStart="1,2" LocaltionEnd="2,2"'],
    ['a cell outside', 'LocaltionEnd="2,2"', 'LocaltionEnd="2,3"'],
    ['a cell that ends before it begins', 'LocaltionEnd="1,2"', 'LocaltionEnd="0,2"'],
    ['a place that is none', 'LocaltionStart="2,2"', 'LocaltionStart="two"'],
    // Takes minutes if blanks can match in two places.
    ['a place of 100,000 blanks', 'LocaltionStart="2,2"', `LocaltionStart="${' '.repeat(100_000)}x"`],
    ['too few widths', 'CellWidth="20,20"', 'CellWidth="20"'],
    ['a width of nothing', 'CellWidth="20,20"', 'CellWidth="20,0"'],
    ['a height in words', 'CellHeight="10,10"', 'CellHeight="10,ten"'],
    ['a bad look of a cell', 'FontSize="18"', 'FontSize="large"'],
    ['half a row', 'Row="2"', 'Row="1.5"'],
    ['no rows', 'Row="2"', 'Row="0"'],
    ['more columns than can be', 'Column="2"', 'Column="201"'],
  ])('%s: kept as an element that cannot be read', (_, from, to) => {
    expect(xml).toContain(from);
    const changed = xml.replace(from, to);
    const read = expectOk(readTemplate(changed));
    expect(read.elements[0]).toMatchObject({ type: 'unknown', fileType: 'Table', fault: { value: expect.anything() } });
    expect(sorted(writeTemplate(read))).toEqual(sorted(changed));
  });

  test('a value of a cell beyond its limits is set to the limit, reported, and kept until it is changed', () => {
    const changed = xml.replace('FontSize="18"', 'FontSize="1000"');
    const notices: string[] = [];
    const read = expectOk(readTemplate(changed, (notice) => notices.push(notice.code)));
    const [table] = read.elements;
    expect(table?.type === 'table' && table.cells[0]?.style.fontSize).toBe(100);
    expect(notices).toEqual(['template.keptValue']);
    expect(writeTemplate(read)).toBe(changed);
  });

  test('a position missing in the file is an empty cell', () => {
    const read = expectOk(readTemplate(xml.replace(/<DataSource [^>]*LocaltionStart="2,1"[^>]*\/>/, '')));
    const [table] = read.elements;
    expect(table?.type === 'table' && textsOf(table)).toEqual(['a\nb', '', 'd']);
  });
});

/** The content of a file, in any order of attributes. */
function sorted(xml: string): readonly string[] {
  return xml.split(/\s+|\/?>/).toSorted();
}
