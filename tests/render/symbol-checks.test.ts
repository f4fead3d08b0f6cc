import { beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { NO_RECORD } from '#model/data/record.ts';
import type { Change } from '#model/template/change.ts';
import type { SymbolCheck, ViewState } from '#protocol/render.ts';
import { SymbolChecker } from '#render-worker/core/symbol-checker.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import type { Zxing } from '#render-worker/read-back/zxing.ts';
import { createRasterTarget } from '#render-worker/view/raster-target.ts';
import { View } from '#render-worker/view/view.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createSkiaFixture, type SkiaFixture } from './skia-fixture.ts';

let fixture: SkiaFixture;
let zxing: Zxing;
let reads = 0;
beforeAll(async () => {
  fixture = await createSkiaFixture();
  const real = await loadZxingInNode();
  zxing = {
    ...real,
    read(...args) {
      reads++;
      return real.read(...args);
    },
  };
});

const STATE: ViewState = {
  viewport: { widthPx: 300, heightPx: 200, pxPerMm: 2.5, originXPx: 0, originYPx: 0 },
  dpi: 300,
  record: NO_RECORD,
  surroundings: '#eef0f3',
};

interface Shown {
  readonly view: View;
  change(change: Partial<Change>): Promise<void>;
  check(): Promise<readonly SymbolCheck[] | null>;
}

async function show(elements: readonly LabelElement[]): Promise<Shown> {
  const { skia, fonts, measure } = fixture;
  const library = createImageLibrary(skia);
  const checker = new SymbolChecker({ skia, fonts, library });
  let painted: () => void = () => undefined;
  const nextFrame = (): Promise<void> => new Promise((resolve) => (painted = resolve));
  const view = new View({
    skia,
    fonts,
    measure,
    library,
    target: createRasterTarget(skia, () => undefined),
    schedule: (task) => void setTimeout(task, 0),
    onFrame: () => painted(),
    now: () => performance.now(),
  });
  let revision = 1;
  const first = nextFrame();
  view.reset(revision, createTestTemplate(elements, { widthMm: 80, heightMm: 50 }));
  view.show(STATE);
  await first;
  return {
    view,
    async change(change) {
      const frame = nextFrame();
      view.change(revision, ++revision, { added: [], updated: [], removed: [], ...change });
      await frame;
    },
    async check() {
      const label = view.checkedLabel();
      return label && checker.check(label, () => Promise.resolve(zxing));
    },
  };
}

const code = createTestElement('barcode', {
  sources: [fixedText('12345678')],
  xMm: 15,
  yMm: 5,
  widthMm: 45,
  heightMm: 15,
  numberPosition: 'none',
});
const qr = createTestElement('qrcode', { sources: [fixedText('42')], xMm: 15, yMm: 30, widthMm: 12, heightMm: 12 });

/** Every way to spoil a code on the canvas, by elements next to it. */
const SPOILT: readonly (readonly [string, LabelElement, LabelElement, object])[] = [
  [
    'a line across it',
    code,
    createTestElement('line', { direction: 'horizontal', xMm: 10, yMm: 12, widthMm: 60, heightMm: 0.4 }),
    { grade: 'F', ok: false, problem: { code: 'symbol.covered' } },
  ],
  [
    'another element over it',
    qr,
    createTestElement('rectangle', { filled: true, xMm: 14, yMm: 29, widthMm: 8, heightMm: 8 }),
    { grade: 'F', ok: false },
  ],
  [
    'a line in its quiet zone',
    code,
    createTestElement('line', { direction: 'vertical', xMm: 14.6, yMm: 5, widthMm: 0.3, heightMm: 15 }),
    { ok: true, problem: null, notes: [expect.objectContaining({ measure: 'quietZone' })] },
  ],
];

describe('codes on the canvas', () => {
  test('have the grade that they will be printed with', async () => {
    const { view, check } = await show([code, qr]);
    expect(await check()).toMatchObject([
      { elementId: code.id, decoded: '12345678', grade: 'A', ok: true, problem: null },
      { elementId: qr.id, decoded: '42', grade: 'A', ok: true, bounds: { y: expect.closeTo(30.6, 0) } },
    ]);
    view.dispose();
  });

  test.each(SPOILT)('%s is found before anything prints', async (_, symbol, nextTo, expected) => {
    const { view, check } = await show([symbol, nextTo]);
    expect((await check())?.[0]).toMatchObject(expected);
    view.dispose();
  });

  test('beyond the edge, too small and mirrored are reported as different faults', async () => {
    const { view, check } = await show([
      { ...code, xMm: 50 },
      { ...qr, widthMm: 2, heightMm: 2 },
      { ...qr, id: 'mirrored' as never, xMm: 40, mirror: true },
    ]);
    const [clipped, small, mirrored] = (await check()) ?? [];
    expect(clipped).toMatchObject({ grade: 'F', ok: false, problem: { code: 'symbol.outsideLabel' } });
    expect(small?.notes[0]?.measure).toBe('module');
    expect(mirrored).toMatchObject({ grade: null, ok: true, problem: null });
    view.dispose();
  });

  test('an edit reads exactly the codes whose surroundings it changes', async () => {
    const text = createTestElement('text', { sources: [fixedText('x')], xMm: 60, yMm: 30, widthMm: 10, heightMm: 4 });
    const { view, change, check } = await show([code, qr, text]);
    await check();
    const before = reads;
    await change({ updated: [[text, { ...text, yMm: 40 }]] });
    await check();
    expect(reads).toBe(before);
    const nextTo = { ...text, xMm: 26, yMm: 36 };
    await change({ updated: [[{ ...text, yMm: 40 }, nextTo]] });
    expect((await check())?.map(({ grade }) => grade)).toEqual(['A', expect.stringMatching(/[B-F]/)]);
    expect(reads).toBeGreaterThan(before);
    view.dispose();
  });

  test('a check is canceled by a newer edit', async () => {
    const { view, change, check } = await show([code, qr]);
    const late = check();
    await change({ updated: [[qr, { ...qr, xMm: 50 }]] });
    expect(await late).toBeNull();
    expect((await check())?.[1]?.bounds.x).toBeGreaterThan(49);
    view.dispose();
  });

  test('another resolution is read in its own dots, or not before it is laid out', async () => {
    const { view, check } = await show([code]);
    expect((await check())?.[0]?.measures?.moduleMm).toBeCloseTo(0.51, 2);
    view.show({ ...STATE, dpi: 203 });
    expect(await check()).toBeNull();
    await expect.poll(async () => (await check())?.[0]?.measures?.moduleMm).toBeCloseTo(0.5, 2);
    view.dispose();
  });

  test('placeholder codes for missing values have none', async () => {
    const { view, check } = await show([{ ...code, sources: [fixedText('标签')] }]);
    expect(await check()).toEqual([]);
    view.dispose();
  });
});
