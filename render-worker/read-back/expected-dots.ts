import type { DotRect } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import { symbolGeometry } from '#model/symbology/geometry.ts';
import { type BitPlane, createBitPlane, inkRect } from '../print/bit-plane.ts';

/** The symbol alone, as it must stand in its bounds; null when bounds and symbol don't belong together. */
export function expectedDots({ symbol, bounds, rotation, dotsPerModule }: PlacedSymbol): BitPlane | null {
  const turned = rotation === 90 || rotation === 270;
  const geometry = symbolGeometry(symbol, dotsPerModule, turned ? bounds.width : bounds.height);
  const width = turned ? geometry.heightDots : geometry.widthDots;
  const height = turned ? geometry.widthDots : geometry.heightDots;
  if (width !== bounds.width || height !== bounds.height) return null;
  const plane = createBitPlane(width, height);
  const { rects } = geometry;
  for (let i = 0; i < rects.length; i += 4) {
    const [x = 0, y = 0, w = 0, h = 0] = rects.subarray(i, i + 4);
    const r: DotRect =
      rotation === 0
        ? { x, y, width: w, height: h }
        : rotation === 90
          ? { x: width - y - h, y: x, width: h, height: w }
          : rotation === 180
            ? { x: width - x - w, y: height - y - h, width: w, height: h }
            : { x: y, y: height - x - w, width: h, height: w };
    inkRect(plane, r);
  }
  return plane;
}
