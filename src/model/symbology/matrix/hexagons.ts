import type { MatrixSymbol } from '../types.ts';

/** Distance between two rows, and height of a module from tip to tip, in widths of a module. */
const ROW_PITCH = Math.sqrt(3) / 2;
const TIP_TO_TIP = 2 / Math.sqrt(3);
/**
 * Radii of the finder's rings from the center outwards, in modules. The center is light, then dark and light alternate:
 * ISO/IEC 16023, 4.2.1.1.
 */
const RING_EDGES = [0.58, 1.35, 2.13, 2.89, 3.66, 4.43];
/** Ink spreads: from this module width on, one dot of paper is left between two modules. */
const GAP_FROM_DOTS = 5;

/** The height of a symbol of hexagons with modules of `moduleDots`. */
export function hexagonHeightDots(symbol: MatrixSymbol, moduleDots: number): number {
  return rowTop(symbol.rows - 1, moduleDots) + moduleHeight(moduleDots);
}

/**
 * The dark runs of dots as x, y, width, height: modules on a lattice with odd rows shifted right by half a module, and
 * the three rings of the finder in its center.
 */
export function hexagonRects(symbol: MatrixSymbol, moduleDots: number): Int32Array {
  const runs = hexagonRuns(moduleDots);
  const rings = ringRects(symbol, moduleDots);
  const dark = symbol.modules.reduce<number>((count, module) => count + (module === 1 ? 1 : 0), 0);
  const rects = new Int32Array(dark * runs.length * 4 + rings.length);
  let at = 0;
  for (let row = 0; row < symbol.rows; row++) {
    const top = rowTop(row, moduleDots);
    // For an odd width this is the larger half, because readers sample the dot to the right of the middle.
    const shift = row % 2 === 1 ? (moduleDots + 1) >> 1 : 0;
    for (let column = 0; column < symbol.columns; column++) {
      if (symbol.modules[row * symbol.columns + column] !== 1) continue;
      const left = column * moduleDots + shift;
      for (const [i, { x, width }] of runs.entries()) {
        rects[at] = left + x;
        rects[at + 1] = top + i;
        rects[at + 2] = width;
        rects[at + 3] = 1;
        at += 4;
      }
    }
  }
  rects.set(rings, at);
  return rects;
}

function rowTop(row: number, moduleDots: number): number {
  return Math.round(row * moduleDots * ROW_PITCH);
}

function moduleHeight(moduleDots: number): number {
  return Math.round(moduleDots * TIP_TO_TIP);
}

/** The rows of dots of one module; x counts from the module's left edge. */
function hexagonRuns(moduleDots: number): readonly { readonly x: number; readonly width: number }[] {
  const gap = moduleDots >= GAP_FROM_DOTS ? 1 : 0;
  const width = moduleDots - gap;
  const height = moduleHeight(moduleDots) - gap;
  return Array.from({ length: height }, (_, i) => {
    const fromCentre = Math.abs(i + 0.5 - height / 2);
    // The tips are as steep as a regular hexagon's, which narrows from full width to nothing over a quarter of its
    // height.
    const half = Math.min(width / 2, ((height / 2 - fromCentre) / (height / 4)) * (width / 2));
    const x = Math.min(Math.round(width / 2 - half), (width - 1) >> 1);
    return { x, width: width - 2 * x };
  });
}

function ringRects(symbol: MatrixSymbol, moduleDots: number): readonly number[] {
  const rects: number[] = [];
  const centreX = (symbol.columns * moduleDots) / 2 - moduleDots / 2;
  const middle = symbol.rows >> 1;
  const centreY = rowTop(middle, moduleDots) + moduleHeight(moduleDots) / 2;
  const outermost = (RING_EDGES.at(-1) ?? 0) * moduleDots;
  for (let y = Math.floor(centreY - outermost); y < centreY + outermost; y++) {
    const away = Math.abs(y + 0.5 - centreY);
    for (let ring = 0; ring < RING_EDGES.length; ring += 2) {
      const outer = reach((RING_EDGES[ring + 1] ?? 0) * moduleDots, away);
      if (outer === 0) continue;
      const inner = reach((RING_EDGES[ring] ?? 0) * moduleDots, away);
      const left = Math.round(centreX - outer);
      const right = Math.round(centreX + outer);
      if (inner === 0) {
        rects.push(left, y, right - left, 1);
        continue;
      }
      const innerLeft = Math.round(centreX - inner);
      const innerRight = Math.round(centreX + inner);
      if (innerLeft > left) rects.push(left, y, innerLeft - left, 1, innerRight, y, right - innerRight, 1);
    }
  }
  return rects;
}

/** Half the width of a circle at the distance `away` from its center line. */
function reach(radius: number, away: number): number {
  return away >= radius ? 0 : Math.sqrt(radius * radius - away * away);
}
