import { beforeAll, describe, expect, test } from 'vitest';
import { NO_RECORD } from '#model/data/record.ts';
import type { ImageOp } from '#model/elements/base/display-op.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { Frame } from '#protocol/render.ts';
import { createImageLibrary, type ImageLibrary } from '#render-worker/images/image-library.ts';
import { createRasterTarget } from '#render-worker/view/raster-target.ts';
import { View } from '#render-worker/view/view.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '../support/create-elements.ts';
import { createSkiaFixture, hashOf, type SkiaFixture } from '../render/skia-fixture.ts';
import { createPng } from './create-image-files.ts';
import { createPrintFixture } from './create-print-core-fixture.ts';

const WIDTH_MM = 200;
const HEIGHT_MM = 300;
const UPRIGHT = { transpose: false, flipX: false, flipY: false };
const ASSETS = new Map([
  [
    TEST_ASSET,
    { mime: 'image/png' as const, bytes: createPng(80, 120, (x, y) => [x * 3, y * 2, 99, y > 90 ? 0 : 255]) },
  ],
]);
const image = createTestElement('image', {
  asset: TEST_ASSET,
  xMm: 0,
  yMm: 0,
  widthMm: WIDTH_MM,
  heightMm: HEIGHT_MM,
  oneBit: 'floydSteinberg',
});
const template = {
  ...createTestTemplate([image], { widthMm: WIDTH_MM, heightMm: HEIGHT_MM }),
  assets: ASSETS,
};
const op: ImageOp = {
  type: 'image',
  asset: TEST_ASSET,
  rect: { x: 0, y: 0, width: WIDTH_MM, height: HEIGHT_MM },
  oneBit: 'floydSteinberg',
};

let fixture: SkiaFixture;
beforeAll(async () => {
  fixture = await createSkiaFixture();
});

function createLibrary(): ImageLibrary {
  const library = createImageLibrary(fixture.skia);
  library.add(ASSETS);
  return library;
}

describe('a large image', () => {
  test('is converted to black and white in steps, continues after a pause, and is the same as in one step', () => {
    const library = createLibrary();
    const asked = [op, 2362, 3543, UPRIGHT] as const;
    const first = library.oneBitSteps(...asked);
    for (let step = 0; step < 3; step++) expect(first.next().done).toBe(false);
    expect(library.hasOneBit(...asked)).toBe(false);
    const second = library.oneBitSteps(...asked);
    let left = 0;
    for (let step = second.next(); step.done !== true; step = second.next()) left++;
    expect(library.hasOneBit(...asked)).toBe(true);
    // Some 8 steps in all: finished ones are not repeated.
    expect(left).toBeGreaterThan(2);
    expect(left).toBeLessThan(6);
    expect(first.next()).toMatchObject({ done: true });
    const [inSteps, atOnce] = [library.oneBit(...asked), createLibrary().oneBit(...asked)];
    expect(hashOf(inSteps?.paper ?? new Uint8Array())).toBe(hashOf(atOnce?.paper ?? new Uint8Array()));
    expect(hashOf(inSteps?.clear ?? new Uint8Array())).toBe(hashOf(atOnce?.clear ?? new Uint8Array()));
    expect(inSteps?.clear).not.toBeNull();
  });

  test('lets the worker handle messages while a run converts it, and a closed run ends there', async () => {
    // Each check of the clock is the end of a slice.
    const { core } = await createPrintFixture(() => performance.now() * 1000);
    const { runId } = expectOk(await core.openRun({ template, dpi: 600 }));
    const running = core.printRecords(runId, [NO_RECORD], 'print');
    const ended = running.then(() => 'ended' as const);
    for (let turn = 0; turn < 3; turn++) {
      const taken = new Promise<'turn'>((resolve) => setTimeout(() => resolve('turn'), 0));
      expect(await Promise.race([taken, ended])).toBe('turn');
    }
    await core.closeRun(runId);
    expect(await running).toMatchObject({ ok: false, error: { code: 'aborted' } });
    core.dispose();
  });

  test('keeps the view unchanged until it is ready; then the picture is complete', async () => {
    const pictures: string[] = [];
    const frames: Frame[] = [];
    let steps = 0;
    const library = createLibrary();
    const counting: ImageLibrary = {
      ...library,
      *oneBitSteps(...asked) {
        const made = library.oneBitSteps(...asked);
        for (;;) {
          const step = made.next();
          if (step.done === true) return step.value;
          steps++;
          expect(pictures).toEqual([]);
          yield null;
        }
      },
    };
    const open = (with_: ImageLibrary): View => {
      const view = new View({
        ...fixture,
        library: with_,
        target: createRasterTarget(fixture.skia, (pixels) => pictures.push(hashOf(pixels))),
        schedule: (task) => setTimeout(task, 0),
        onFrame: (frame) => frames.push(frame),
        // Each check of the clock is the end of a slice.
        now: () => performance.now() * 1000,
      });
      const viewport = { widthPx: 300, heightPx: 400, pxPerMm: 1.3, originXPx: 10, originYPx: 5 };
      view.reset(1, template);
      view.show({ viewport, dpi: 300, record: NO_RECORD, surroundings: '#ffffff' });
      return view;
    };
    const view = open(counting);
    let turns = 0;
    while (frames.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      turns++;
    }
    view.dispose();
    expect(steps).toBeGreaterThan(5);
    expect(turns).toBeGreaterThan(10);
    expect(pictures).toHaveLength(1);
    // Once more, with the finished dots.
    const again = open(library);
    while (frames.length === 1) await new Promise((resolve) => setTimeout(resolve, 0));
    again.dispose();
    expect(pictures[1]).toBe(pictures[0]);
  });
});
