import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FontFace } from '#model/elements/base/fonts.ts';
import { fixedText, type DataSource } from '#model/elements/base/content.ts';
import { sourcesOf, type LabelElement } from '#model/elements/element.ts';
import { withoutReferencesTo } from '#model/elements/references.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { applyChange, diffTemplates } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';
import type { Frame, ViewState } from '#protocol/render.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import type { FontSource } from '#render-worker/fonts/font-store.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createRasterTarget } from '#render-worker/view/raster-target.ts';
import { View } from '#render-worker/view/view.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createShownPixels } from './shown-pixels.ts';
import { createSkiaFixture, hashOf, type SkiaFixture } from './skia-fixture.ts';

interface ViewFixture {
  readonly view: View;
  readonly frames: Frame[];
  /** Hashes of the screen after each picture. */
  readonly pictures: string[];
  readonly shaped: string[];
  nextFrame(): Promise<Frame>;
}

const views: View[] = [];
afterEach(() => views.splice(0).forEach((view) => view.dispose()));

function createView({ skia, fonts, measure }: SkiaFixture): ViewFixture {
  const frames: Frame[] = [];
  const screen = createShownPixels();
  const pictures: string[] = [];
  const shaped: string[] = [];
  let pending: (() => void) | null = null;
  let wake: (() => void) | null = null;
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
    target: createRasterTarget(skia, (...picture) => {
      screen.blit(...picture);
      pictures.push(hashOf(screen.pixels()));
    }),
    schedule(task) {
      if (pending === null) setTimeout(() => ((pending = null), task()), 1);
      pending = task;
    },
    onFrame(frame) {
      frames.push(frame);
      wake?.();
    },
    now: () => performance.now(),
  });
  views.push(view);
  async function nextFrame(): Promise<Frame> {
    const count = frames.length;
    while (frames.length === count) await new Promise<void>((resolve) => (wake = resolve));
    return frames.at(-1) as Frame;
  }
  return { view, frames, pictures, shaped, nextFrame };
}

function createState(over: Partial<ViewState> = {}): ViewState {
  return {
    viewport: { widthPx: 300, heightPx: 200, pxPerMm: 2.5, originXPx: 20, originYPx: 10 },
    dpi: 300,
    record: NO_RECORD,
    surroundings: '#eef0f3',
    ...over,
  };
}

function createTexts(...texts: string[]): Template {
  return createTestTemplate(
    texts.map((text, i) => createTestElement('text', { yMm: 10 * i, xMm: 5, sources: [fixedText(text)] })),
  );
}

function withText(template: Template, index: number, text: string): Template {
  const elements = template.elements.map((e, i) =>
    i === index && e.type === 'text' ? { ...e, sources: [fixedText(text)] } : e,
  );
  return { ...template, elements };
}

function textOf(element: LabelElement): string {
  return sourcesOf(element)
    .map((source) => source.text)
    .join('');
}

