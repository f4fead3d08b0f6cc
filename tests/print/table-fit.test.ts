import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addElement } from '#editor/commands/add.ts';
import { addTable } from '#editor/commands/add-table.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { isTable } from '#model/elements/table/table-element.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { createTestEditor } from '#tests/editor/create-test-editor.ts';
import { createPrintFixture, createRecord } from './create-print-core-fixture.ts';

let fixture: Awaited<ReturnType<typeof createPrintFixture>>;
beforeAll(async () => {
  fixture = await createPrintFixture();
});
afterAll(() => fixture.core.dispose());

/** The print's messages about texts that do not fit their cells. */
async function overflows(template: Template): Promise<readonly string[]> {
  const { runId } = expectOk(await fixture.core.openRun({ template, dpi: 300 }));
  try {
    const { labels } = expectOk(await fixture.core.printRecords(runId, [createRecord(2, {})], 'print'));
    return labels.flatMap(({ problems }) => problems.map(({ problem }) => `${problem.code} ${problem.path ?? ''}`));
  } finally {
    await fixture.core.closeRun(runId);
  }
}

const TEXTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'a price list': [
    ['Article', 'Size', 'Price'],
    ['Olive oil extra virgin, cold pressed', '750 ml', '12.90'],
    ['Tea', '100 g', '4.50'],
  ],
  'a long text next to short ones': [
    ['No', 'Description of the goods', 'Net weight'],
    ['1', 'Stainless steel screws with hexagon socket, M8 x 40, property class A4-80, 100 pieces', '1.25 kg'],
  ],
  capitals: [
    ['WARNING', 'MAXIMUM WORKING LOAD LIMIT'],
    ['SWL', '1500 KG WWWWWWWWWW'],
  ],
  'several lines in a cell': [
    ['Ingredients', 'Wheat flour\nWater\nSalt\nYeast'],
    ['Weight', '500 g'],
  ],
  Chinese: [
    ['品名', '特级初榨橄榄油，冷压榨，原产地西班牙安达卢西亚'],
    ['净含量', '750 毫升'],
  ],
};

describe.each([
  [100, 80],
  [60, 40],
  [50, 30],
])('on a label of %d x %d mm', (widthMm, heightMm) => {
  const label = { widthMm, heightMm };

  test.each(Object.keys(TEXTS))('a table is made with room for its texts, inside the label: %s', async (name) => {
    const editor = createTestEditor([], label);
    editor.run(addTable(TEXTS[name] ?? [], { centreMm: { x: widthMm, y: 0 } }));
    const [table] = editor.state().template.elements;
    if (table === undefined || !isTable(table)) return expect.fail('no table');
    expect(await overflows(editor.state().template)).toEqual([]);
    const box = elementBox(table);
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(widthMm);
    expect(box.y + box.height).toBeLessThanOrEqual(heightMm);
  });

  test('a new table has room for a heading of two words in each cell', async () => {
    const editor = createTestEditor([], label);
    editor.run(addElement('table'));
    const [table] = editor.state().template.elements;
    if (table === undefined || !isTable(table)) return expect.fail('no table');
    const cells = table.cells.map((cell) => ({ ...cell, sources: [fixedText('Product name')] }));
    expect(await overflows({ ...editor.state().template, elements: [{ ...table, cells }] })).toEqual([]);
  });
});
