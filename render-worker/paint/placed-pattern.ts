import { patternCell, type DotPattern } from '#model/elements/base/fill-pattern.ts';
import { applyToPoint, type Affine } from '#model/kernel/geometry.ts';

/** A pattern as it is on the label, turned and mirrored, in the label's dots. */
export interface PlacedPattern {
  /** The cell is repeated from the dot (0, 0) of the label on: 1 = ink, row by row. */
  readonly size: number;
  readonly ink: Uint8Array;
  /** Patterns with equal keys have equal dots. */
  readonly key: string;
}

/** Turns by 45 degrees are not quarter turns, whichever way their numbers are rounded. */
const HAIR = 1e-9;

/**
 * `toDots` maps the content's mm to dots of the label: a scale, a turn, mirrors and a move. The pattern itself is turned
 * by quarters only, so that its lines stay whole dots.
 */
export function placePattern(pattern: DotPattern, toDots: Affine): PlacedPattern {
  const { size, ink } = patternCell(pattern);
  const { a, b, c, d } = toDots;
  const turned = Math.abs(b) > Math.abs(a) * (1 + HAIR);
  const origin = applyToPoint(toDots, pattern.origin);
  const [x0, y0] = [Math.round(origin.x), Math.round(origin.y)];
  // Going backward, the first dot is the one before the origin.
  const [towardX, towardY] = turned ? [Math.sign(c), Math.sign(b)] : [Math.sign(a), Math.sign(d)];
  const along = (at: number, from: number, toward: number): number =>
    remainder(toward > 0 ? at - from : from - 1 - at, size);
  const placed = new Uint8Array(size * size);
  for (let y = 0; y < size; y++) {
    const down = along(y, y0, towardY);
    for (let x = 0; x < size; x++) {
      const across = along(x, x0, towardX);
      placed[y * size + x] = ink[turned ? across * size + down : down * size + across] as number;
    }
  }
  const { pattern: name, density, unitDots } = pattern;
  const at = [remainder(x0, size), remainder(y0, size), towardX, towardY, turned];
  return { size, ink: placed, key: [name, density, unitDots, ...at].join() };
}

export function remainder(value: number, by: number): number {
  return ((value % by) + by) % by;
}
