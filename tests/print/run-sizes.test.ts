import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { TextStyle } from '#model/elements/base/text-style.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { composeLabel, type LabelContext } from '#model/page/compose.ts';
import type { DisplayOp } from '#model/elements/base/display-op.ts';
import { hasRunSizes, templateOfRun, withRunSizes, type RunSizes } from '#model/page/run-sizes.ts';
import type { Template } from '#model/template/template.ts';
import type { TextOverflow } from '#protocol/render.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { columnSource, createPrintFixture, createRecord } from './create-print-core-fixture.ts';

const NEVER = new AbortController().signal;

let fixture: Awaited<ReturnType<typeof createPrintFixture>>;
let context: LabelContext;
beforeAll(async () => {
  fixture = await createPrintFixture();
  const label = { widthMm: 100, heightMm: 80 };
  context = { measure: fixture.measure, dpi: 300, label, imageSize: () => null, now: localTimeAt() };
});
afterAll(() => fixture.core.dispose());

function createText(over: Partial<TextElement> = {}): TextElement {
  return createTestElement('text', {
    sources: [columnSource('name')],
    fontFamily: 'Roboto',
    fontSize: 16,
    minFontSize: 2,
    fit: 'shrink',
    sameSizeInRun: true,
    widthMm: 30,
    heightMm: 6,
    ...over,
  });
}

function rowsOf(values: readonly string[]): DataRecord[] {
  return values.map((name, i) => createRecord(i + 2, { name }));
}

function sourceOf(records: readonly DataRecord[]): RecordSource {
  return { count: records.length, read: async (first, count) => ok(records.slice(first, first + count)) };
}

async function templateOver(
  template: Template,
  records: readonly DataRecord[],
  overflow: TextOverflow = 'refuse',
): Promise<Template> {
  const { runId } = expectOk(await fixture.core.openRun({ template, dpi: 300, overflow }));
  try {
    const measure = (_first: number, some: readonly DataRecord[]): ReturnType<typeof fixture.core.sizeRecords> =>
      fixture.core.sizeRecords(runId, some);
    return expectOk(await templateOfRun(template, sourceOf(records), { measure }, NEVER));
  } finally {
    await fixture.core.closeRun(runId);
  }
}

/** The em heights of the glyphs of an element's label, in mm, and whether a text exceeds its box. */
async function setTexts(template: Template, record: DataRecord): Promise<{ sizes: number[]; tooLong: boolean }> {
  const { list, overflows } = expectOk(await withFonts(fixture.fonts, () => composeLabel(template, record, context)));
  const sizes = new Set<number>();
  const visit = (op: DisplayOp): void => {
    if (op.type === 'glyphs') sizes.add(op.run.sizeMm);
    if (op.type === 'group') op.ops.forEach(visit);
  };
  for (const { ops } of list.items) ops.forEach(visit);
  return { sizes: [...sizes], tooLong: overflows.length > 0 };
}

const FITS: readonly Partial<TextElement>[] = [
  { fit: 'shrink' },
  { fit: 'shrink', autoWrap: true },
  { fit: 'resize', maxFontSize: 40 },
  { fit: 'resize', maxFontSize: 40, autoWrap: true },
  { fit: 'condense' },
  { fit: 'shrink', arrange: 'vertical' },
  { fit: 'shrink', letterSpacing: 2, lineHeight: 1.5, autoWrap: true },
  { fit: 'shrink', autoWrap: true, indentMm: 1, firstIndentMm: 2, paragraphSpacingMm: 0.5, hyphenation: 'en' },
  { fit: 'shrink', autoWrap: true, list: 'numbers', textDirection: 'paragraph' },
  { fit: 'resize', course: 'arcTop', maxFontSize: 40 },
  { fit: 'shrink', course: 'stacked', flagFold: 'below', flagGapMm: 1 },
];

