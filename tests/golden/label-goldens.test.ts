import { afterAll, beforeAll, test } from 'vitest';
import type { LabelSettings } from '#model/template/template.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import {
  columnSource,
  createLabelElements,
  createPrintFixture,
  createRecord,
} from '../print/create-print-core-fixture.ts';
import { createTestElement, TEST_ASSET } from '../support/create-elements.ts';
import { expectGoldens, writeGoldenPng, WRITING, type GoldenRelation } from './golden-file.ts';
import { GOLDEN_DPIS, goldenPage, goldenTemplate, OTHER_ASSET } from './golden-page.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});
afterAll(() => core.dispose());

/** Sheets at 600 dpi would show nothing more than these. */
const DPIS = GOLDEN_DPIS.slice(0, 2);
const RECORDS = ['4006381333931', '9780201379624', '5901234123457', '12345'].map((ean, i) =>
  createRecord(i + 2, { name: `名称 ${i + 1}`, ean }),
);
const SHEET: Partial<LabelSettings> = {
  rows: 2,
  columns: 2,
  rowSpacingMm: 2.3,
  columnSpacingMm: 3.1,
  paddingMm: { left: 1.7, right: 2.7, top: 1.1, bottom: 3.1 },
};
const TWO = [TEST_ASSET, OTHER_ASSET];
const BACKGROUND: Partial<LabelSettings> = { ...SHEET, canvases: TWO, background: TEST_ASSET, printBackground: true };

/** Each setting of a label, and the case that its sheet must differ from, or must equal. */
const CASES: readonly (readonly [
  name: string,
  settings: Partial<LabelSettings>,
  relation: Omit<GoldenRelation, 'name'>,
])[] = [
  ['sheet', SHEET, {}],
  ['rows', { ...SHEET, rows: 3 }, { differsFrom: 'sheet' }],
  ['columns', { ...SHEET, columns: 3 }, { differsFrom: 'sheet' }],
  ['rowSpacingMm', { ...SHEET, rowSpacingMm: 4 }, { differsFrom: 'sheet' }],
  ['columnSpacingMm', { ...SHEET, columnSpacingMm: 5 }, { differsFrom: 'sheet' }],
  ['padding left', { ...SHEET, paddingMm: { left: 3, right: 2.7, top: 1.1, bottom: 3.1 } }, { differsFrom: 'sheet' }],
  ['padding right', { ...SHEET, paddingMm: { left: 1.7, right: 0, top: 1.1, bottom: 3.1 } }, { differsFrom: 'sheet' }],
  ['padding top', { ...SHEET, paddingMm: { left: 1.7, right: 2.7, top: 4, bottom: 3.1 } }, { differsFrom: 'sheet' }],
  ['padding bottom', { ...SHEET, paddingMm: { left: 1.7, right: 2.7, top: 1.1, bottom: 0 } }, { differsFrom: 'sheet' }],
  ['widthMm', { ...SHEET, widthMm: 42 }, { differsFrom: 'sheet' }],
  ['heightMm', { ...SHEET, heightMm: 31 }, { differsFrom: 'sheet' }],
  ['name', { ...SHEET, name: 'Another' }, { sameAs: 'sheet' }],
  ['background', BACKGROUND, { differsFrom: 'sheet' }],
  ['background not printed', { ...BACKGROUND, printBackground: false }, { sameAs: 'sheet' }],
  ['another canvas page', { ...BACKGROUND, background: OTHER_ASSET }, { differsFrom: 'background' }],
  ['no canvas page chosen', { ...BACKGROUND, background: null }, { sameAs: 'sheet' }],
  ['more canvas pages', { ...BACKGROUND, canvases: [OTHER_ASSET, TEST_ASSET] }, { sameAs: 'background' }],
];

test('every setting of a label changes the sheet, to exactly the expected dots', async () => {
  const elements = [
    ...createLabelElements().filter((e) => e.type !== 'rectangle'),
    createTestElement('text', {
      sources: [columnSource('ean')],
      xMm: 30,
      yMm: 1,
      widthMm: 8,
      heightMm: 3,
      fontSize: 6,
    }),
  ];
  const painted: Record<string, string[]> = {};
  for (const [name, settings] of CASES) {
    const pages = [];
    for (const dpi of DPIS) pages.push(await goldenPage(core, goldenTemplate(elements, settings), dpi, RECORDS));
    painted[name] = pages.map((page) => page.hash);
    const [coarse] = pages;
    if (WRITING && name === 'background' && coarse !== undefined) writeGoldenPng('label', coarse.png);
  }
  expectGoldens(
    'label',
    painted,
    CASES.map(([name, , relation]) => ({ name, ...relation })),
  );
});
