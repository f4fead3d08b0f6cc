import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { LabelOutcome, RunSetup } from '#protocol/render.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { columnSource, createPrintFixture, createRecord } from './create-print-core-fixture.ts';

const LABEL = { widthMm: 40, heightMm: 30 };

let fixture: Awaited<ReturnType<typeof createPrintFixture>>;
beforeAll(async () => {
  fixture = await createPrintFixture();
});
afterAll(() => fixture.core.dispose());

async function print(
  elements: readonly LabelElement[],
  records: readonly DataRecord[],
  setup: Partial<RunSetup> = {},
): Promise<{ readonly labels: readonly LabelOutcome[]; readonly pages: number }> {
  const template = createTestTemplate(elements, LABEL);
  const { runId } = expectOk(await fixture.core.openRun({ template, dpi: 300, ...setup }));
  try {
    const { labels, pages } = expectOk(await fixture.core.printRecords(runId, records, 'print'));
    return { labels, pages: pages.length };
  } finally {
    await fixture.core.closeRun(runId);
  }
}

const name = (fields: Partial<Parameters<typeof createTestElement<'text'>>[1]> = {}): LabelElement =>
  createTestElement('text', { sources: [columnSource('name')], xMm: 2, yMm: 2, widthMm: 30, fontSize: 16, ...fields });

const ROWS = [
  createRecord(2, { name: 'Short' }),
  createRecord(3, { name: 'A name that is far too long for the label' }),
];

describe('text that is cut off at the edge of the label', () => {
  test('rejects its row by name, and no other', async () => {
    const { labels, pages } = await print([name()], ROWS);
    expect(labels.map(({ row, verified }) => [row, verified])).toEqual([
      [2, true],
      [3, false],
    ]);
    const [found] = labels[1]?.problems ?? [];
    expect(found).toMatchObject({ problem: { code: 'text.cutOff' } });
    expect(Number(found?.problem.params?.['mm'])).toBeGreaterThan(10);
    expect(pages).toBe(1);
  });

  test('is printed with a warning if the run allows it', async () => {
    const { labels, pages } = await print([name()], ROWS, { overflow: 'allow' });
    expect(labels.map((label) => label.verified)).toEqual([true, true]);
    expect(labels[1]?.warnings).toMatchObject([{ problem: { code: 'text.cutOff' } }]);
    expect(pages).toBe(2);
  });

  test.each(ROTATIONS)('is found at any rotation of the text: %i', async (rotation) => {
    const outside = name({ rotation, xMm: 30, yMm: 26, sources: [fixedText('Outside of it')] });
    const { labels } = await print([outside], [ROWS[0] as DataRecord]);
    expect(labels[0]?.problems).toMatchObject([{ elementId: outside.id, problem: { code: 'text.cutOff' } }]);
  });

  test('is found when only the canvas mirror is outside, and reported once', async () => {
    const mirrored = name({ canvasMirror: true, xMm: -12, sources: [fixedText('Half outside of it')] });
    const { labels } = await print([mirrored], [ROWS[0] as DataRecord]);
    expect(labels[0]?.problems.map(({ problem }) => problem.code)).toEqual(['text.cutOff']);
  });

  test('empty space of a line beyond the edge is not text: a row without ink there is printed', async () => {
    // The line is higher than its letters: its box extends beyond the label, the ink does not.
    const low = name({ yMm: 25.2, heightMm: 6, sources: [fixedText('xxx')] });
    const { labels } = await print([low], [ROWS[0] as DataRecord]);
    expect(labels[0]?.problems).toEqual([]);
  });

  test('shapes and images may bleed', async () => {
    const bleeding = createTestElement('rectangle', { xMm: -2, yMm: -2, widthMm: 44, heightMm: 34, filled: true });
    const { labels } = await print([bleeding], [ROWS[0] as DataRecord]);
    expect(labels[0]?.verified).toBe(true);
  });

  test('applies to exports too', async () => {
    const template = createTestTemplate([name()], LABEL);
    const opened = expectOk(await fixture.core.openExport({ template, dpi: 300, format: 'png' }));
    const { labels, pieces } = expectOk(await fixture.core.exportRecords(opened.runId, ROWS, true));
    expect(labels.map((label) => label.verified)).toEqual([true, false]);
    expect(pieces).toHaveLength(1);
  });
});

describe('text that does not fit its table cell', () => {
  const table = (): LabelElement => {
    const made = createTestElement('table', { xMm: 2, yMm: 2 });
    const cells = made.cells.map((cell, i) => (i === 0 ? { ...cell, sources: [columnSource('name')] } : cell));
    return { ...made, cells };
  };
  const long = createRecord(7, { name: 'word '.repeat(200) });

  test('rejects its row with the cell, or is a warning if the run allows it', async () => {
    const refused = await print([table()], [long], { dpi: 203 });
    expect(refused.labels[0]).toMatchObject({
      row: 7,
      verified: false,
      problems: [{ problem: { code: 'table.textOverflow', path: '1,1' } }],
    });
    const allowed = await print([table()], [long], { overflow: 'allow' });
    expect(allowed.labels[0]).toMatchObject({
      verified: true,
      warnings: [{ problem: { code: 'table.textOverflow', path: '1,1' } }],
    });
  });
});
