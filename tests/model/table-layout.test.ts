import { describe, expect, test } from 'vitest';
import { fixedText, type ColumnSource } from '#model/elements/base/content.ts';
import type { DisplayOp, GroupOp } from '#model/elements/base/display-op.ts';
import type { ElementLayout } from '#model/elements/base/layout.ts';
import { contentsOf, sourcesOf, withContents, type LabelElement } from '#model/elements/element.ts';
import { layoutElement } from '#model/elements/layouts.ts';
import { mergeCells } from '#model/elements/table/table-cells.ts';
import type { CellStyle, TableElement } from '#model/elements/table/table-element.ts';
import { fieldKey, NO_RECORD, type DataRecord } from '#model/data/record.ts';
import { rebindColumns } from '#model/data/rebind.ts';
import { boundTables } from '#model/data/tables.ts';
import { expectOk } from '#model/kernel/result.ts';
import { composeElement } from '#model/page/compose.ts';
import { createTestContext, createTestTemplate } from '../support/create-elements.ts';
import { createTestTable } from '../support/create-table.ts';

const context = createTestContext();
const layout = (table: TableElement): ElementLayout => layoutElement(table, textsOf(table), context);
const textsOf = (table: TableElement): string[] => table.cells.map((c) => c.sources.map((s) => s.text).join(''));
const groups = (ops: readonly DisplayOp[]): readonly GroupOp[] => ops.filter((op) => op.type === 'group');
/** x, y, width, height. */
const bars = (ops: readonly DisplayOp[]): number[][] =>
  ops.flatMap((op) => (op.type === 'rect' ? [[op.rect.x, op.rect.y, op.rect.width, op.rect.height]] : []));

function styled(table: TableElement, index: number, fields: Partial<CellStyle>): TableElement {
  return {
    ...table,
    cells: table.cells.map((c, i) => (i === index ? { ...c, style: { ...c.style, ...fields } } : c)),
  };
}

/** Positions of the glyphs of the first text, in mm of the table. */
function firstGlyphs(ops: readonly DisplayOp[]): { xs: number[]; ys: number[]; ink: string } {
  const [group] = groups(ops);
  const op = group?.ops.find((o) => o.type === 'glyphs');
  if (group === undefined || op?.type !== 'glyphs') throw new Error('no text');
  const { a, d, e, f } = group.transform;
  const [...p] = op.run.positions;
  return {
    xs: p.filter((_, i) => i % 2 === 0).map((x) => a * x + e),
    ys: p.filter((_, i) => i % 2 === 1).map((y) => d * y + f),
    ink: op.ink,
  };
}

describe('lines', () => {
  test('surround every cell, in one segment each', () => {
    const table = createTestTable([
      ['', ''],
      ['', ''],
    ]);
    expect(bars(layout(table).ops)).toEqual([
      [0, 0, 41, 1],
      [0, 10, 41, 1],
      [0, 20, 41, 1],
      [0, 0, 1, 21],
      [20, 0, 1, 21],
      [40, 0, 1, 21],
    ]);
  });

  test('leave merged cells free', () => {
    const table = expectOk(
      mergeCells(
        createTestTable([
          ['', '', ''],
          ['', '', ''],
        ]),
        [1, 2, 4, 5],
      ),
    );
    expect(bars(layout(table).ops)).toEqual([
      [0, 0, 61, 1],
      [0, 10, 21, 1],
      [0, 20, 61, 1],
      [0, 0, 1, 21],
      [20, 0, 1, 21],
      [60, 0, 1, 21],
    ]);
  });

  test('scale with the box', () => {
    const table = { ...createTestTable([['', '']]), widthMm: 81, heightMm: 21 };
    expect(bars(layout(table).ops)).toEqual([
      [0, 0, 81, 1],
      [0, 20, 81, 1],
      [0, 0, 1, 21],
      [40, 0, 1, 21],
      [80, 0, 1, 21],
    ]);
  });
});

