import { beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { MM_PER_INCH } from '#model/kernel/units.ts';
import { composeLabel, type LabelContext } from '#model/page/compose.ts';
import type { Template } from '#model/template/template.ts';
import { NO_RECORD } from '#model/data/record.ts';
import type { DataRecord } from '#model/data/record.ts';
import { ComposeCache } from '#render-worker/view/compose-cache.ts';
import { Scene } from '#render-worker/view/scene.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { columnSource, createRecord } from '../print/create-print-core-fixture.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createSkiaFixture, type SkiaFixture } from './skia-fixture.ts';

const LONG = 'A name that is much too long for its box';

let fixture: SkiaFixture;
let context: LabelContext;
beforeAll(async () => {
  fixture = await createSkiaFixture();
  const label = { widthMm: 100, heightMm: 80 };
  const now = { year: 2026, month: 11, day: 29, hour: 8, minute: 0, second: 0 };
  context = { measure: fixture.measure, dpi: 300, label, imageSize: () => null, now };
});

function createText(text: string, over: Partial<TextElement> = {}): TextElement {
  return createTestElement('text', {
    sources: [fixedText(text)],
    fontFamily: 'Roboto',
    fontSize: 16,
    minFontSize: 2,
    fit: 'shrink',
    sizeGroup: 'A',
    widthMm: 30,
    heightMm: 6,
    ...over,
  });
}

/** The em height of each element's glyphs in mm, by the name of the element. */
async function sizesOf(template: Template, record: DataRecord = NO_RECORD): Promise<Record<string, number>> {
  const { list } = expectOk(await withFonts(fixture.fonts, () => composeLabel(template, record, context)));
  const sizes = list.items.map(({ elementId, ops }): [string, number] => {
    const [op] = ops;
    const glyphs = op?.type === 'group' ? op.ops[0] : op;
    const { name } = template.elements.find(({ id }) => id === elementId) ?? { name: '' };
    return [name, glyphs?.type === 'glyphs' ? glyphs.run.sizeMm : 0];
  });
  return Object.fromEntries(sizes);
}

describe('a size group', () => {
  test('gives all its texts the smallest size that one of them needs, and leaves others alone', async () => {
    const alone = (await sizesOf(createTestTemplate([createText(LONG, { name: 'a', sizeGroup: '' })])))['a'] ?? 0;
    const sizes = await sizesOf(
      createTestTemplate([
        createText('Short', { name: 'first' }),
        createText(LONG, { name: 'longest' }),
        createText('Large', { name: 'grown', fit: 'resize', maxFontSize: 60 }),
        createText('Narrow', { name: 'narrowed', fit: 'condense' }),
        createText('Other', { name: 'other', sizeGroup: 'B' }),
        createText('None', { name: 'none', sizeGroup: '' }),
        createText('Kept', { name: 'kept', fit: 'none' }),
      ]),
    );
    expect(alone).toBeLessThan(3);
    expect(sizes).toEqual({ first: alone, longest: alone, grown: alone, narrowed: alone, other: 4, none: 4, kept: 4 });
  });

  test('follows the values of each row, and ignores empty and hidden texts', async () => {
    const template = createTestTemplate([
      createText('', { name: 'value', sources: [columnSource('name')] }),
      createText('Short', { name: 'fixed' }),
      createText(LONG, {
        name: 'hidden',
        showWhen: { formula: 'name = "x"', operands: [{ name: 'name', source: columnSource('name') }] },
      }),
    ]);
    const long = await sizesOf(template, createRecord(2, { name: LONG }));
    const short = await sizesOf(template, createRecord(3, { name: 'Short' }));
    const empty = await sizesOf(template, createRecord(4, { name: '' }));
    expect(long['fixed']).toBe(long['value']);
    expect(long['fixed']).toBeLessThan(3);
    expect(short).toMatchObject({ value: 4, fixed: 4 });
    expect(empty['fixed']).toBe(4);
  });

  test('counts in whole steps of 0.1 pt, also below the smallest size of one of its texts', async () => {
    const sizes = await sizesOf(
      createTestTemplate([createText('Short', { name: 'a', minFontSize: 14 }), createText(LONG, { name: 'b' })]),
    );
    expect(sizes['a']).toBe(sizes['b']);
    const steps = (sizes['a'] ?? 0) / (MM_PER_INCH / 720);
    expect(steps).toBeCloseTo(Math.round(steps), 6);
  });

  test('is laid out again in the view when one of its texts changes, joins or leaves', async () => {
    const short = createText('Short', { name: 'short' });
    const other = createText('Other', { name: 'other' });
    const long = { ...other, sources: [fixedText(LONG)] };
    const template = createTestTemplate([short, other]);
    const cache = new ComposeCache();
    const scene = new Scene(template, {
      compose: cache.compose,
      isTimed: cache.isTimed,
      inkBounds: (item) => item.bounds,
      cutTextMm: () => 0,
      inkBelowMm: () => 0,
    });
    const shown = async (): Promise<number> => {
      expectOk(await withFonts(fixture.fonts, () => scene.update(NO_RECORD, context)));
      const [item] = scene.printed(undefined).filter(({ elementId }) => elementId === short.id);
      const [op] = item?.ops ?? [];
      return op?.type === 'glyphs' ? op.run.sizeMm : 0;
    };
    const changed = async (from: TextElement, to: TextElement): Promise<number> => {
      scene.change({ added: [], removed: [], updated: [[from, to]] });
      return shown();
    };
    expect(await shown()).toBe(4);
    const needed = await changed(other, long);
    expect(needed).toBeLessThan(3);
    expect(await changed(long, { ...long, sizeGroup: '' })).toBe(4);
    expect(await changed({ ...long, sizeGroup: '' }, long)).toBe(needed);
    scene.change({ added: [], removed: [{ index: 1, element: long }], updated: [] });
    expect(await shown()).toBe(4);
    scene.change({ added: [{ index: 1, element: long }], removed: [], updated: [] });
    expect(await shown()).toBe(needed);
  });
});