describe('a text with one size on all rows', () => {
  test('has the smallest size that a row needs on each of them, and fits', async () => {
    const letter = fc.constantFrom(...'AWil mgy Яж标 签0 7.-\n');
    const names = fc.array(fc.string({ unit: letter, minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 8 });
    const box = fc.record({ widthMm: fc.integer({ min: 10, max: 60 }), heightMm: fc.integer({ min: 4, max: 20 }) });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FITS), box, names, async (fit, size, values) => {
        const own = createTestTemplate([createText({ ...fit, ...size })]);
        const records = rowsOf(values.filter((value) => value.trim() !== ''));
        const alone = await Promise.all(records.map((record) => setTexts(own, record)));
        const fitting = alone.filter(({ tooLong }) => !tooLong).flatMap(({ sizes }) => sizes);
        const template = await templateOver(own, records);
        for (const [i, record] of records.entries()) {
          if (alone[i]?.tooLong === true) continue;
          expect(await setTexts(template, record)).toEqual({ sizes: [Math.min(...fitting)], tooLong: false });
        }
        // A reprint of these rows, measured again, changes nothing.
        expect(await templateOver(template, records)).toEqual(template);
      }),
      { numRuns: 150 },
    );
  });

  test('leaves other texts alone, and a template without such texts is the same object', async () => {
    const records = rowsOf(['Short', 'A name that is much too long for its box']);
    const others = [
      createText({ sameSizeInRun: false }),
      createText({ fit: 'none' }),
      createText({ fit: 'ellipsis' }),
      createTestElement('barcode', { sources: [columnSource('name')] }),
    ];
    const without = createTestTemplate(others);
    expect(hasRunSizes(without)).toBe(false);
    expect(await templateOver(without, records)).toBe(without);
    const mixed = createTestTemplate([...others, createText()]);
    const sized = await templateOver(mixed, records);
    expect(sized.elements.slice(0, -1)).toEqual(others);
    expect(sized.elements.at(-1)).not.toEqual(mixed.elements.at(-1));
  });

  test('does not follow a row that is not printed, because its text fits at no size', async () => {
    const template = createTestTemplate([createText({ minFontSize: 12 })]);
    const records = rowsOf(['A', 'A name that is much too long for its box']);
    const [short] = records;
    if (short === undefined) return expect.fail('no record');
    expect(await setTexts(await templateOver(template, records), short)).toEqual({ sizes: [4], tooLong: false });
    const printed = await templateOver(template, records, 'allow');
    expect(await setTexts(printed, short)).toEqual({ sizes: [3], tooLong: false });
  });

  test('does not follow a row on which it is hidden, without a value, or faulty', async () => {
    const condition = { formula: 'show = "x"', operands: [{ name: 'show', source: columnSource('show') }] };
    const template = createTestTemplate([createText({ showWhen: condition })]);
    const long = 'A name that is much too long for its box';
    const shown = createRecord(2, { name: 'Short', show: 'x' });
    const hidden = createRecord(3, { name: long, show: '' });
    const faulty = { ...createRecord(4, { name: long, show: 'x' }), fault: { code: 'data.badCopies' as const } };
    const sized = await templateOver(template, [shown, hidden, faulty as DataRecord]);
    expect(await setTexts(sized, shown)).toEqual({ sizes: [4], tooLong: false });
  });

  test('gives its size group one size on all rows', async () => {
    const grouped = (over: Partial<TextElement>): TextElement => createText({ sizeGroup: 'A', ...over });
    const template = createTestTemplate([
      grouped({}),
      grouped({ sources: [columnSource('city')], sameSizeInRun: false, minFontSize: 14 }),
      grouped({ sources: [fixedText('Fixed')], fit: 'resize', maxFontSize: 60, sameSizeInRun: false }),
    ]);
    const long = 'A name that is much too long for its box';
    const records = [
      createRecord(2, { name: 'Short', city: 'Lima' }),
      createRecord(3, { name: long, city: 'Lima' }),
      createRecord(4, { name: 'Short', city: 'A city with a name' }),
    ];
    const alone = await Promise.all(records.map((record) => setTexts(template, record)));
    const smallest = Math.min(...alone.flatMap(({ sizes }) => sizes));
    expect(alone.map(({ sizes }) => sizes.length)).toEqual([1, 1, 1]);
    const sized = await templateOver(template, records);
    for (const record of records) expect((await setTexts(sized, record)).sizes).toEqual([smallest]);
  });

  test('may be a time text or a table cell', async () => {
    const date = createTestElement('timeText', { ...createText(), widthMm: 12, showsTime: true, type: 'timeText' });
    const style = { ...createText(), widthMm: undefined, heightMm: undefined, autoWrap: false };
    const table = createTestElement('table', { widthMm: 40, heightMm: 12 });
    const cells = table.cells.map((cell, i) =>
      i === 0 ? { ...cell, sources: [columnSource('name')], style: { ...cell.style, ...picked(style) } } : cell,
    );
    const long = 'A name that is much too long';
    const records = rowsOf(['Short', long]);
    const [short, longest] = records;
    if (short === undefined || longest === undefined) return expect.fail('no record');
    const ofTable = createTestTemplate([{ ...table, cells }]);
    const needed = await setTexts(ofTable, longest);
    expect((await setTexts(ofTable, short)).sizes).not.toEqual(needed.sizes);
    const sized = await templateOver(ofTable, records);
    expect(await setTexts(sized, short)).toEqual(needed);
    expect(await setTexts(sized, longest)).toEqual(needed);
    const ofDate = createTestTemplate([date]);
    const [dated] = (await templateOver(ofDate, records)).elements;
    expect(dated).toHaveProperty('runSizeMm', (await setTexts(ofDate, short)).sizes[0]);
  });
});

function picked({ fit, minFontSize, fontSize, sameSizeInRun, autoWrap, fontFamily }: TextStyle): Partial<TextStyle> {
  return { fit, minFontSize, fontSize, sameSizeInRun, autoWrap, fontFamily };
}

test('a run reads each row once, in the order of the data, and reports its progress', async () => {
  const template = createTestTemplate([createText()]);
  const records = rowsOf(Array.from({ length: 1234 }, (_, i) => `N ${i}`));
  const measured: number[] = [];
  const progress: number[] = [];
  const [element] = template.elements as readonly [LabelElement];
  const key = `element ${element.id}`;
  const measure = async (first: number, some: readonly DataRecord[]): Promise<ReturnType<typeof ok<RunSizes>>> => {
    measured.push(...some.map(({ row }) => row));
    return ok(new Map([[key, first === 500 ? 1.5 : 3]]));
  };
  const sized = await templateOfRun(template, sourceOf(records), { measure, atOnce: 2 }, NEVER, (done) =>
    progress.push(done),
  );
  expect(measured).toEqual(records.map(({ row }) => row));
  expect(progress.toSorted((a, b) => a - b)).toEqual(progress);
  expect(progress.at(-1)).toBe(1234);
  expect(sized).toEqual(ok(withRunSizes(template, new Map([[key, 1.5]]))));
});

test('a canceled run is not measured any further', async () => {
  const template = createTestTemplate([createText()]);
  const abort = new AbortController();
  let calls = 0;
  const measure = async (): Promise<ReturnType<typeof ok<RunSizes>>> => {
    if (++calls === 2) abort.abort();
    return ok(new Map());
  };
  const records = rowsOf(Array.from({ length: 5000 }, () => 'N'));
  const ended = await templateOfRun(template, sourceOf(records), { measure }, abort.signal);
  expect(ended).toMatchObject({ ok: false, error: { code: 'aborted' } });
  expect(calls).toBe(2);
});
