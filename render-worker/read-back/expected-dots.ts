import type { DotRect } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import { symbolGeometry } from '#model/symbology/geometry.ts';
import { type BitPlane, createBitPlane, inkRect, sameRows } from '../print/bit-plane.ts';

/**
 * True when the symbol stands at `bounds` (in the plane's dots, where it must fit) dot for dot, and nothing else there;
 * false too when bounds and symbol don't belong together.
 */
export function standsExactly(plane: BitPlane, bounds: DotRect, placed: PlacedSymbol): boolean {
  const { symbol, rotation, dotsPerModule } = placed;
  const turned = rotation === 90 || rotation === 270;
  const geometry = symbolGeometry(symbol, dotsPerModule, turned ? bounds.width : bounds.height);
  const width = turned ? geometry.heightDots : geometry.widthDots;
  const height = turned ? geometry.widthDots : geometry.heightDots;
  if (width !== bounds.width || height !== bounds.height) return false;
  const { rects } = geometry;
  // Upright bars of one height are the same in all rows: one row says it all.
  const uniform = !turned && hasOneHeight(rects, geometry.heightDots);
  // Shifted so that its bytes are those of the plane.
  const shift = bounds.x & 7;
  const expected = createBitPlane(shift + width, uniform ? 1 : height);
  for (let i = 0; i < rects.length; i += 4) {
    const [x, y, w, h] = [rects[i] ?? 0, rects[i + 1] ?? 0, rects[i + 2] ?? 0, rects[i + 3] ?? 0];
    const r: DotRect =
      rotation === 0
        ? { x, y, width: w, height: h }
        : rotation === 90
          ? { x: width - y - h, y: x, width: h, height: w }
          : rotation === 180
            ? { x: width - x - w, y: height - y - h, width: w, height: h }
            : { x: y, y: height - x - w, width: h, height: w };
    inkRect(expected, { ...r, x: r.x + shift, ...(uniform ? { y: 0, height: 1 } : {}) });
  }
  return sameRows(expected, shift, plane, bounds);
}

function hasOneHeight(rects: Int32Array, height: number): boolean {
  for (let i = 0; i < rects.length; i += 4) if (rects[i + 1] !== 0 || rects[i + 3] !== height) return false;
  return true;
}