describe('view', () => {
  let fixture: SkiaFixture;
  beforeAll(async () => {
    fixture = await createSkiaFixture();
  });

  test('reports the painted area', async () => {
    const { view, nextFrame, pictures } = createView(fixture);
    const template = createTexts('One', 'Two');
    view.reset(7, template);
    view.show(createState());
    const frame = await nextFrame();
    expect(frame.revision).toBe(7);
    expect([...frame.bounds.keys()]).toEqual(template.elements.map((e) => e.id));
    expect(frame.bounds.get(template.elements[0]?.id as never)).toMatchObject({ x: 5, y: 0 });
    expect(pictures).toHaveLength(1);
  });

  test('lays out an element that shows another value exactly when that value changes', async () => {
    const { view, nextFrame, pictures, shaped } = createView(fixture);
    const first = createTexts('Zero', 'One', 'Two');
    const [, one] = first.elements;
    const refer = (to: typeof one): readonly DataSource[] => [
      { type: 'reference', element: to?.id ?? expect.fail(), text: '' },
    ];
    const chained = [
      ...first.elements,
      createTestElement('text', { yMm: 40, sources: refer(one) }),
      createTestElement('qrcode', { yMm: 20, xMm: 50, sources: refer(one) }),
    ];
    const template = {
      ...first,
      elements: [...chained, createTestElement('text', { yMm: 60, sources: refer(chained[3]) })],
    };
    view.reset(0, template);
    view.show(createState());
    await nextFrame();
    expect(new Set(shaped)).toEqual(new Set(['Zero', 'One', 'Two']));

    // A move changes no value and no layout; another element's text changes its own alone.
    shaped.length = 0;
    const moved = { ...template, elements: template.elements.map((e) => (e === one ? { ...e, xMm: 9 } : e)) };
    const other = withText(moved, 2, 'Else');
    view.change(0, 1, diffTemplates(template, other));
    await nextFrame();
    expect(shaped).toEqual(['Else']);

    shaped.length = 0;
    const changed = withText(other, 1, 'New');
    view.change(1, 2, diffTemplates(other, changed));
    const frame = await nextFrame();
    const withReferences = pictures.at(-1);
    expect(shaped).toEqual(['New', 'New', 'New']);
    expect([...frame.bounds.keys()].toSorted()).toEqual(
      template.elements
        .filter((e) => !['Zero', 'Two'].includes(textOf(e)))
        .map((e) => e.id)
        .toSorted(),
    );

    // The same picture as a full repaint, also after the references are deleted.
    const cleared = {
      ...changed,
      elements: withoutReferencesTo(
        changed.elements.filter((e) => e.id !== one?.id),
        new Set([one?.id ?? expect.fail()]),
      ),
    };
    view.change(2, 3, diffTemplates(changed, cleared));
    await nextFrame();
    for (const [shown, picture] of [
      [changed, withReferences],
      [cleared, pictures.at(-1)],
    ] as const) {
      const fresh = createView(fixture);
      fresh.view.reset(0, shown);
      fresh.view.show(createState());
      await fresh.nextFrame();
      expect(fresh.pictures.at(-1)).toBe(picture);
    }
  });

  test('rejects a change out of sequence, and shows the same after a reset as after all changes at the edge', async () => {
    const { view, nextFrame, pictures } = createView(fixture);
    const first = createTexts('One', 'Two');
    // At the edge of the label, whose own soft edge is repainted as well.
    const second = withText(first, 0, 'Changed');
    expect(view.change(0, 1, diffTemplates(first, second))).toBe('gap');
    view.reset(1, first);
    view.show(createState());
    await nextFrame();
    expect(view.change(2, 3, diffTemplates(first, second))).toBe('gap');
    expect(view.change(1, 2, diffTemplates(first, second))).toBe('applied');
    expect((await nextFrame()).revision).toBe(2);
    view.reset(9, applyChange(first, diffTemplates(first, second)));
    expect((await nextFrame()).revision).toBe(9);
    expect(pictures[2]).toBe(pictures[1]);
    expect(pictures[1]).not.toBe(pictures[0]);
  });

  test('merges calls between two pictures into one', async () => {
    const { view, nextFrame, frames } = createView(fixture);
    view.reset(1, createTexts('One'));
    for (let x = 0; x < 50; x++) view.show(createState({ viewport: { ...createState().viewport, originXPx: x } }));
    expect((await nextFrame()).viewport.originXPx).toBe(49);
    expect(frames).toHaveLength(1);
  });

  test('lays out again only edited elements, and everything for another record or printer', async () => {
    const { view, nextFrame, shaped } = createView(fixture);
    const first = createTexts('Alpha', 'Beta', 'Gamma');
    view.reset(1, first);
    view.show(createState());
    await nextFrame();
    shaped.length = 0;
    view.show(createState({ record: { ...NO_RECORD }, viewport: { ...createState().viewport, pxPerMm: 9 } }));
    await nextFrame();
    expect(shaped).toEqual([]);
    view.change(1, 2, diffTemplates(first, withText(first, 1, 'Beta!')));
    await nextFrame();
    expect(shaped).toEqual(['Beta!']);
    view.show(createState({ dpi: 203 }));
    await nextFrame();
    expect(shaped).toEqual(['Beta!', 'Alpha', 'Beta!', 'Gamma']);
  });

  test('paints without a slow font, and again when it is loaded', async () => {
    const files = createNodeFontSource();
    const arrive = Promise.withResolvers<null>();
    const slow = await createSkiaFixture({
      read: async (face: FontFace, signal: AbortSignal) => {
        if (face.family.startsWith('Noto')) await arrive.promise;
        return files.read(face, signal);
      },
    });
    const { view, nextFrame, pictures } = createView(slow);
    view.reset(1, createTexts('标签'));
    view.show(createState());
    const before = await nextFrame();
    expect(before.problems).toEqual([]);
    arrive.resolve(null);
    const after = await nextFrame();
    expect(after.problems).toEqual([]);
    expect(pictures[1]).not.toBe(pictures[0]);
  });

  test('reports an unavailable font', async () => {
    const none: FontSource = { read: () => Promise.reject(new Error('offline')) };
    const { view, nextFrame } = createView(await createSkiaFixture(none));
    view.reset(1, createTexts('x'));
    view.show(createState());
    expect((await nextFrame()).problems.map((p) => p.problem.code)).toContain('font.loadFailed');
  });

  test('shows content outside the label paler than on it', async () => {
    const { skia } = fixture;
    const inked: number[] = [];
    const probe = new View({
      ...fixture,
      library: createImageLibrary(skia),
      target: createRasterTarget(skia, (pixels, width) =>
        inked.push(pixels[(60 * width + 15) * 4] ?? 0, pixels[(60 * width + 25) * 4] ?? 0),
      ),
      schedule: (task) => task(),
      onFrame: () => undefined,
      now: () => 0,
    });
    const bar = createTestElement('rectangle', { xMm: -4, yMm: 15, widthMm: 12, heightMm: 10, filled: true });
    probe.reset(1, createTestTemplate([bar]));
    probe.show(createState());
    probe.dispose();
    const [nextTo, on] = inked;
    expect(on).toBe(0);
    expect(nextTo).toBeGreaterThan(150);
    expect(nextTo).toBeLessThan(0xee);
  });
});
