import type { Rotation } from '#model/kernel/geometry.ts';
import type { Dots } from '#model/kernel/units.ts';
import type { DotRect } from './display-op.ts';
import type { PlacedSymbol } from './layout.ts';
import { boundsOfTurned } from './symbol-layout.ts';

/** Distances from the symbol's edges when it is upright, before rotation. */
export interface Margins {
  readonly left: Dots;
  readonly right: Dots;
  readonly top: Dots;
  readonly bottom: Dots;
}

/** The quiet zone of the symbol's standard, in dots. */
export function quietMargins({ symbol, moduleDots }: PlacedSymbol): Margins {
  if (symbol.kind === 'matrix') {
    const all = symbol.quietModules * moduleDots;
    return { left: all, right: all, top: all, bottom: all };
  }
  const { left, right } = symbol.quietModules;
  return { left: left * moduleDots, right: right * moduleDots, top: 0, bottom: 0 };
}

/** The symbol's dots with its quiet zone; around them at a free angle. */
export function areaWithQuietZone(placed: PlacedSymbol): DotRect {
  const quiet = quietMargins(placed);
  return placed.turned === undefined
    ? withMargins(placed.bounds, placed.rotation, quiet)
    : boundsOfTurned(placed.turned, quiet);
}

/** The rectangle on the label with margins around it, which are rotated with the symbol. Negative margins shrink it. */
export function withMargins(bounds: DotRect, rotation: Rotation, m: Margins): DotRect {
  const [left, top, right, bottom] =
    rotation === 0
      ? [m.left, m.top, m.right, m.bottom]
      : rotation === 90
        ? [m.bottom, m.left, m.top, m.right]
        : rotation === 180
          ? [m.right, m.bottom, m.left, m.top]
          : [m.top, m.right, m.bottom, m.left];
  return {
    x: bounds.x - left,
    y: bounds.y - top,
    width: bounds.width + left + right,
    height: bounds.height + top + bottom,
  };
}
