import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { diffTemplates } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';
import type { Frame, ViewState } from '#protocol/render.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createRasterTarget } from '#render-worker/view/raster-target.ts';
import { View } from '#render-worker/view/view.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createSkiaFixture, hashOf, type SkiaFixture } from './skia-fixture.ts';

/** Time that each text layout adds to the view's clock. */
const TEXT_MS = 4;
/** The view's slice and the element started before its end, twice: Node runs due timers together. */
const MOST_AT_ONCE = 2 * (50 / TEXT_MS + 2);
const MANY = 2_000;
const STATE: ViewState = {
  viewport: { widthPx: 400, heightPx: 400, pxPerMm: 2, originXPx: 0, originYPx: 0 },
  dpi: 300,
  record: NO_RECORD,
  surroundings: '#ffffff',
};

interface SlowView {
  readonly view: View;
  readonly frames: Frame[];
  readonly pictures: string[];
  readonly shaped: string[];
  /** Lets the worker's other tasks run until `isOver` is true: the number of texts between two of them. */
  turnsUntil(isOver: () => boolean): Promise<readonly number[]>;
}

const views: View[] = [];
afterEach(() => views.splice(0).forEach((view) => view.dispose()));

function createSlowView({ skia, fonts, measure }: SkiaFixture): SlowView {
  const frames: Frame[] = [];
  const pictures: string[] = [];
  const shaped: string[] = [];
  const view = new View({
    skia,
    fonts,
    measure: {
      ...measure,
      shape(request) {
        shaped.push(request.text);
        return measure.shape(request);
      },
    },
    library: createImageLibrary(skia),
    target: createRasterTarget(skia, (pixels) => pictures.push(hashOf(pixels))),
    schedule: (task) => setTimeout(task, 0),
    onFrame: (frame) => frames.push(frame),
    now: () => shaped.length * TEXT_MS,
  });
  views.push(view);
  async function turnsUntil(isOver: () => boolean): Promise<readonly number[]> {
    const turns: number[] = [];
    while (!isOver()) {
      const before = shaped.length;
      await new Promise((resolve) => setImmediate(resolve));
      turns.push(shaped.length - before);
    }
    return turns;
  }
  return { view, frames, pictures, shaped, turnsUntil };
}

function createMany(count: number): Template {
  const elements = Array.from({ length: count }, (_, i): LabelElement => {
    const place = { xMm: (i % 40) * 5, yMm: Math.floor(i / 40) * 4, widthMm: 4.5, heightMm: 3.5 };
    const sources = [fixedText(`N${i}`)];
    return createTestElement(i % 4 === 0 ? 'barcode' : 'text', { ...place, sources });
  });
  return createTestTemplate(elements, { widthMm: 200, heightMm: Math.ceil(count / 40) * 4 });
}

function withText(template: Template, index: number, text: string): Template {
  const elements = template.elements.map((e, i) =>
    i === index && e.type === 'text' ? { ...e, sources: [fixedText(text)] } : e,
  );
  return { ...template, elements };
}

