import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataSource } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { columnSource, createPrintFixture, createRecord } from './create-print-core-fixture.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});
afterAll(() => core.dispose());

const LABEL = { widthMm: 60, heightMm: 30 };
const ROWS = ['A1', 'B22', 'C 标签'].map((name, i) => createRecord(i + 2, { name }));

/** A text of a column, and two codes and another text that show `shown`. */
function labelWith(shown: (text: LabelElement) => readonly DataSource[]): readonly LabelElement[] {
  const text = createTestElement('text', { sources: [columnSource('name')], prefix: 'No. ', xMm: 2, yMm: 2 });
  const sources = shown(text);
  return [
    createTestElement('qrcode', { sources, xMm: 4, yMm: 10, widthMm: 15, heightMm: 15 }),
    text,
    createTestElement('qrcode', { sources, symbology: 'datamatrix', xMm: 25, yMm: 10, widthMm: 15, heightMm: 15 }),
    createTestElement('text', { sources, xMm: 45, yMm: 10 }),
  ];
}

interface Pages {
  readonly printed: readonly string[];
  readonly previewed: readonly string[];
  readonly thumbnail: string;
  readonly problems: readonly unknown[];
}

async function pagesOf(elements: readonly LabelElement[]): Promise<Pages> {
  const template = createTestTemplate(elements, LABEL);
  const { runId } = expectOk(await core.openRun({ template, dpi: 300 }));
  const previewed: string[] = [];
  for (const row of ROWS) previewed.push(base64(expectOk(await core.previewPage(runId, [row])).png));
  const { pages, labels } = expectOk(await core.printRecords(runId, ROWS, 'print'));
  await core.closeRun(runId);
  const thumbnail = base64(expectOk(await core.thumbnail(template, ROWS[1] ?? expect.fail(), 120)));
  const problems = labels.flatMap((label) => label.problems);
  return { printed: pages.map(({ png }) => base64(png)), previewed, thumbnail, problems };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

test('references print and preview the value of their element for each row, and are read back', async () => {
  const direct = await pagesOf(labelWith(() => [columnSource('name')]));
  const referred = await pagesOf(labelWith((text) => [{ type: 'reference', element: text.id, text: 'before' }]));
  expect(referred).toEqual(direct);
  expect(new Set(direct.printed).size).toBe(ROWS.length);
  expect(direct.problems).toEqual([]);
});
