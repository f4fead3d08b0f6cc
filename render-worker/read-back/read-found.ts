import type { DotRect } from '#model/elements/base/display-op.ts';
import { type BitPlane, uprightGray } from '../bits/bit-plane.ts';
import { intersect } from './placed-area.ts';
import type { SymbolInPicture } from '#model/document/symbol-in-picture.ts';
import { enlarged } from './decode.ts';
import { readerOptions, type Zxing, type ZxingFind } from './zxing.ts';

const LOCAL_AVERAGE = 0;
const BOOL_CAST = 3;
const ENLARGED = 3;
/**
 * Size of the searched surroundings of a symbol, as a share of its size and in dots: more than the quiet zone that it
 * needs.
 */
const AROUND = 0.12;
const LEAST_AROUND = 16;

/**
 * Reads a symbol of a page from the same bits that print: the reading at its place, null without one. `label` is the
 * area of its label on the plane; the symbol's bounds are in dots of the label.
 */
export function readFound(zxing: Zxing, plane: BitPlane, label: DotRect, symbol: SymbolInPicture): ZxingFind | null {
  const { x, y, width, height } = symbol.bounds;
  const around = Math.ceil(Math.max(LEAST_AROUND, AROUND * Math.max(width, height)));
  const area = {
    x: Math.floor(label.x + x) - around,
    y: Math.floor(label.y + y) - around,
    width: Math.ceil(width) + 2 * around,
    height: Math.ceil(height) + 2 * around,
  };
  const onPlane = intersect(label, { x: 0, y: 0, width: plane.width, height: plane.height });
  const seen = symbol.isCrowded === true ? intersect(onPlane, boundsOf(label, symbol)) : onPlane;
  const crop = uprightGray(plane, area, 0, seen);
  let other: ZxingFind | null = null;
  for (const binarizer of [LOCAL_AVERAGE, BOOL_CAST]) {
    for (const image of [crop, enlarged(crop, ENLARGED)]) {
      const options = { ...readerOptions(symbol.format, false, binarizer), tryHarder: true, tryRotate: true };
      const [find] = zxing.find(image.gray, image.width, image.height, options);
      if (find?.text === symbol.text) return find;
      other ??= find ?? null;
    }
  }
  return other;
}

/** The whole dots of a symbol on the plane. */
function boundsOf(label: DotRect, { bounds: { x, y, width, height } }: SymbolInPicture): DotRect {
  const [left, top] = [Math.floor(label.x + x), Math.floor(label.y + y)];
  return {
    x: left,
    y: top,
    width: Math.ceil(label.x + x + width) - left,
    height: Math.ceil(label.y + y + height) - top,
  };
}
