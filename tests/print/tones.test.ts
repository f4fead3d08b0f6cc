import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { dotsToMm } from '#model/kernel/units.ts';
import { ONE_BIT_MODES } from '#model/elements/base/display-op.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { NO_RECORD } from '#model/data/record.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import type { OutputColour } from '#protocol/render.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createPng } from './create-image-files.ts';
import { createPrintFixture } from './create-print-core-fixture.ts';

const DPI = 300;
const dots = (count: number): number => dotsToMm(count, DPI);
const WIDTH = 24;
const HEIGHT = 16;
/** Transparent at the left, half transparent in the middle. */
const alphaAt = (x: number): number => (x < 6 ? 0 : x < 12 ? 128 : 255);
const colourAt = (x: number, y: number): readonly [number, number, number] => [x * 10, y * 15, 255 - x * 5];
const PICTURE = createPng(WIDTH, HEIGHT, (x, y) => [...colourAt(x, y), alphaAt(x)]);
const OPAQUE = createPng(WIDTH, HEIGHT, (x, y) => [...colourAt(x, y), 255]);

const [CLEAR_KEY, OPAQUE_KEY] = ['c1', '0b'].map((byte) => byte.repeat(32)) as [AssetKey, AssetKey];
const ASSETS = new Map(
  (
    [
      [CLEAR_KEY, PICTURE],
      [OPAQUE_KEY, OPAQUE],
    ] as const
  ).map(([key, bytes]) => [key, { mime: 'image/png' as const, bytes }]),
);

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});
afterAll(() => core.dispose());

interface Picture {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): readonly [number, number, number];
}

async function print(
  elements: readonly LabelElement[],
  colour: OutputColour,
  settings: object = { widthMm: dots(60), heightMm: dots(50) },
  dpi = DPI,
): Promise<Picture> {
  const template = {
    ...createTestTemplate(elements, settings),
    assets: ASSETS,
  };
  const { runId } = expectOk(await core.openRun({ template, dpi, colour }));
  const { pages } = expectOk(await core.printRecords(runId, [NO_RECORD], 'print'));
  await core.closeRun(runId);
  const { width, height, data } = PNG.sync.read(Buffer.from(pages[0]?.png ?? []));
  return {
    width,
    height,
    at: (x, y) => [0, 1, 2].map((c) => data[(y * width + x) * 4 + c] ?? -1) as [number, number, number],
  };
}

/** As many dots as pixels, so that each dot is a pixel. */
const image = (fields: object = {}): LabelElement =>
  createTestElement('image', {
    asset: CLEAR_KEY,
    xMm: dots(20),
    yMm: dots(15),
    widthMm: dots(WIDTH),
    heightMm: dots(HEIGHT),
    ...fields,
  });
const onWhite = (value: number, alpha: number): number => (value * alpha + 255 * (255 - alpha)) / 255;
const luma = ([r, g, b]: readonly [number, number, number]): number => (r * 77 + g * 150 + b * 29) / 256;

describe('images in gray and colored prints', () => {
  test('have their own colors, whatever they become in black and white', async () => {
    const pictures = [];
    for (const oneBit of ONE_BIT_MODES) pictures.push(await print([image({ oneBit })], 'rgb'));
    for (const picture of pictures) {
      for (let y = 0; y < HEIGHT; y++) {
        for (let x = 0; x < WIDTH; x++) {
          const expected = colourAt(x, y).map((value) => onWhite(value, alphaAt(x)));
          picture
            .at(20 + x, 15 + y)
            .forEach((value, c) => expect(Math.abs(value - (expected[c] ?? 0))).toBeLessThan(2));
        }
      }
      expect(picture.at(19, 15)).toEqual([255, 255, 255]);
    }
  });

  test('have their own grays', async () => {
    const picture = await print([image({ asset: OPAQUE_KEY })], 'gray');
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        expect(Math.abs((picture.at(20 + x, 15 + y)[0] ?? 0) - luma(colourAt(x, y)))).toBeLessThan(2);
      }
    }
  });

  test('show the content below where they are transparent', async () => {
    const black = createTestElement('rectangle', {
      xMm: dots(10),
      yMm: dots(5),
      widthMm: dots(44),
      heightMm: dots(40),
    });
    const picture = await print([{ ...black, filled: true } as LabelElement, image()], 'rgb');
    for (const x of [0, 5, 8, 11, 12, 23]) {
      const expected = colourAt(x, 7).map((value) => (value * alphaAt(x)) / 255);
      picture.at(20 + x, 22).forEach((value, c) => expect(Math.abs(value - (expected[c] ?? 0))).toBeLessThan(3));
    }
  });

  test('rotate and mirror', async () => {
    for (const rotation of ROTATIONS) {
      for (const mirror of [false, true]) {
        const turned = rotation === 90 || rotation === 270;
        const [across, down] = turned ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
        const picture = await print([image({ asset: OPAQUE_KEY, rotation, mirror })], 'rgb');
        for (let v = 0; v < down; v++) {
          for (let u = 0; u < across; u++) {
            const [a, y] =
              rotation === 0
                ? [u, v]
                : rotation === 90
                  ? [v, across - 1 - u]
                  : rotation === 180
                    ? [across - 1 - u, down - 1 - v]
                    : [down - 1 - v, u];
            expect(picture.at(20 + u, 15 + v)).toEqual(colourAt(mirror ? WIDTH - 1 - a : a, y));
          }
        }
      }
    }
  });

  test('are the same in bands and on a page that streams', async () => {
    const settings = { widthMm: 100, heightMm: 100 };
    const fields = { xMm: 3.3, yMm: 2.7, widthMm: 91.7, heightMm: 93.1, rotation: 90 as const, asset: OPAQUE_KEY };
    // At 300 dpi the gray page is whole, at 2000 dpi it streams; both come in bands.
    const whole = await print([image(fields)], 'gray', settings);
    const streamed = await print([image(fields)], 'gray', settings, 1200);
    expect(streamed.width).toBe(4724);
    for (let y = 8; y < whole.height - 8; y += 7) {
      for (let x = 8; x < whole.width - 8; x += 13) {
        const fine = streamed.at(x * 4 + 2, y * 4 + 2)[0];
        // At the end of a pixel of the picture, the coarse dot is a mean.
        const near = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => whole.at(x + dx, y + dy)[0]));
        expect(fine).toBeGreaterThanOrEqual(Math.min(...near) - 1);
        expect(fine).toBeLessThanOrEqual(Math.max(...near) + 1);
      }
    }
  });

  test('the background is the same too', async () => {
    const frame = createTestElement('line', { xMm: 0, yMm: 0, widthMm: dots(2), heightMm: dots(2) });
    const settings = {
      widthMm: dots(WIDTH * 2),
      heightMm: dots(HEIGHT * 2),
      canvases: [OPAQUE_KEY],
      background: OPAQUE_KEY,
      printBackground: true,
    };
    const picture = await print([frame], 'rgb', settings);
    expect(picture.at(41, 21)).toEqual(colourAt(20, 10));
  });
});
