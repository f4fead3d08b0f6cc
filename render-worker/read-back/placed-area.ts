import type { DotRect } from '#model/elements/base/display-op.ts';
import type { Dots } from '#model/kernel/units.ts';

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
