import type { DotRect } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import { type Problem, problem } from '#model/kernel/problem.ts';
import { type BitPlane, hasInk, samePlane, uprightGray } from '../print/bit-plane.ts';
import { type Crop, decodeCrop } from './decode.ts';
import { expectedDots } from './expected-dots.ts';
import { intersect, isInside, type Margins, moved, quietMargins, withMargins } from './placed-area.ts';
import type { Zxing } from './zxing.ts';

/** How one symbol of a print bitmap read. */
export interface SymbolReading {
  /** What the reader gave, in the form of the symbol's content; null when it found nothing. */
  readonly decoded: string | null;
  /** Why the label must not be printed; null when it may. */
  readonly problem: Problem | null;
  /** Ink or the label's edge inside the quiet zone: our own reader read it all the same, another may not. */
  readonly warning: Problem | null;
}

/**
 * As much of a quiet zone must lie on the label itself. What is beyond the label's edge is its liner, which is
 * light as a rule, but not ours to promise.
 */
const QUIET_ON_LABEL = 0.5;
/** A linear symbol is decoded from its middle rows; all rows are compared dot for dot besides. */
const STRIP_ROWS = 8;

/**
 * Reads a symbol back from the bits that will print. `label` is where its label stands on the plane; nothing
 * outside it is looked at. It may reach beyond the plane when this has the symbol with its quiet zone. Mirrored symbols are exempt: the caller leaves them out.
 *
 * The symbol must lie on the label (`symbol.outsideLabel`), be found (`symbol.notReadable`), decode to its
 * content (`symbol.misread` with `expected` and `decoded`), have every dot as encoded, so that nothing lies over
 * it (`symbol.covered`). A quiet zone that is not bare is a warning (`symbol.quietZone`).
 */
export function readBack(zxing: Zxing, plane: BitPlane, label: DotRect, placed: PlacedSymbol): SymbolReading {
  const { symbol, rotation } = placed;
  const bounds = moved(placed.bounds, label.x, label.y);
  if (!isInside(bounds, label)) return unread(null, problem('symbol.outsideLabel'));

  const quiet = quietMargins(placed);
  const seen = intersect(label, { x: 0, y: 0, width: plane.width, height: plane.height });
  const decoded = decodeCrop(zxing, cropSymbol(plane, seen, bounds, placed, quiet), symbol);
  if (decoded === null) return unread(null, problem('symbol.notReadable'));
  if (decoded !== symbol.content) {
    return unread(decoded, problem('symbol.misread', { expected: symbol.content, decoded }));
  }
  const expected = expectedDots(placed);
  if (expected === null || !samePlane(expected, plane, bounds.x, bounds.y)) {
    return unread(decoded, problem('symbol.covered'));
  }
  const clear = withMargins(bounds, rotation, quiet);
  const least = withMargins(bounds, rotation, scaled(quiet, QUIET_ON_LABEL));
  const bare = isInside(least, label) && isBareAround(plane, intersect(clear, seen), bounds);
  return { decoded, problem: null, warning: bare ? null : problem('symbol.quietZone') };
}

function unread(decoded: string | null, why: Problem): SymbolReading {
  return { decoded, problem: why, warning: null };
}

function cropSymbol(plane: BitPlane, seen: DotRect, bounds: DotRect, placed: PlacedSymbol, quiet: Margins): Crop {
  const { symbol, rotation } = placed;
  const height = rotation === 90 || rotation === 270 ? bounds.width : bounds.height;
  const spare = symbol.kind === 'linear' ? Math.max(0, height - STRIP_ROWS) : 0;
  const top = spare >> 1;
  const margins = symbol.kind === 'linear' ? { ...quiet, top: -top, bottom: top - spare } : quiet;
  return uprightGray(plane, withMargins(bounds, rotation, margins), rotation, seen);
}

function scaled(m: Margins, by: number): Margins {
  return {
    left: Math.ceil(m.left * by),
    right: Math.ceil(m.right * by),
    top: Math.ceil(m.top * by),
    bottom: Math.ceil(m.bottom * by),
  };
}

/** True when there is no ink between the outer and the inner rectangle. */
function isBareAround(plane: BitPlane, outer: DotRect, inner: DotRect): boolean {
  const right = inner.x + inner.width;
  const bottom = inner.y + inner.height;
  const outerBottom = outer.y + outer.height;
  return !(
    hasInk(plane, { ...outer, height: inner.y - outer.y }) ||
    hasInk(plane, { ...outer, y: bottom, height: outerBottom - bottom }) ||
    hasInk(plane, { x: outer.x, y: inner.y, width: inner.x - outer.x, height: inner.height }) ||
    hasInk(plane, { x: right, y: inner.y, width: outer.x + outer.width - right, height: inner.height })
  );
}