describe('laying out many elements', () => {
  let fixture: SkiaFixture;
  beforeAll(async () => {
    fixture = await createSkiaFixture();
    // The font is loaded: each counted text is laid out once.
    const { view, frames, turnsUntil } = createSlowView(fixture);
    view.reset(1, createMany(8));
    view.show(STATE);
    await turnsUntil(() => frames.length > 0 && fixture.fonts.version > 0);
    await new Promise((resolve) => setTimeout(resolve, 300));
  });

  test('begins before the canvas is measured, and shows nothing before', async () => {
    const { view, frames, pictures, shaped, turnsUntil } = createSlowView(fixture);
    view.reset(1, createMany(MANY));
    view.show({ ...STATE, viewport: { ...STATE.viewport, widthPx: 0, heightPx: 0 } });
    for (let known = -1; known < shaped.length;) {
      known = shaped.length;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(shaped.length).toBeGreaterThanOrEqual(MANY);
    expect([pictures.length, frames.length]).toEqual([0, 0]);
    const before = shaped.length;
    view.show(STATE);
    await turnsUntil(() => frames.length > 0);
    expect([shaped.length, pictures.length]).toEqual([before, 1]);
    expect(frames[0]?.bounds.size).toBe(MANY);
  });

  test('names every unprintable element, for any number of elements', async () => {
    const { view, frames, turnsUntil } = createSlowView(fixture);
    const template = createMany(8);
    const elements = Array.from({ length: MANY }, () =>
      createTestElement('barcode', { sources: [fixedText('не код')] }),
    );
    view.reset(1, { ...template, elements });
    view.show(STATE);
    await turnsUntil(() => frames.length > 0);
    expect(new Set(frames.at(-1)?.problems.map(({ elementId }) => elementId)).size).toBe(MANY);
  });

  test('lets other tasks run, and shows nothing until all is there', async () => {
    const { view, frames, pictures, shaped, turnsUntil } = createSlowView(fixture);
    const template = createMany(MANY);
    view.reset(1, template);
    view.show(STATE);
    const turns = await turnsUntil(() => pictures.length > 0);
    expect(shaped.length).toBeGreaterThanOrEqual(MANY);
    expect(turns.filter((texts) => texts > MOST_AT_ONCE)).toEqual([]);
    expect(turns.filter((texts) => texts > 0).length).toBeGreaterThan(MANY / MOST_AT_ONCE - 1);
    await turnsUntil(() => frames.length > 0);
    expect(pictures).toHaveLength(1);
    expect(frames[0]?.bounds.size).toBe(MANY);
    expect(frames[0]?.paintMs).toBe(shaped.length * TEXT_MS);
  });

  test('a newer change is in the first picture, and costs only its own layout', async () => {
    const { view, frames, pictures, shaped, turnsUntil } = createSlowView(fixture);
    const first = createMany(400);
    const second = withText(first, 1, 'changed');
    const third = { ...second, elements: second.elements.filter((_, i) => i !== 2 && i !== 399) };
    view.reset(1, first);
    view.show(STATE);
    await turnsUntil(() => shaped.length > 100);
    expect(view.change(1, 2, diffTemplates(first, second))).toBe('applied');
    await turnsUntil(() => shaped.length > 150);
    view.change(2, 3, diffTemplates(second, third));
    view.show({ ...STATE, viewport: { ...STATE.viewport, originXPx: 7 } });
    await turnsUntil(() => frames.length > 0);
    expect(frames[0]).toMatchObject({ revision: 3, viewport: { originXPx: 7 } });
    expect(frames[0]?.bounds.size).toBe(398);
    expect(shaped.filter((text) => text === 'N1' || text === 'changed')).toEqual(['N1', 'changed']);

    const whole = createSlowView(fixture);
    whole.view.reset(3, third);
    whole.view.show({ ...STATE, viewport: { ...STATE.viewport, originXPx: 7 } });
    await whole.turnsUntil(() => whole.frames.length > 0);
    expect(pictures).toEqual(whole.pictures);
    // In addition: the changed elements, and the last one, which may have been laid out before it was removed.
    expect(shaped.length).toBeLessThanOrEqual(whole.shaped.length + 3);
  });

  test('another printer starts again: nothing of the old layouts is shown', async () => {
    const { view, frames, pictures, shaped, turnsUntil } = createSlowView(fixture);
    const template = createMany(200);
    view.reset(1, template);
    view.show(STATE);
    await turnsUntil(() => shaped.length > 50);
    view.show({ ...STATE, dpi: 203 });
    await turnsUntil(() => frames.length > 0);
    expect(shaped.filter((text) => text === 'N1')).toHaveLength(2);

    const whole = createSlowView(fixture);
    whole.view.reset(1, template);
    whole.view.show({ ...STATE, dpi: 203 });
    await whole.turnsUntil(() => whole.frames.length > 0);
    expect(pictures).toEqual(whole.pictures);
  });
});
