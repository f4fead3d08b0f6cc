import type { DisplayOp } from '#model/elements/base/display-op.ts';
import { multiply, type Affine } from '#model/kernel/geometry.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import type { ImageLibrary } from './image-library.ts';
import { placeImage } from './image-place.ts';
import { DOTS_AT_ONCE, isBanded } from './one-bit-image.ts';

/**
 * Makes the large images of a label black and white before it is painted, in steps of some 10 ms. Painting then finds
 * them in the library and is not delayed. The largest ones are only prepared for being painted band by band.
 */
export function* imageSteps(library: ImageLibrary, list: DisplayList): Generator<null, void, void> {
  const perMm = dotsPerMm(list.dpi);
  const label: Affine = { a: perMm, b: 0, c: 0, d: perMm, e: 0, f: 0 };
  for (const { transform, ops } of list.items) {
    if (ops.some(hasImage)) yield* opsSteps(library, ops, multiply(label, transform));
  }
}

function* opsSteps(library: ImageLibrary, ops: readonly DisplayOp[], toDots: Affine): Generator<null, void, void> {
  for (const op of ops) {
    if (op.type === 'group') yield* opsSteps(library, op.ops, multiply(toDots, op.transform));
    if (op.type !== 'image') continue;
    const { width, height, orientation } = placeImage(op.rect, toDots);
    if (isBanded(width, height)) yield* library.oneBitBands(op, width, height, orientation)?.prepare() ?? [];
    else if (width * height > DOTS_AT_ONCE) yield* library.oneBitSteps(op, width, height, orientation);
  }
}

function hasImage(op: DisplayOp): boolean {
  return op.type === 'image' || (op.type === 'group' && op.ops.some(hasImage));
}