describe('text', () => {
  // Two characters of half an em of 4.5 mm; a line is 1.2 em high, its baseline 1 em below its top. The cell is free
  // from 1 to 20 and from 1 to 10 mm, less 0.5 mm on both sides of the text.
  const table = createTestTable([['ab', '']]);

  test('is next to the line, in the middle of the height', () => {
    const { xs, ys, ink } = firstGlyphs(layout(table).ops);
    expect(xs[0]).toBeCloseTo(1.5, 6);
    expect(ys[0]).toBeCloseTo(1 + (9 - 5.4) / 2 + 4.5, 6);
    expect(ink).toBe('black');
  });

  test('is aligned in its cell when it does not wrap', () => {
    const xOf = (align: CellStyle['align']): number | undefined =>
      firstGlyphs(layout(styled(table, 0, { align, autoWrap: false })).ops).xs[0];
    expect(xOf('left')).toBeCloseTo(1.5, 6);
    expect(xOf('center')).toBeCloseTo(10.5 - 2.25, 6);
    expect(xOf('right')).toBeCloseTo(19.5 - 4.5, 6);
  });

  test('of an anti-mirror cell is white on a cell that is black to its lines', () => {
    const { ops } = layout(styled(table, 0, { antiMirror: true }));
    expect(bars(ops)[0]).toEqual([0, 0, 21, 11]);
    expect(firstGlyphs(ops).ink).toBe('white');
    expect(firstGlyphs(layout(styled(table, 1, { antiMirror: true })).ops).ink).toBe('black');
  });

  test('of a mirrored cell is mirrored about the center of its cell', () => {
    const plain = firstGlyphs(layout(table).ops);
    const mirrored = firstGlyphs(layout(styled(table, 0, { mirror: true })).ops);
    expect(mirrored.xs).toEqual(plain.xs.map((x) => expect.closeTo(21 - x, 5)));
    expect(mirrored.ys).toEqual(plain.ys);
  });

  test('that does not fit omits its last lines, and names the cell', () => {
    const long = createTestTable([['', 'one two three four five six']]);
    const { ops, overflows, problems } = layout(long);
    expect(groups(ops)[0]?.ops.filter((op) => op.type === 'glyphs')).toHaveLength(1);
    expect(overflows).toEqual([{ code: 'table.textOverflow', path: '1,2' }]);
    expect(problems).toEqual([]);
    expect(layout(styled(long, 1, { fontSize: 6 })).overflows).toEqual([]);
  });

  test('with a character that no font has rejects the label, with the name of the cell', () => {
    const table3 = createTestTable([['ok'], ['😀']]);
    const composed = composeElement(table3, NO_RECORD, context);
    expect(composed.problems).toMatchObject([
      {
        elementId: table3.id,
        elementName: `${table3.name} (2,1)`,
        problem: { code: 'text.missingGlyph', path: '2,1' },
      },
    ]);
  });
});

describe('data', () => {
  const column = (name: string): ColumnSource => ({
    type: 'column',
    connection: 'sha256:00',
    fileName: 'prices.xlsx',
    sheet: 'S',
    column: name,
    firstValue: `old ${name}`,
    text: '',
  });
  const table = createTestTable([
    ['Name', ''],
    ['Price', ''],
  ]);
  const bound: LabelElement = withContents(table, [
    [fixedText('Name')],
    [column('Name')],
    [fixedText('Price')],
    [fixedText('€ '), column('Price')],
  ]);
  const record = (values: Readonly<Record<string, string>>): DataRecord => ({
    row: 2,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [fieldKey(column(name)), value])),
  });
  const said = (ops: readonly DisplayOp[]): string[] =>
    groups(ops).map((g) => g.ops.map((op) => (op.type === 'glyphs' ? op.run.text : '')).join(''));

  test('of every cell is part of the bindings of the template', () => {
    expect(contentsOf(bound).map((c) => c.place)).toEqual(['1,1', '1,2', '2,1', '2,2']);
    expect(boundTables(createTestTemplate([bound]))).toMatchObject([{ sheet: 'S', columns: ['Name', 'Price'] }]);
    const other = rebindColumns(createTestTemplate([bound]), {
      connection: 'sha256:11',
      fileName: 'new.xlsx',
      sheetFor: () => 'T',
    });
    expect(boundTables(other)).toMatchObject([{ connection: 'sha256:11', sheet: 'T', columns: ['Name', 'Price'] }]);
    expect(other.elements.flatMap(sourcesOf).filter((s) => s.type === 'fixed')).toHaveLength(3);
  });

  test('of a record is in its cells', () => {
    const composed = composeElement(bound, record({ Name: 'Tea', Price: '12' }), context);
    expect(said(composed.item.ops)).toEqual(['Name', 'Tea', 'Price', '€ 12']);
    expect(composed).toMatchObject({ problems: [], placeholder: false });
  });

  test('that is missing rejects the label with the name of its cell, and shows the content from when it was bound', () => {
    const composed = composeElement(bound, record({ Price: '12' }), context);
    expect(said(composed.item.ops)[1]?.replaceAll(' ', '')).toBe('oldName');
    expect(composed.placeholder).toBe(true);
    expect(composed.problems).toMatchObject([
      { elementName: `${bound.name} (1,2)`, problem: { code: 'data.notConnected', path: '1,2' } },
    ]);
  });
});
