import { describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { setSource } from '#editor/commands/sources.ts';
import { createTestEditor } from '#tests/editor/create-test-editor.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import {
  changeSources,
  columnNames,
  columnSource,
  matchingColumn,
  offeredSheets,
  reboundTo,
  rereadAs,
  sourcesBoundTo,
  unbindAll,
  withFirstValues,
} from '#app/editor/data/bindings.ts';
import type { SpreadsheetSession } from '#app/editor/session/spreadsheet-session.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { sourcesOf, type LabelElement } from '#model/elements/element.ts';
import { PLAIN_NUMBERING } from '#model/data/row-numbering.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';

function textElement(name: string, text: string): LabelElement {
  return createTestElement('text', { id: name as ElementId, name, sources: [fixedText(text)] });
}

function createInfo(connection: string, sheets: SpreadsheetInfo['sheets']): SpreadsheetInfo {
  return { connection, fileName: `${connection}.xlsx`, sheets, text: null };
}
const sheet = (name: string, columns: readonly string[], hidden = false) => ({
  name,
  hidden,
  columns,
  rowCount: 3,
  numbering: PLAIN_NUMBERING,
  hiddenRowCount: 0,
  hiddenColumnCount: 0,
});

describe('bindings', () => {
  test('hidden and empty sheets are not offered while there are others', () => {
    const info = createInfo('a', [sheet('Secret', ['X'], true), sheet('Empty', []), sheet('Rows', ['A'])]);
    expect(offeredSheets(info).map((s) => s.name)).toEqual(['Rows']);
    expect(offeredSheets(createInfo('a', [sheet('Secret', ['X'], true)])).map((s) => s.name)).toEqual(['Secret']);
  });

  test('binding keeps the fixed text so that it can be restored', () => {
    const editor = createTestEditor([textElement('text-one', 'Hello')]);
    const info = createInfo('a', [sheet('Rows', ['A'])]);
    const id = editor.state().template.elements[0]?.id;
    if (id === undefined) throw new Error('no element');
    editor.run(setSource({ id, content: 0 }, 0, columnSource(info, 'Rows', 'A', 'first', 'Hello')));
    expect(sourcesBoundTo(editor.state().template.elements, { connection: 'a' })).toHaveLength(1);
    editor.run(unbindAll({ connection: 'a' }));
    expect(editor.state().template.elements.flatMap(sourcesOf)).toEqual([{ type: 'fixed', text: 'Hello' }]);
    editor.undo();
    expect(sourcesBoundTo(editor.state().template.elements, { connection: 'a' })).toHaveLength(1);
  });

  test('another file replaces a missing one everywhere, in one undo entry, and guesses no column', async () => {
    const old = createInfo('old', [sheet('Rows', ['A', 'B'])]);
    const editor = createTestEditor([textElement('text-one', 'x'), textElement('text-two', 'y')]);
    const ids = editor.state().template.elements.map((e) => e.id);
    for (const [i, id] of ids.entries()) {
      editor.run(setSource({ id, content: 0 }, 0, columnSource(old, 'Rows', i === 0 ? 'A' : 'B', '1', '')));
    }
    const other = createInfo('new', [sheet('First', ['A'])]);
    const { elements } = editor.state().template;
    const firstRow: SpreadsheetSession['firstRow'] = async ({ connection }, name, columns) =>
      columns.map((column) => [connection, name, column].join());
    editor.run(
      changeSources(await withFirstValues(reboundTo({ connection: 'old' }, other), other, elements, { firstRow })),
    );
    const sources = sourcesBoundTo(editor.state().template.elements, { connection: 'new' });
    // The file keeps the first value of a column that is bound now; a missing column keeps its own.
    expect(sources.map((s) => [s.sheet, s.column, s.fileName, s.firstValue])).toEqual([
      ['First', 'A', 'new.xlsx', 'new,First,A'],
      ['First', 'B', 'new.xlsx', '1'],
    ]);
    editor.undo();
    expect(sourcesBoundTo(editor.state().template.elements, { connection: 'old' })).toHaveLength(2);
  });

  test('reading the same file with other settings gives other first values, in each form that is used', async () => {
    const info = createInfo('a', [sheet('Rows', ['A', 'B'])]);
    const to = { ...createInfo('a', [sheet('Rows', ['X', 'B'])]), reading: { skippedRows: 1 } };
    const shown = columnSource(info, 'Rows', 'A', 'old', '');
    const stored = { ...shown, asStored: true };
    const named = columnSource(info, 'Rows', 'B', 'old', '');
    const elements = [shown, stored].map((source) => createTestElement('text', { sources: [source] }));
    const formula = createTestElement('text', {
      sources: [
        { type: 'expression', formula: '{B}', operands: [{ name: 'B', source: named }], lastValue: '', text: '' },
      ],
    });
    const editor = createTestEditor([...elements, formula]);
    const firstRow: SpreadsheetSession['firstRow'] = async (_info, _name, columns) =>
      columns.map((each) => JSON.stringify(each));
    const { template } = editor.state();
    editor.run(changeSources(await withFirstValues(rereadAs(info, to), to, template.elements, { firstRow })));
    expect(sourcesBoundTo(editor.state().template.elements, to).map((s) => [s.column, s.firstValue])).toEqual([
      ['X', '"X"'],
      ['X', '{"column":"X","form":"stored"}'],
      ['B', '"B"'],
    ]);
  });
});

