import { beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { composeLabel, type LabelContext } from '#model/page/compose.ts';
import type { ComposedLabel } from '#model/page/display-list.ts';
import type { Template } from '#model/template/template.ts';
import { NO_RECORD, type DataRecord } from '#model/data/record.ts';
import { composeInTurn } from '#render-worker/compose/compose-in-turn.ts';
import { createFixedElementCache } from '#render-worker/compose/fixed-elements.ts';
import { ComposeCache } from '#render-worker/view/compose-cache.ts';
import { Scene } from '#render-worker/view/scene.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { columnSource, createRecord } from '../print/create-print-core-fixture.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createSkiaFixture, type SkiaFixture } from './skia-fixture.ts';

const LONG = 'Water, wheat flour, sugar, butter, eggs, salt, yeast, vanilla and a little cinnamon';

let fixture: SkiaFixture;
let context: LabelContext;
beforeAll(async () => {
  fixture = await createSkiaFixture();
  const label = { widthMm: 100, heightMm: 80 };
  const now = { year: 2026, month: 11, day: 30, hour: 8, minute: 0, second: 0 };
  context = { measure: fixture.measure, dpi: 300, label, imageSize: () => null, now };
});

function createText(text: string, over: Partial<TextElement> = {}): TextElement {
  return createTestElement('text', {
    sources: [fixedText(text)],
    fontFamily: 'Roboto',
    fontSize: 16,
    fit: 'grow',
    autoWrap: true,
    xMm: 5,
    yMm: 5,
    widthMm: 40,
    heightMm: 6,
    ...over,
  });
}

const createBox = (over: Partial<LabelElement>): LabelElement =>
  createTestElement('rectangle', { xMm: 5, widthMm: 20, heightMm: 10, ...over } as Partial<
    Extract<LabelElement, { type: 'rectangle' }>
  >);

/** Composes the label in the way of a single label, of a run and of the view, which have to agree. */
async function composedOf(template: Template, record: DataRecord = NO_RECORD): Promise<ComposedLabel> {
  const composed = await withFonts(fixture.fonts, () => composeLabel(template, record, context));
  const ofRun = await withFonts(fixture.fonts, () => {
    const compose = createFixedElementCache(() => 0);
    // The same label again comes from the cache.
    composeLabel(template, record, context, compose);
    return composeLabel(template, record, context, compose);
  });
  expect(expectOk(ofRun)).toEqual(expectOk(composed));
  expect(expectOk(await withFonts(fixture.fonts, () => composeInTurn(template, record, context, () => null)))).toEqual(
    expectOk(composed),
  );
  const scene = createScene(template);
  expectOk(await withFonts(fixture.fonts, () => scene.update(record, context)));
  expect(scene.printed(undefined)).toEqual(expectOk(composed).list.items);
  return expectOk(composed);
}

function createScene(template: Template): Scene {
  const cache = new ComposeCache();
  return new Scene(template, {
    compose: cache.compose,
    isTimed: cache.isTimed,
    inkBounds: (item) => item.bounds,
    cutTextMm: () => 0,
    inkBelowMm: () => 0,
  });
}

/** The painted box of each element, by its name. */
async function boxesOf(elements: readonly LabelElement[], record?: DataRecord): Promise<Record<string, Rect>> {
  const { list } = await composedOf(createTestTemplate(elements), record);
  return Object.fromEntries(
    list.items.map(({ elementId, bounds }) => [elements.find(({ id }) => id === elementId)?.name ?? '', bounds]),
  );
}

