import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { TextMeasure } from '#model/elements/base/layout.ts';
import { readTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import { INDUSTRIES, LANGUAGES } from '#protocol/api.ts';
import { atSize, newOverlaps } from '#editor/commands/label-size.ts';
import { designFaults } from '#build/design-faults.ts';
import { openPrintCore, paintDesign } from '#build/paint-designs.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { checkDesigns, type Design, type Drawing } from '#server/content/designs/design-schema.ts';
import { drawDesign } from '#server/content/designs/draw-design.ts';
import { designFile } from '#server/content/designs/library.ts';
import { designsIn } from '#server/content/designs/read-designs.ts';

const DESIGNS = designsIn('en');
const ALL = INDUSTRIES.flatMap((industry) => DESIGNS[industry]);

const DESIGN: Design = { language: 'en', id: 'x-40x20', name: 'a', widthMm: 40, heightMm: 20, drawing: [] };

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
    for (const language of LANGUAGES) {
      const names = designsIn(language)[industry].map(({ name }) => name);
      expect(new Set(names).size, `${industry}: ${names.join(', ')}`).toBe(names.length);
    }
  }
});

describe.each(LANGUAGES.flatMap((language) => [203, 300].map((dpi) => ({ language, dpi }))))(
  'in $language at $dpi dpi',
  ({ language, dpi }) => {
    test.each(INDUSTRIES)('all of %s prints, reads back and is well laid out', async (industry) => {
      const wrong: string[] = [];
      for (const design of designsIn(language)[industry]) {
        const template = drawDesign(design);
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
  for (const design of Object.values(designsIn('ru')).flat()) {
    const file = designFile(design.id, 'ru');
    if (file === null) throw new Error(design.id);
    expect(designFile(design.id, 'ru')).toEqual(file);
    const read = expectOk(readTemplate(expectOk(unpackTemplate(file))));
    const built = drawDesign(design);
    expect(read.label).toMatchObject({ widthMm: design.widthMm, heightMm: design.heightMm });
    expect(read.elements.map(({ id, type }) => [id, type])).toEqual(built.elements.map(({ id, type }) => [id, type]));
    expect([...read.assets.keys()].toSorted()).toEqual([...built.assets.keys()].toSorted());
  }
  expect(designFile('nothing', 'ru')).toBeNull();
  expect(designFile('retail-shelf-60x40', 'xx')).toBeNull();
});

test('a text that is filled in may be half as long again as its example', async () => {
  const wrong: string[] = [];
  let count = 0;
  for (const design of ALL) {
    const template = drawDesign(design);
    const elements = template.elements.map((element) => {
      if (element.type !== 'text' || !element.sources.some((one) => one.type === 'fixed' && one.blank !== undefined))
        return element;
      count++;
      const longer = (text: string): string => `${text} ${text.slice(0, text.length / 2)}`;
      return { ...element, sources: element.sources.map((one) => ({ ...one, text: longer(one.text) })) };
    });
    const { label } = await paintDesign(core, { ...template, elements }, 203);
    const ofTexts = label.problems.filter(({ problem }) => /^text\.|Overflow$/.test(problem.code));
    wrong.push(...ofTexts.map(({ elementName, problem }) => `${design.id}: ${elementName} ${problem.code}`));
  }
  expect(count).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test('every design can be scaled to half as much again, and prints there, apart from two that are reported', async () => {
  const wrong: string[] = [];
  for (const design of ALL) {
    const template = drawDesign(design);
    const label = { ...template.label, widthMm: design.widthMm * 1.5, heightMm: design.heightMm * 1.5 };
    const larger = atSize(template, label, 'scale');
    const overlaps = newOverlaps(template, larger).map(([a, b]) => `${design.id}: ${a.name} over ${b.name}`);
    const painted = await paintDesign(core, larger, 203);
    const found = [...painted.label.problems, ...painted.label.warnings];
    wrong.push(...overlaps, ...found.map(({ elementName, problem }) => `${design.id}: ${elementName} ${problem.code}`));
  }
  expect(wrong).toEqual([
    'food-allergens-60x40: Text2 over TimeText1',
    'laboratory-tube-50x25: Barcode1 symbol.quietZone',
  ]);
});

test('a symbol next to a running number counts with it', async () => {
  const numbered = ALL.filter((design) =>
    drawDesign(design).elements.some(
      (element) => element.type === 'qrcode' && element.sources.some(({ type }) => type === 'reference'),
    ),
  );
  expect(numbered.length).toBeGreaterThan(8);
  const asset = DESIGNS.asset[0];
  if (asset === undefined) throw new Error('there is an asset tag');
  const { runId } = expectOk(await core.openRun({ template: drawDesign(asset), dpi: 203 }));
  const records = [1, 2].map((row) => ({ row, values: {}, index: row - 1 }));
  const { labels } = expectOk(await core.printRecords(runId, records, 'discard'));
  await core.closeRun(runId);
  expect(labels.map(({ symbols }) => symbols[0]?.decoded)).toEqual(['ZC-0417', 'ZC-0418']);
});

describe('the check of a layout', () => {
  const faultsOf = (
    drawing: readonly Drawing[],
    change = (template: Template): Template => template,
  ): readonly string[] => designFaults(change(drawDesign({ ...DESIGN, drawing })), measure, 203);
  const text = (x: number, y: number, said: string): Drawing => ({
    type: 'text',
    x,
    y,
    width: 20,
    size: 12,
    text: said,
  });

  test('finds text upon text, text at the edge, text on a black block that is not white', () => {
    const block: Drawing = { type: 'block', x: 20, y: 12, width: 15, height: 6 };
    const drawing = [text(2, 2, 'One'), text(3, 2.5, 'Two'), text(0.2, 8, 'Edge'), block, text(21, 13, 'Black')];
    expect(faultsOf(drawing)).toEqual([
      'Text3 "Edge" is too near to the edge',
      'Text1 "One" is upon Text2 "Two"',
      'Rectangle1 "" is upon Text4 "Black"',
    ]);
  });

  test('finds text that is wider than its place', () => {
    const narrow = (template: Template): Template => ({
      ...template,
      elements: template.elements.map((element) => ({ ...element, widthMm: 3 })),
    });
    expect(faultsOf([text(2, 2, 'Narrow')], narrow)).toEqual([
      expect.stringMatching(/^Text1 "Narrow" is .* wide in 3 mm$/),
    ]);
  });
});

test.each<[string, unknown]>([
  ['a drawing of an unknown type', { ...DESIGN, drawing: [{ type: 'star', x: 1, y: 1 }] }],
  ['a misspelled property', { ...DESIGN, drawing: [{ type: 'block', x: 1, y: 1, width: 2, heigth: 2 }] }],
  ['a text that has no translation', { ...DESIGN, name: { en: 'Only English' } }],
  ['no size', { ...DESIGN, widthMm: 0 }],
])('a file with %s is rejected', (_, design) => {
  expect(() => checkDesigns([design], 'zh')).toThrow('the ready designs are not valid');
});

test('a text that follows an unknown key is an error', () => {
  const drawing: readonly Drawing[] = [{ type: 'text', x: 1, y: 1, width: 9, size: 9, text: [{ follows: 'number' }] }];
  expect(() => drawDesign({ ...DESIGN, drawing })).toThrow('no text has the key number');
});
