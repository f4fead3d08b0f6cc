import type { ImageOp } from '#model/elements/base/display-op.ts';
import type { ImageSize } from '#model/elements/base/layout.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { Size } from '#model/kernel/geometry.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Asset } from '#model/template/template.ts';
import type { Skia } from '../skia/load.ts';
import { adjustTones } from './adjust-tones.ts';
import { ByteCache } from '../kernel/byte-cache.ts';
import { decodeColours, decodeImage, type GrayImage, type ToneImage } from './decode-image.ts';
import { inspectImage } from './inspect-image.ts';
import { createOneBitBands, type OneBitBands, lookKey, type OneBitLook } from './one-bit-bands.ts';
import { type OneBitImage, oneBitSteps } from './one-bit-image.ts';
import { type Orientation, orientationKey } from './image-place.ts';
import { turnedSteps } from './turned-image.ts';

const DECODED_BYTES = 64 << 20;
const ONE_BIT_BYTES = 32 << 20;
/** What inspecting has found about lent files; the shapes of a drawing take some eight times its bytes. */
const INSPECTED_BYTES = 8 << 20;
const INSPECTED_LEAST = 256;

/** A worker's images, by content. Each is decoded once, and made black and white once per size. */
export interface ImageLibrary {
  /** Adds the template's images. Known ones cost nothing. */
  add(assets: ReadonlyMap<AssetKey, Asset>): void;
  /** Adds a picture that is no file, until the returned function is called. */
  lend(key: AssetKey, picture: GrayImage): () => void;
  /** Adds the file of an image that is in no template, until the returned function is called. */
  lendFile(key: AssetKey, bytes: Uint8Array): () => void;
  /**
   * The size in pixels, with the drawing of a vector image; null when the image is unknown, damaged or beyond the
   * limits. For `LayoutContext.imageSize`.
   */
  size(key: AssetKey): ImageSize | null;
  /** Why an added image can't be drawn; null when it can. */
  problem(key: AssetKey): Problem | null;
  /** The image in `width` x `height` dots as oriented on the label; null where `size` would be null. */
  oneBit(
    op: OneBitLook & Pick<ImageOp, 'asset'>,
    width: number,
    height: number,
    orientation: Orientation,
  ): OneBitImage | null;
  /**
   * Makes the same in steps of some 10 ms. Work that is canceled between two steps continues when the image is
   * requested again.
   */
  oneBitSteps(...asked: Parameters<ImageLibrary['oneBit']>): Generator<null, OneBitImage | null, void>;
  /** The same in bands, for a print. A large image is never in memory as a whole. */
  oneBitBands(...asked: Parameters<ImageLibrary['oneBit']>): OneBitBands | null;
  /** True when it is made already. */
  hasOneBit(...asked: Parameters<ImageLibrary['oneBit']>): boolean;
  /** The image in its own size, on white paper, with the op's changes to its tones; null where `size` would be null. */
  tones(op: Pick<ImageOp, 'asset' | 'tones'>, colour: 'gray' | 'rgb'): ToneImage | null;
}

interface Entry {
  readonly bytes: Uint8Array;
  readonly size: ImageSize | null;
  problem: Problem | null;
}

function entryOf(bytes: Uint8Array): Entry {
  const info = inspectImage(bytes);
  return { bytes, size: info.ok ? info.value : null, problem: info.ok ? null : info.error };
}

/** An image being made black and white. */
interface Making {
  readonly key: string;
  readonly steps: Generator<null, OneBitImage, void>;
  made: OneBitImage | null;
}

