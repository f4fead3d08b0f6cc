import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ViewSurface } from '#protocol/render.ts';
import { createPng } from '../print/create-image-files.ts';
import { openBuiltPage, type BuiltPage } from '../support/built-page.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '../support/create-elements.ts';
import type { Difference, ViewPage, ViewRequest } from './page/main.ts';

/** WebGL on the CPU: the product rejects it for a property that serves the tests. */
const SOFTWARE_GL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const DPI = 203;
/** Maximum difference of a pixel on the edge of a curve, of 255. */
const CURVE_TOLERANCE = 80;
const SAME: Difference = { pixels: 0, largest: 0 };

const text = createTestElement('text', {
  sources: [fixedText('Ünïçödé 标签 0123')],
  xMm: 3,
  yMm: 2,
  widthMm: 40,
  heightMm: 6,
  fontSize: 14,
});
const barcode = createTestElement('barcode', {
  sources: [fixedText('LW-0042')],
  xMm: 3,
  yMm: 10,
  widthMm: 40,
  heightMm: 10,
  numberPosition: 'none',
});
const image = createTestElement('image', {
  asset: TEST_ASSET,
  xMm: 3,
  yMm: 22,
  widthMm: 12,
  heightMm: 8,
  oneBit: 'floydSteinberg',
});
const qrcode = createTestElement('qrcode', {
  sources: [fixedText('https://example.com')],
  xMm: 18,
  yMm: 21,
  widthMm: 10,
  heightMm: 10,
});
const ellipse = createTestElement('ellipse', { xMm: 30, yMm: 22, widthMm: 12, heightMm: 8, penWidthMm: 0.6 });
const ELEMENTS: readonly LabelElement[] = [text, barcode, image, qrcode, ellipse];

/** One dot of the printer a pixel unless set otherwise. */
function createRequest(surface: ViewSurface, pxPerMm = DPI / 25.4): ViewRequest {
  const { label } = createTestTemplate([], { widthMm: 46, heightMm: 33 });
  const png = createPng(90, 60, (x, y) => [x * 2, y * 4, (x * y) % 256, 255]);
  const viewport = { widthPx: 500, heightPx: 400, pxPerMm, originXPx: 30, originYPx: 20 };
  const request = { surface, label, elements: ELEMENTS, asset: [TEST_ASSET, [...png]], viewport, dpi: DPI } as const;
  // WebGL emulated on the CPU may be slow, which must not count as a hang.
  return surface === 'gpu' ? { ...request, hangMs: 30_000 } : request;
}

let opened: BuiltPage;
beforeAll(async () => {
  opened = await openBuiltPage(join(import.meta.dirname, 'page'), 'viewPage', SOFTWARE_GL);
});
afterAll(() => opened?.close());

/** Calls a function of the page. */
function ask<Name extends keyof ViewPage>(
  name: Name,
  ...args: Parameters<ViewPage[Name]>
): Promise<Awaited<ReturnType<ViewPage[Name]>>> {
  return opened.page.evaluate(
    ([called, given]) => {
      const { viewPage } = globalThis as unknown as { readonly viewPage: Record<string, (...a: unknown[]) => unknown> };
      return viewPage[called as string]?.(...(given as unknown[]));
    },
    [name, args] as const,
  ) as Promise<Awaited<ReturnType<ViewPage[Name]>>>;
}

/** The area of the picture that an element covers, and a little around it. */
function around(element: LabelElement, { viewport }: ViewRequest): Rect {
  const { pxPerMm, originXPx, originYPx } = viewport;
  return {
    x: Math.floor(originXPx + (element.xMm - 1) * pxPerMm),
    y: Math.floor(originYPx + (element.yMm - 1) * pxPerMm),
    width: Math.ceil((element.widthMm + 2) * pxPerMm),
    height: Math.ceil((element.heightMm + 2) * pxPerMm),
  };
}

describe('on a graphics processor', () => {
  test.each([DPI / 25.4, 5.3])('draws the same as the CPU, curves nearly so: %f pixels a mm', async (pxPerMm) => {
    const request = createRequest('cpu', pxPerMm);
    await ask('open', request);
    await ask('keep', 'cpu');
    await ask('open', createRequest('gpu', pxPerMm));
    await ask('keep', 'gpu');
    expect(await ask('compare', 'cpu', 'gpu')).not.toEqual(SAME);
    for (const element of [text, barcode, image, qrcode]) {
      expect(await ask('compare', 'cpu', 'gpu', around(element, request)), element.type).toEqual(SAME);
    }
    // Curves and slanted edges: each processor smooths them its own way.
    const curved = await ask('compare', 'cpu', 'gpu', around(ellipse, request));
    expect(curved.largest).toBeLessThan(CURVE_TOLERANCE);
  });

  test('repaints only changes, to the pixels of a whole painting', async () => {
    const request = createRequest('gpu', 5.3);
    const moved = ELEMENTS.map((element) => (element === barcode ? { ...barcode, xMm: 1, yMm: 12.3 } : element));
    await ask('open', request);
    await ask('keep', 'before');
    await ask('edit', moved);
    await ask('keep', 'edited', 'before');
    await ask('open', { ...request, elements: moved });
    await ask('untilSame', 'edited', 20_000);
  });

  test('a lost context is restored with the same picture', async () => {
    await ask('open', createRequest('gpu'));
    await ask('keep', 'before');
    const frame = ask('nextFrame', 10_000);
    await ask('fail', 'blink');
    await frame;
    // The screen may still show the picture of before the loss: each of these is another one.
    await ask('edit', [text, image]);
    await ask('keep', 'edited', 'before');
    await ask('edit', ELEMENTS);
    await ask('untilSame', 'before', 20_000);
    expect(await ask('workers')).toBe(1);
    await ask('open', { ...createRequest('gpu'), elements: [text, image] });
    await ask('untilSame', 'edited', 20_000);
  });

  test.each([['lose'], ['deny', 'blink']] as const)(
    'a context that is not restored (%s %s): the CPU continues',
    async (...failures) => {
      const request = createRequest('cpu');
      await ask('open', request);
      await ask('keep', 'cpu');
      await ask('open', createRequest('gpu'));
      await ask('keep', 'gpu');
      for (const failure of failures) await ask('fail', failure);
      await ask('untilSame', 'cpu', 40_000);
      expect(await ask('workers')).toBe(2);
    },
  );
});

test('with software WebGL, the CPU paints unless set otherwise', async () => {
  await ask('open', createRequest('cpu'));
  await ask('keep', 'cpu');
  await ask('open', createRequest('auto'));
  await ask('untilSame', 'cpu', 20_000);
});

// The delay of a new worker is tested in `render-client.test.ts`.
test.each(['crash', 'hang', 'exhaust'] as const)('after %s another worker shows the same picture', async (failure) => {
  // On a busy machine a worker that is only slow must not count as one that hangs.
  const request = { ...createRequest('cpu'), hangMs: 5_000 };
  await ask('open', request);
  await ask('keep', 'before');
  await ask('open', { ...request, elements: [text, image] });
  await ask('keep', 'open');
  await ask('fail', failure);
  // A worker without memory fails at the next use; changes in the meantime are not lost.
  await ask('change', ELEMENTS);
  await ask('untilSame', 'before', 40_000);
  expect(await ask('workers')).toBe(2);
});
