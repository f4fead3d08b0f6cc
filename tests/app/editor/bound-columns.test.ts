import { expect, test } from 'vitest';
import { missingColumns, elementsByColumn, likelyColumn, renamedColumns } from '#app/editor/table/bound-columns.ts';
import { changeSources } from '#app/editor/data/bindings.ts';
import { PLAIN_NUMBERING } from '#model/data/row-numbering.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { contentsOf, type LabelElement } from '#model/elements/element.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { createTestEditor } from '#tests/editor/create-test-editor.ts';
import { createTestElement } from '#tests/support/create-elements.ts';

const INFO: SpreadsheetInfo = {
  connection: 'sha256:1',
  fileName: 'new.xlsx',
  text: null,
  sheets: [
    {
      name: 'Goods',
      hidden: false,
      columns: ['Name', 'Unit price', 'EAN-13'],
      rowCount: 3,
      numbering: PLAIN_NUMBERING,
      hiddenRowCount: 0,
      hiddenColumnCount: 0,
    },
  ],
};

function column(name: string, connection: string = INFO.connection): ColumnSource {
  return { type: 'column', connection, fileName: 'old.xlsx', sheet: 'Goods', column: name, firstValue: '1', text: '' };
}

function bound(element: LabelElement | undefined): readonly string[] {
  const [content] = element === undefined ? [] : contentsOf(element);
  return (content?.sources ?? []).flatMap((source) => (source.type === 'column' ? [source.column] : []));
}

test('lists the elements that use a column, and the missing columns', () => {
  const first = createTestElement('text', { sources: [column('Name'), column('Price')] });
  const second = createTestElement('barcode', { sources: [column('EAN13')] });
  const other = createTestElement('text', { sources: [column('Price', 'sha256:2')] });
  const elements = [first, second, other];
  expect([...elementsByColumn(elements, INFO, 'Goods')]).toEqual([
    ['Name', [first]],
    ['Price', [first]],
    ['EAN13', [second]],
  ]);
  expect(missingColumns(elements, INFO)).toEqual([
    { sheet: 'Goods', column: 'Price' },
    { sheet: 'Goods', column: 'EAN13' },
  ]);
  expect(likelyColumn('EAN13', ['Name', 'Unit price', 'EAN-13'])).toBe('EAN-13');
  expect(likelyColumn('Price', ['Name', 'Unit price', 'EAN-13'])).toBeNull();
  expect(likelyColumn('a b', ['A_B', 'ab'])).toBeNull();
});

test('renames several columns for all elements in one step', () => {
  const editor = createTestEditor([
    createTestElement('text', { sources: [column('Name'), column('Price')] }),
    createTestElement('barcode', { sources: [column('EAN13')] }),
    createTestElement('text', { sources: [column('Price')] }),
    createTestElement('text', { sources: [column('Price', 'sha256:2')] }),
  ]);
  const columns = (): readonly (readonly string[])[] => editor.state().template.elements.map(bound);
  const before = columns();
  editor.run(
    changeSources(
      renamedColumns(INFO, [
        { sheet: 'Goods', column: 'Price', to: 'Unit price' },
        { sheet: 'Goods', column: 'EAN13', to: 'EAN-13' },
      ]),
    ),
  );
  expect(columns()).toEqual([['Name', 'Unit price'], ['EAN-13'], ['Unit price'], ['Price']]);
  editor.undo();
  expect(columns()).toEqual(before);
});