export function createImageLibrary(skia: Skia): ImageLibrary {
  const assets = new Map<AssetKey, Entry>();
  /** Files that were lent before: inspecting one inflates all of its pixels. */
  const inspected = new ByteCache<Omit<Entry, 'bytes'>>(INSPECTED_BYTES);
  const lentFiles = new Map<AssetKey, number>();
  const decoded = new ByteCache<GrayImage>(DECODED_BYTES);
  const coloured = new ByteCache<ToneImage>(DECODED_BYTES);
  const oneBits = new ByteCache<OneBitImage>(ONE_BIT_BYTES);
  const bands = new ByteCache<OneBitBands>(ONE_BIT_BYTES);
  const adjusted = new ByteCache<ToneImage>(DECODED_BYTES);

  /** Lent pictures, with the number of loans. */
  const lent = new Map<AssetKey, { readonly picture: GrayImage; users: number }>();

  let making: Making | null = null;

  /** The decoded image, decoded on first use. */
  function decode<T extends Size>(
    cache: ByteCache<T>,
    key: AssetKey,
    from: (skia: Skia, bytes: Uint8Array) => Result<T>,
    bytesOf: (image: T) => number,
  ): T | null {
    const entry = assets.get(key);
    if (entry === undefined || entry.problem !== null) return null;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const image = from(skia, entry.bytes);
    if (!image.ok) {
      entry.problem = image.error;
      return null;
    }
    cache.set(key, image.value, bytesOf(image.value));
    return image.value;
  }

  function decodeGray(key: AssetKey): GrayImage | null {
    const picture = lent.get(key)?.picture;
    if (picture !== undefined) return picture;
    return decode(decoded, key, decodeImage, ({ gray, alpha }) => gray.length + (alpha?.length ?? 0));
  }

  function colorsOf(key: AssetKey): ToneImage | null {
    const picture = lent.get(key)?.picture;
    return picture === undefined ? decode(coloured, key, decodeColours, bytesOf) : asTones(picture);
  }

  /** The image in its own size, with changed tones; made once. */
  function tonesOf({ asset, tones }: Pick<ImageOp, 'asset' | 'tones'>, colour: 'gray' | 'rgb'): ToneImage | null {
    const own = (): ToneImage | null => (colour === 'rgb' ? colorsOf(asset) : asTones(decodeGray(asset)));
    if (tones === undefined) return own();
    const key = `${colour} ${asset} ${JSON.stringify(tones)}`;
    const known = adjusted.get(key);
    if (known !== undefined) return known;
    const image = own();
    const colors = tones.clearColor === undefined ? null : colorsOf(asset);
    if (image === null) return null;
    const made = adjustTones(image, tones, colors);
    adjusted.set(key, made, bytesOf(made));
    return made;
  }

  function grayOf(op: Pick<ImageOp, 'asset' | 'tones'>): GrayImage | null {
    if (op.tones === undefined) return decodeGray(op.asset);
    const image = tonesOf(op, 'gray');
    return image === null ? null : { ...image, gray: image.planes[0] as Uint8Array };
  }

  function* stepsOf(...asked: Parameters<ImageLibrary['oneBit']>): Generator<null, OneBitImage | null, void> {
    const key = oneBitKey(...asked);
    const known = oneBits.get(key);
    if (known !== undefined) return known;
    const [op, width, height, orientation] = asked;
    const image = grayOf(op);
    if (image === null) return null;
    if (making?.key !== key) {
      making = { key, steps: madeInSteps(image, width, height, op, orientation), made: null };
    }
    const mine = making;
    for (;;) {
      // Another caller may have finished it in the meantime.
      if (mine.made !== null) return mine.made;
      const step = mine.steps.next();
      if (step.done === true) {
        mine.made = step.value;
        oneBits.set(key, step.value, step.value.paper.length + (step.value.clear?.length ?? 0));
        if (making === mine) making = null;
      } else yield null;
    }
  }

  return {
    add(added) {
      for (const [key, asset] of added) {
        if (assets.has(key)) continue;
        assets.set(key, entryOf(asset.bytes));
      }
    },
    lend(key, picture) {
      const known = lent.get(key) ?? { picture, users: 0 };
      known.users++;
      lent.set(key, known);
      return () => {
        known.users--;
        if (known.users === 0) lent.delete(key);
      };
    },
    lendFile(key, bytes) {
      const users = lentFiles.get(key) ?? 0;
      lentFiles.set(key, users + 1);
      if (users === 0) {
        const known = inspected.get(key);
        assets.set(key, known === undefined ? entryOf(bytes) : { ...known, bytes });
      }
      return () => {
        const left = (lentFiles.get(key) ?? 1) - 1;
        lentFiles.set(key, left);
        if (left > 0) return;
        lentFiles.delete(key);
        const { size = null, problem = null } = assets.get(key) ?? {};
        assets.delete(key);
        inspected.set(key, { size, problem }, size?.drawing === undefined ? INSPECTED_LEAST : bytes.length * 8);
      };
    },
    size(key) {
      const picture = lent.get(key)?.picture;
      if (picture !== undefined) return picture;
      const entry = assets.get(key);
      return entry === undefined || entry.problem !== null ? null : entry.size;
    },
    problem(key) {
      return assets.get(key)?.problem ?? null;
    },
    oneBit(...asked) {
      return atOnce(stepsOf(...asked));
    },
    oneBitSteps: stepsOf,
    oneBitBands(...asked) {
      const key = oneBitKey(...asked);
      const known = bands.get(key);
      if (known !== undefined) return known;
      const [op, width, height, orientation] = asked;
      const image = grayOf(op);
      if (image === null) return null;
      const { turn } = orientation;
      const made =
        turn === undefined
          ? createOneBitBands(image, width, height, op, orientation)
          : createOneBitBands(
              atOnce(turnedSteps(image, op, turn, { width, height })),
              width,
              height,
              ofTurned(op),
              UPRIGHT,
            );
      bands.set(key, made, made.keptBytes);
      return made;
    },
    hasOneBit: (...asked) => oneBits.get(oneBitKey(...asked)) !== undefined,
    tones: tonesOf,
  };
}

const UPRIGHT: Orientation = { transpose: false, flipX: false, flipY: false };

/** What remains to be done with an image that was turned. */
function ofTurned({ oneBit, threshold }: OneBitLook): OneBitLook {
  return threshold === undefined ? { oneBit } : { oneBit, threshold };
}

function* madeInSteps(
  image: GrayImage,
  width: number,
  height: number,
  look: OneBitLook,
  orientation: Orientation,
): Generator<null, OneBitImage, void> {
  const { turn } = orientation;
  if (turn === undefined) return yield* oneBitSteps(image, width, height, look, orientation);
  const turned = yield* turnedSteps(image, look, turn, { width, height });
  return yield* oneBitSteps(turned, width, height, ofTurned(look), UPRIGHT);
}

function atOnce<T>(steps: Generator<null, T, void>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function asTones(image: GrayImage | null): ToneImage | null {
  return image === null ? null : { ...image, planes: [image.gray] };
}

function bytesOf({ width, height, planes, alpha }: ToneImage): number {
  return width * height * (planes.length + (alpha === null ? 0 : 1));
}

function oneBitKey(...[op, width, height, orientation]: Parameters<ImageLibrary['oneBit']>): string {
  return `${op.asset} ${width} ${height} ${lookKey(op)} ${orientationKey(orientation)}`;
}
