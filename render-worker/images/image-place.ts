import { applyToPoint, applyToRect, keepsLevel, type Affine, type Rect } from '#model/kernel/geometry.ts';

/** Position of an image in whole pixels, with its orientation. */
export interface ImagePlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
}

/** Borders are rounded to the nearest whole pixel, at least one pixel each way; at a free angle those of the box around it. */
export function placeImage(rect: Rect, toPixels: Affine): ImagePlace {
  if (!keepsLevel(toPixels)) return placeTurned(rect, toPixels);
  const box = applyToRect(toPixels, rect);
  const left = wholePixel(box.x);
  const top = wholePixel(box.y);
  const transpose = Math.abs(toPixels.b) > Math.abs(toPixels.a);
  return {
    left,
    top,
    width: Math.max(1, wholePixel(box.x + box.width) - left),
    height: Math.max(1, wholePixel(box.y + box.height) - top),
    orientation: {
      transpose,
      flipX: (transpose ? toPixels.c : toPixels.a) < 0,
      flipY: (transpose ? toPixels.b : toPixels.d) < 0,
    },
  };
}

/** The size depends on the scale and the angle only, and not on the place: the view and the print make the same dots. */
function placeTurned(rect: Rect, toPixels: Affine): ImagePlace {
  const { a, b, c, d } = toPixels;
  const { x, y } = applyToPoint(toPixels, { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
  const width = atLeastOne(Math.ceil(wholeOrNear(rect.width * Math.abs(a) + rect.height * Math.abs(c))));
  const height = atLeastOne(Math.ceil(wholeOrNear(rect.width * Math.abs(b) + rect.height * Math.abs(d))));
  const across = atLeastOne(wholePixel(rect.width * Math.hypot(a, b)));
  const down = atLeastOne(wholePixel(rect.height * Math.hypot(c, d)));
  const area = a * d - b * c;
  const [perX, perY] = [across / (rect.width * area), down / (rect.height * area)];
  const [ux, uy, vx, vy] = [d * perX, -c * perX, -b * perY, a * perY];
  const toUpright = {
    a: ux,
    b: vx,
    c: uy,
    d: vy,
    e: across / 2 - (ux * width + uy * height) / 2,
    f: down / 2 - (vx * width + vy * height) / 2,
  };
  return {
    left: wholePixel(x - width / 2),
    top: wholePixel(y - height / 2),
    width,
    height,
    orientation: { transpose: false, flipX: false, flipY: false, turn: { across, down, toUpright } },
  };
}

function atLeastOne(pixels: number): number {
  return Math.max(1, pixels);
}

function wholeOrNear(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/**
 * Rounds to the nearest pixel, after rounding to a millionth: a half has to be rounded the same way in each band of a
 * page, although the offset of a band causes other rounding errors.
 */
function wholePixel(value: number): number {
  return Math.floor(Math.round(value * 1e6) / 1e6 + 0.5);
}

/** Orientation of a picture on the label: x and y are exchanged first, then it is mirrored. */
export interface Orientation {
  readonly transpose: boolean;
  readonly flipX: boolean;
  readonly flipY: boolean;
  /** Set at a free angle, and then instead of the others. */
  readonly turn?: ImageTurn;
}

/** A picture at a free angle. */
export interface ImageTurn {
  /** The upright size, in pixels. */
  readonly across: number;
  readonly down: number;
  /** From the pixels of the box around the turned picture to the upright ones; middles of pixels are at halves. */
  readonly toUpright: Affine;
}

/** A key of an orientation. */
export function orientationKey({ transpose, flipX, flipY, turn }: Orientation): string {
  const quarters = `${Number(transpose)}${Number(flipX)}${Number(flipY)}`;
  if (turn === undefined) return quarters;
  const { a, b, c, d } = turn.toUpright;
  return [turn.across, turn.down, ...[a, b, c, d].map((value) => value.toFixed(6))].join(' ');
}
