import type { Evidence } from './evidence.ts';
import { sharedBox, transposedBox, type PixelBox } from './ink.ts';
import { inkIn, summedBox } from './ink-sums.ts';
import type { Leaf } from './layout-score.ts';
import type { ThinLine } from './thin-lines.ts';

/** White around a label without a frame. */
const MARGIN_MM = 0.8;
const NEAR_MM = 1.2;
const CLOSE_MM = 2.5;
/** Share of the area's side: so long a line belongs to the grid if little of it is next to the label's content. */
const GRID_SHARE = 0.95;
const LEAST_OWN = 0.6;
/** Share of a dashed line that is in a label's area. */
const LEAST_INSIDE = 0.2;

/** The crop box of a label: its frame, or its content with a margin, inside the cut lines. */
export function labelBox(page: Evidence, { area, core }: Leaf): PixelBox {
  const { dotsPerMm, width, height } = page.ink;
  const near = Math.round(NEAR_MM * dotsPerMm);
  const own = inkIn(page.body, core);
  const holding = page.rects.filter(({ box }) => {
    const holds =
      box.left <= core.left + near &&
      box.top <= core.top + near &&
      box.right >= core.right - near &&
      box.bottom >= core.bottom - near;
    return holds && inkIn(page.body, box) <= own * 1.01 + 12;
  });
  const solid = holding.filter(({ isBroken }) => !isBroken).toSorted((a, b) => areaOf(a.box) - areaOf(b.box))[0];
  const broken = holding.filter(({ isBroken }) => isBroken).toSorted((a, b) => areaOf(a.box) - areaOf(b.box))[0];
  const within = {
    left: Math.max(0, area.left),
    top: Math.max(0, area.top),
    right: Math.min(width, area.right),
    bottom: Math.min(height, area.bottom),
  };
  // Not content but close to it, such as a stroke similar to a crop mark, and the label's own rules.
  const close = Math.round(CLOSE_MM * dotsPerMm);
  const printed = withRules(page, within, core, summedBox(page.printed, grown(core, close, within)) ?? core);
  const margin = Math.round(MARGIN_MM * dotsPerMm);
  let box = grown(printed, margin, within);
  if (solid !== undefined) box = union(box, solid.box);
  if (broken !== undefined) box = sharedBox(box, grown(broken.box, -1, broken.box));
  return box;
}

/** Adds the lines inside the area that are rules of this label, not of the grid around it. */
function withRules(page: Evidence, area: PixelBox, core: PixelBox, printed: PixelBox): PixelBox {
  const rules = [
    ...page.thin.across.filter(({ isBroken }) => !isBroken).map((line) => ({ line, box: boxOf(line), side: 'x' })),
    ...page.thin.down
      .filter(({ isBroken }) => !isBroken)
      .map((line) => ({ line, box: transposedBox(boxOf(line)), side: 'y' })),
  ];
  let box = printed;
  for (const { line, box: rule, side } of rules) {
    const inside = sharedBox(rule, area);
    if (inside.right <= inside.left || inside.bottom <= inside.top) continue;
    // A dashed line of the design may continue in the next labels.
    if (line.isOwn === true && areaOf(inside) >= areaOf(rule) * LEAST_INSIDE) box = union(box, inside);
    if (areaOf(inside) < areaOf(rule)) continue;
    const [from, to] = side === 'x' ? [core.left, core.right] : [core.top, core.bottom];
    const extent = side === 'x' ? area.right - area.left : area.bottom - area.top;
    const length = line.to - line.from;
    const isOfGrid =
      length >= extent * GRID_SHARE && Math.min(line.to, to) - Math.max(line.from, from) < length * LEAST_OWN;
    if (!isOfGrid) box = union(box, rule);
  }
  return box;
}

function areaOf({ left, top, right, bottom }: PixelBox): number {
  return (right - left) * (bottom - top);
}

function boxOf({ at, from, to, thick }: ThinLine): PixelBox {
  const by = Math.floor(thick / 2);
  return { left: from, top: at - by, right: to, bottom: at + by + 1 };
}

function grown({ left, top, right, bottom }: PixelBox, by: number, within: PixelBox): PixelBox {
  return {
    left: Math.max(within.left, left - by),
    top: Math.max(within.top, top - by),
    right: Math.min(within.right, right + by),
    bottom: Math.min(within.bottom, bottom + by),
  };
}

function union(a: PixelBox, b: PixelBox): PixelBox {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
