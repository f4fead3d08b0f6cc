/** A picture in gray, one byte a dot, row by row without gaps: 0 is black, 255 is paper. */
export interface GreyPlane {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

export const PAPER = 255;

/** A rectangle of dots. */
export interface DotArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Exchanges black and paper inside the area. */
export function invertArea({ width, grey }: GreyPlane, area: DotArea): void {
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let i = y * width + area.x; i < y * width + area.x + area.width; i++) grey[i] = PAPER - (grey[i] as number);
  }
}

/** The width of the remaining edge of something that is erased. */
const EDGE_DOTS = 1;

/** Erases an area, and the dots that share an edge with it. */
export function eraseArea({ width, height, grey }: GreyPlane, area: DotArea): void {
  const left = Math.max(0, Math.floor(area.x) - EDGE_DOTS);
  const right = Math.min(width, Math.ceil(area.x + area.width) + EDGE_DOTS);
  const bottom = Math.min(height, Math.ceil(area.y + area.height) + EDGE_DOTS);
  for (let y = Math.max(0, Math.floor(area.y) - EDGE_DOTS); y < bottom; y++)
    grey.fill(PAPER, y * width + left, y * width + right);
}

/** Grays from this value count as paper. */
const NO_INK = 128;

/**
 * Whether an area, as far as it is on the plane, has no ink outside another area and the dots that share an edge with
 * that.
 */
export function isBlank({ width, height, grey }: GreyPlane, area: DotArea, other: DotArea): boolean {
  const [left, top] = [other.x - EDGE_DOTS, other.y - EDGE_DOTS];
  const [right, bottom] = [other.x + other.width + EDGE_DOTS, other.y + other.height + EDGE_DOTS];
  for (let y = Math.max(0, Math.floor(area.y)); y < Math.min(height, area.y + area.height); y++) {
    for (let x = Math.max(0, Math.floor(area.x)); x < Math.min(width, area.x + area.width); x++) {
      const isNextTo = x + 1 > left && x < right && y + 1 > top && y < bottom;
      if (!isNextTo && (grey[y * width + x] as number) < NO_INK) return false;
    }
  }
  return true;
}

/** A dot with less ink than this is the edge of something else, or nothing. */
const LEAST_INK = 24;
/** Least contrast of a thin line to its surroundings. */
const LEAST_CONTRAST = 24;

/**
 * Blackens lines thinner than a dot, which would print too light: the darkest dot across such a line gets all the ink;
 * the first of two that are equally dark.
 */
export function sharpenLines({ width, height, grey }: GreyPlane): void {
  const above = new Uint8Array(width).fill(PAPER);
  const here = new Uint8Array(width);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    here.set(grey.subarray(row, row + width));
    for (let x = 0; x < width; x++) {
      const dot = here[x] as number;
      if (dot === 0 || dot > PAPER - LEAST_INK) continue;
      const left = x === 0 ? PAPER : (here[x - 1] as number);
      const right = x === width - 1 ? PAPER : (here[x + 1] as number);
      const over = above[x] as number;
      const below = y === height - 1 ? PAPER : (grey[row + width + x] as number);
      if (isThin(dot, left, right) || isThin(dot, over, below)) grey[row + x] = 0;
    }
    above.set(here);
  }
}

/**
 * Whether a dot is darker than the one before it and no lighter than the one after it, in the middle of something thin.
 */
function isThin(dot: number, before: number, behind: number): boolean {
  return (
    before - dot >= LEAST_CONTRAST &&
    behind >= dot &&
    (behind - dot >= LEAST_CONTRAST || behind > PAPER - LEAST_INK || behind === dot)
  );
}
