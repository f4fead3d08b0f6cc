import type { DotRect } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import type { Rotation } from '#model/kernel/geometry.ts';
import type { Dots } from '#model/kernel/units.ts';

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

export function isInside(inner: DotRect, outer: DotRect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** The common part of both; without area when there is none. */
export function intersect(a: DotRect, b: DotRect): DotRect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

export function moved(r: DotRect, byX: Dots, byY: Dots): DotRect {
  return { ...r, x: r.x + byX, y: r.y + byY };
}
