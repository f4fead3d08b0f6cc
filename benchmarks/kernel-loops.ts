import { ONE_BIT_MODES } from '#model/elements/base/display-op.ts';
import { crc32 as plainCrc32 } from '#model/kernel/crc32.ts';
import { Sha256 as PlainSha256 } from '#model/kernel/sha256.ts';
import { averagedRows, eachRow, rowsOf } from '#render-worker/images/area-average.ts';
import { toOneBit } from '#tests/support/to-one-bit.ts';
import { crc32 } from '#render-worker/kernel/crc32.ts';
import { packGrayRows, packRgbaRows } from '#render-worker/kernel/pack-rows.ts';
import { createRowDeflater } from '#render-worker/kernel/row-deflate.ts';
import { Sha256 } from '#render-worker/kernel/sha256.ts';
import { areaAverage as plainAverage } from '#tests/kernel/reference/area-average.ts';
import { toOneBit as plainOneBit } from '#tests/kernel/reference/one-bit-image.ts';
import {
  luminance,
  packGrayRows as plainPackGray,
  packRgbaRows as plainPackRgba,
} from '#tests/kernel/reference/one-bit.ts';
import { createRowDeflater as createPlainDeflater } from '#tests/kernel/reference/row-deflate.ts';
import type { Figure } from './figure.ts';

const GOAL = 1.5;
const QUICK_LOOP = 'floydSteinberg';
const ROUNDS = 7;
/** Width of a part of the widest label at 600 dpi, in dots. */
const WIDTH = 9449;
const HEIGHT = 512;
const SOURCE = { width: 4000, height: 290 };

interface Loop {
  readonly name: string;
  readonly kernel: () => void;
  readonly plain: () => void;
}

/**
 * Each loop of the kernel, with the cost of the call, against the same in plain JavaScript; the fastest of interleaved
 * rounds, in Node. `quick`: one of them.
 */
export function run(quick: boolean): Promise<readonly Figure[]> {
  const loops = createLoops().filter(({ name }) => !quick || name === QUICK_LOOP);
  return Promise.resolve(
    loops.map(({ name, kernel, plain }) => {
      let [ms, peerMs] = [Infinity, Infinity];
      for (let round = 0; round < ROUNDS; round++) {
        ms = Math.min(ms, timeOf(kernel));
        peerMs = Math.min(peerMs, timeOf(plain));
      }
      return {
        name: `kernel-loop-${name}`,
        ratio: peerMs / ms,
        goal: GOAL,
        against: 'plain loops in JavaScript',
        ms,
        peerMs,
      };
    }),
  );
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function createLoops(): readonly Loop[] {
  const { width, height } = SOURCE;
  const gray = noise(width * height);
  const opaque = { width, height, gray, alpha: null };
  const alpha = noise(width * height);
  const turned = { transpose: true, flipX: true, flipY: false };
  const rgba = noise(WIDTH * HEIGHT * 4);
  const stride = Math.ceil(WIDTH / 8);
  const grayStride = stride * 8;
  const grayRows = noise(grayStride * HEIGHT);
  const dots = plainOneBit(opaque, WIDTH, HEIGHT, { oneBit: 'floydSteinberg' }).paper;
  const small = { width: 900, height: 65 };

  return [
    ...ONE_BIT_MODES.map((oneBit) => ({
      name: oneBit,
      kernel: () => void toOneBit(opaque, WIDTH, HEIGHT, { oneBit }),
      plain: () => void plainOneBit(opaque, WIDTH, HEIGHT, { oneBit }),
    })),
    {
      name: 'turned',
      kernel: () => void toOneBit(opaque, HEIGHT, WIDTH, { oneBit: 'floydSteinberg' }, turned),
      plain: () => void plainOneBit(opaque, HEIGHT, WIDTH, { oneBit: 'floydSteinberg' }, turned),
    },
    {
      name: 'alpha',
      kernel: () => void toOneBit({ ...opaque, alpha }, WIDTH, HEIGHT, { oneBit: 'floydSteinberg' }),
      plain: () => void plainOneBit({ ...opaque, alpha }, WIDTH, HEIGHT, { oneBit: 'floydSteinberg' }),
    },
    {
      name: 'average-up',
      kernel: () => average(gray, SOURCE, WIDTH, HEIGHT),
      plain: () => void plainAverage(gray, width, height, WIDTH, HEIGHT),
    },
    {
      name: 'average-down',
      kernel: () => average(gray, SOURCE, small.width, small.height),
      plain: () => void plainAverage(gray, width, height, small.width, small.height),
    },
    {
      name: 'rgba',
      kernel: () => {
        const bits = new Uint8Array(stride * HEIGHT);
        packRgbaRows(
          rgba,
          WIDTH,
          HEIGHT,
          { bits, offset: 0, strideBytes: stride },
          'gray',
          new Uint8Array(WIDTH * HEIGHT),
        );
      },
      plain: () => {
        plainPackRgba(rgba, WIDTH * 4, WIDTH, HEIGHT, new Uint8Array(stride * HEIGHT), 0, stride);
        const pixels = new Uint8Array(WIDTH * HEIGHT);
        for (let i = 0; i < pixels.length; i++) pixels[i] = luminance(rgba, i * 4);
      },
    },
    {
      name: 'pack',
      kernel: () => {
        const bits = new Uint8Array(stride * HEIGHT);
        packGrayRows(grayRows, grayStride, WIDTH, HEIGHT, { bits, offset: 0, strideBytes: stride });
      },
      plain: () => plainPackGray(grayRows, grayStride, WIDTH, HEIGHT, new Uint8Array(stride * HEIGHT), 0, stride),
    },
    {
      name: 'deflate',
      kernel: () => {
        createRowDeflater(stride, () => undefined).rows(dots, 0, HEIGHT, true);
      },
      plain: () => {
        const deflater = createPlainDeflater(stride);
        deflater.rows(dots, 0, HEIGHT);
        deflater.finish();
      },
    },
    { name: 'crc32', kernel: () => void crc32(rgba), plain: () => void plainCrc32(rgba) },
    { name: 'sha256', kernel: () => new Sha256().update(rgba), plain: () => new PlainSha256().update(rgba) },
  ];
}

function average(gray: Uint8Array, size: typeof SOURCE, width: number, height: number): void {
  const next = eachRow(averagedRows(rowsOf(gray, size), width, height, { x: 0, y: 0, width, height }));
  for (let y = 0; y < height; y++) next();
}

function noise(length: number): Uint8Array {
  let state = 7;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    return state >>> 16;
  });
}
