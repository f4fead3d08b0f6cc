import type { ImageOp } from '#model/elements/base/display-op.ts';

/** How an image becomes black and white, and the used part of it: everything in an image op except its place. */
export type OneBitLook = Pick<ImageOp, 'oneBit' | 'threshold' | 'source'>;

/** A key of all properties of a look that affect the dots. */
export function lookKey({ oneBit, threshold: level, source }: OneBitLook): string {
  const part = source === undefined ? '' : `${source.x} ${source.y} ${source.width} ${source.height}`;
  return `${oneBit} ${oneBit === 'threshold' ? (level ?? '') : ''} ${part}`;
}