test('a bound column shows its position among sheets and columns, also after another file or another reading', () => {
  const before = createInfo('a', [sheet('Cover', ['X']), sheet('Rows', ['A', 'B'])]);
  const bound = columnSource(before, 'Rows', 'B', '', '');
  expect(bound.unknown?.attributes).toEqual({ SheetIndex: '[1,1]' });
  const kept = { ...bound, unknown: { attributes: { SheetIndex: '[1,1]', ConnectionData: '[["x"]]', Future: 'y' } } };
  const after = createInfo('b', [sheet('Rows', ['B', 'A'])]);
  const attributes = { SheetIndex: '[0,0]', Future: 'y' };
  expect(reboundTo(before, after)(kept)).toMatchObject({ connection: 'b', unknown: { attributes } });
  const reread = createInfo('a', [sheet('Cover', ['X']), sheet('Rows', ['Number', 'Name'])]);
  expect(rereadAs(before, reread)(bound)).toMatchObject({
    column: 'Name',
    unknown: { attributes: { SheetIndex: '[1,1]' } },
  });
  // A missing column has no position.
  expect(reboundTo(before, { ...after, sheets: [sheet('Rows', ['A'])] })(bound)).not.toHaveProperty('unknown');
});

describe('the proposed column', () => {
  const columns = ['Article no.', 'Product name', 'unit-price', 'Price EUR', 'EAN 13', 'Postcode'];

  test.each([
    ['Unit Price', 'unit-price'],
    ['price', 'unit-price'],
    ['Name', 'Product name'],
    ['Price EUR incl. VAT', 'Price EUR'],
    ['Weight', undefined],
    ['Text', undefined],
    ['…', undefined],
  ])('for %s is %s', (name, column) => {
    expect(matchingColumn(columns, [name])).toBe(column);
  });

  test('has the same name if there is one, else a similar name, whichever name that is', () => {
    expect(matchingColumn(['Name of shop', 'Shop'], ['name', 'shop'])).toBe('Shop');
  });

  test('is found by the text, by the element name without its number, and for codes by usual column names', () => {
    expect(columnNames({ type: 'text', name: 'Price 12' }, 'Text')).toEqual(['Text', 'Price']);
    const names = columnNames({ type: 'barcode', name: 'Barcode1' }, '0123456789');
    expect(matchingColumn(columns, names)).toBe('EAN 13');
  });
});