describe('a text that grows', () => {
  test('has the height of its lines, at its size, and never less than drawn', async () => {
    const boxes = await boxesOf([
      createText('Short', { name: 'short' }),
      createText(LONG, { name: 'long' }),
      createText(LONG, { name: 'kept', heightMm: 50 }),
    ]);
    expect(boxes['short']).toEqual({ x: 5, y: 5, width: 40, height: 6 });
    expect(boxes['long']?.height).toBeGreaterThan(15);
    expect(boxes['long']?.width).toBe(40);
    expect(boxes['kept']?.height).toBe(50);
  });

  test('rejects a line that is too long for its box and does not wrap', async () => {
    const fits = await composedOf(createTestTemplate([createText('One\ntwo\nthree', { autoWrap: false })]));
    const isTooLong = await composedOf(createTestTemplate([createText(LONG, { autoWrap: false })]));
    expect(fits.overflows).toEqual([]);
    expect(fits.list.items[0]?.bounds.height).toBeGreaterThan(12);
    expect(isTooLong.overflows).toMatchObject([{ problem: { code: 'text.tooLong' } }]);
  });

  test('pushes what is below it by its growth, in a chain, and nothing that is set to stay or in other columns', async () => {
    const text = createText(LONG, { name: 'text' });
    const boxes = await boxesOf([
      createBox({ name: 'code', yMm: 12, pushed: true }),
      createBox({ name: 'stays', yMm: 12 }),
      createBox({ name: 'column', xMm: 60, yMm: 12, pushed: true }),
      createBox({ name: 'above', yMm: 0, heightMm: 4, pushed: true }),
      // Below the first box only, and wider than it.
      createBox({ name: 'chain', xMm: 24, widthMm: 60, yMm: 30, pushed: true }),
      createBox({ name: 'end', xMm: 70, widthMm: 10, yMm: 45, pushed: true }),
      text,
    ]);
    const growthMm = Math.ceil(((boxes['text']?.height ?? 0) - 6) * 1000) / 1000;
    expect(growthMm).toBeGreaterThan(10);
    expect(boxes['code']?.y).toBeCloseTo(12 + growthMm, 9);
    expect(boxes['chain']?.y).toBeCloseTo(30 + growthMm, 9);
    expect(boxes['end']?.y).toBeCloseTo(45 + growthMm, 9);
    expect(boxes).toMatchObject({ stays: { y: 12 }, column: { y: 12 }, above: { y: 0 } });
  });

  test('adds its growth to that of the texts above it', async () => {
    const boxes = await boxesOf([
      createText(LONG, { name: 'first' }),
      createText(LONG, { name: 'second', yMm: 14, pushed: true }),
      createBox({ name: 'last', yMm: 22, pushed: true }),
    ]);
    const growthMm = (boxes['first']?.height ?? 0) - 6;
    expect(boxes['second']?.y).toBeCloseTo(14 + growthMm, 2);
    expect(boxes['last']?.y).toBeCloseTo(22 + 2 * growthMm, 2);
  });

  test('follows the value of each row, and pushes nothing when it is empty, hidden or turned', async () => {
    const text = createText('', { name: 'text', sources: [columnSource('name')] });
    const box = createBox({ name: 'box', yMm: 12, pushed: true });
    const boxAt = async (element: TextElement, name: string): Promise<number | undefined> =>
      (await boxesOf([element, box], createRecord(2, { name })))['box']?.y;
    expect(await boxAt(text, LONG)).toBeGreaterThan(20);
    expect(await boxAt(text, 'Short')).toBe(12);
    expect(await boxAt({ ...text, heightMm: 1 }, '')).toBe(12);
    const never = { formula: 'name = "x"', operands: [{ name: 'name', source: columnSource('name') }] };
    expect(await boxAt({ ...text, showWhen: never }, LONG)).toBe(12);
    expect(await boxAt({ ...text, rotation: 180 }, LONG)).toBe(12);
    expect(await boxAt({ ...text, arrange: 'vertical' }, LONG)).toBe(12);
    expect(await boxAt({ ...text, fit: 'shrink' }, LONG)).toBe(12);
  });

  test('pushes codes to whole dots, and what has a mirrored copy below it', async () => {
    const code = createTestElement('qrcode', {
      name: 'code',
      yMm: 12,
      xMm: 10,
      widthMm: 20,
      heightMm: 20,
      pushed: true,
    });
    const mirrored = createBox({ name: 'mirrored', yMm: 12, xMm: 80, widthMm: 10, canvasMirror: true, pushed: true });
    const text = createText(LONG, { name: 'text' });
    const { list, symbols } = await composedOf(createTestTemplate([code, mirrored, text]));
    const alone = await composedOf(createTestTemplate([code, mirrored]));
    const growthMm = (list.items.at(-1)?.bounds.height ?? 0) - 6;
    const growthDots = (growthMm * 300) / 25.4;
    const byDots = (symbols[0]?.bounds.y ?? 0) - (alone.symbols[0]?.bounds.y ?? 0);
    expect(Math.abs(byDots - growthDots)).toBeLessThanOrEqual(1);
    // The copy of the box on the other side is below the text.
    const [, box, copy] = list.items;
    expect(copy?.bounds.x).toBe(10);
    expect(box?.bounds.y).toBeCloseTo(12 + growthMm, 2);
    expect(copy?.bounds.y).toBe(box?.bounds.y);
  });
});

describe('the view', () => {
  test('moves elements when a text above changes, and says how far', async () => {
    const short = createText('Short', { name: 'text' });
    const long = { ...short, sources: [fixedText(LONG)] };
    const box = createBox({ name: 'box', yMm: 12, pushed: true });
    const code = createTestElement('qrcode', { name: 'code', xMm: 30, yMm: 30, pushed: true });
    const scene = createScene(createTestTemplate([short, box, code]));
    const shown = async (): Promise<readonly [number | undefined, number | undefined]> => {
      expectOk(await withFonts(fixture.fonts, () => scene.update(NO_RECORD, context)));
      const item = scene.printed(undefined).find(({ elementId }) => elementId === box.id);
      return [item?.bounds.y, scene.takeNews().pushes.get(box.id)];
    };
    expect(await shown()).toEqual([12, undefined]);
    scene.change({ added: [], removed: [], updated: [[short, long]] });
    const [y = 0, pushMm = 0] = await shown();
    expect(y).toBeGreaterThan(20);
    expect(y).toBe(12 + pushMm);
    const stays = { ...box, pushed: undefined };
    scene.change({ added: [], removed: [], updated: [[box, stays]] });
    expect(await shown()).toEqual([12, undefined]);
    scene.change({ added: [], removed: [], updated: [[stays, box]] });
    expect(await shown()).toEqual([y, pushMm]);
    scene.change({ added: [], removed: [{ index: 0, element: long }], updated: [] });
    expect(await shown()).toEqual([12, undefined]);
    scene.change({ added: [{ index: 0, element: long }], removed: [], updated: [] });
    expect(await shown()).toEqual([y, pushMm]);
  });
});
