import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { TextMeasure } from '#model/elements/base/layout.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import { INDUSTRIES, LANGUAGES } from '#protocol/api.ts';
import { designFaults } from '#build/design-faults.ts';
import { openPrintCore, paintDesign } from '#build/paint-designs.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { buildDesign, DESIGNS } from '#server/content/drawing/catalog.ts';
import { designFile } from '#server/content/designs/library.ts';

const ALL = INDUSTRIES.flatMap((industry) => DESIGNS[industry]);

let core: PrintCore;
let measure: TextMeasure;
beforeAll(async () => {
  ({ core, measure } = await openPrintCore());
});
afterAll(() => core.dispose());

test('there are at least 80 ready designs, seven or more of each of twelve industries', () => {
  expect(INDUSTRIES).toHaveLength(12);
  for (const industry of INDUSTRIES) expect(DESIGNS[industry].length, industry).toBeGreaterThanOrEqual(7);
  expect(ALL.length).toBeGreaterThanOrEqual(80);
  expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
  for (const { id, widthMm, heightMm } of ALL) expect(id).toMatch(new RegExp(`-${widthMm}x${heightMm}$`));
});

test('no name occurs twice in an industry, in any language', () => {
  for (const industry of INDUSTRIES) {
    for (const [i] of LANGUAGES.entries()) {
      const names = DESIGNS[industry].map(({ name }) => name[i]);
      expect(new Set(names).size, `${industry}: ${names.join(', ')}`).toBe(names.length);
    }
  }
});

describe.each(LANGUAGES.flatMap((language) => [203, 300].map((dpi) => ({ language, dpi }))))(
  'in $language at $dpi dpi',
  ({ language, dpi }) => {
    test.each(INDUSTRIES)('all of %s prints, reads back and is well laid out', async (industry) => {
      const wrong: string[] = [];
      for (const design of DESIGNS[industry]) {
        const template = buildDesign(design, language);
        const { label } = await paintDesign(core, template, dpi);
        for (const { symbology, decoded, expected, grade } of label.symbols) {
          const isGood = decoded === expected && (grade === 'A' || grade === 'B');
          if (!isGood) wrong.push(`${design.id}: ${symbology} ${String(grade)} reads ${String(decoded)}`);
        }
        for (const { elementName, problem } of [...label.problems, ...label.warnings]) {
          wrong.push(`${design.id}: ${elementName} ${problem.code}`);
        }
        wrong.push(...designFaults(template, measure, dpi).map((fault) => `${design.id}: ${fault}`));
      }
      expect(wrong).toEqual([]);
    });
  },
);

test('the file of a design is the same each time and reads as the design', () => {
  for (const design of ALL) {
    const file = designFile(design.id, 'ru');
    if (file === null) throw new Error(design.id);
    expect(designFile(design.id, 'ru')).toEqual(file);
    const read = expectOk(readTemplate(expectOk(unpackTemplate(file))));
    const built = buildDesign(design, 'ru');
    expect(read.label).toMatchObject({ widthMm: design.widthMm, heightMm: design.heightMm });
    expect(read.elements.map(({ id, type }) => [id, type])).toEqual(built.elements.map(({ id, type }) => [id, type]));
    expect([...read.assets.keys()].toSorted()).toEqual([...built.assets.keys()].toSorted());
  }
  expect(designFile('nothing', 'ru')).toBeNull();
  expect(designFile('retail-shelf-60x40', 'xx')).toBeNull();
});

test('a symbol next to a running number counts with it', async () => {
  const numbered = ALL.filter((design) =>
    buildDesign(design, 'en').elements.some(
      (element) => element.type === 'qrcode' && element.sources.some(({ type }) => type === 'reference'),
    ),
  );
  expect(numbered.length).toBeGreaterThan(8);
  const asset = DESIGNS.asset[0];
  if (asset === undefined) throw new Error('there is an asset tag');
  const { runId } = expectOk(await core.openRun({ template: buildDesign(asset, 'en'), dpi: 203 }));
  const records = [1, 2].map((row) => ({ row, values: {}, index: row - 1 }));
  const { labels } = expectOk(await core.printRecords(runId, records, 'leave'));
  await core.closeRun(runId);
  expect(labels.map(({ symbols }) => symbols[0]?.decoded)).toEqual(['ZC-0417', 'ZC-0418']);
});

describe('the check of a layout', () => {
  const design = { id: 'x-40x20', name: ['a', 'b', 'c', 'd', 'e'] as const, widthMm: 40, heightMm: 20 };

  test('finds text upon text, text at the edge, text on a black block that is not white', () => {
    const template = buildDesign(
      {
        ...design,
        draw: (k) =>
          k
            .text(2, 2, 20, 12, 'One')
            .text(3, 2.5, 20, 12, 'Two')
            .text(0.2, 8, 20, 12, 'Edge')
            .block(20, 12, 15, 6)
            .text(21, 13, 12, 12, 'Black'),
      },
      'en',
    );
    expect(designFaults(template, measure, 203)).toEqual([
      'Text3 "Edge" is too near to the edge',
      'Text1 "One" is upon Text2 "Two"',
      'Rectangle1 "" is upon Text4 "Black"',
    ]);
  });

  test('finds text that is wider than its place', () => {
    const template = buildDesign({ ...design, draw: (k) => k.text(2, 2, 20, 12, 'Narrow') }, 'en');
    const narrow = {
      ...template,
      elements: template.elements.map((element) => ({ ...element, widthMm: 3 })),
    };
    expect(designFaults(narrow, measure, 203)).toEqual([expect.stringMatching(/^Text1 "Narrow" is .* wide in 3 mm$/)]);
  });
});
