import type { DotRect } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol, TurnedSymbol } from '#model/elements/base/layout.ts';
import { applyToPoint, type Affine, type Point } from '#model/kernel/geometry.ts';
import type { Dots } from '#model/kernel/units.ts';
import { symbolGeometry } from '#model/symbology/geometry.ts';
import type { MatrixSymbol } from '#model/symbology/types.ts';
import { type BitPlane, createBitPlane, hasInk } from '../bits/bit-plane.ts';
import { eachTurnedRun, putTurnedRects, type DotWindow } from '../bits/turned-rects.ts';
import { CORNER_DOTS, type Crop, cropWith, scanRows, stacked } from './crop.ts';
import type { Margins } from '#model/elements/base/symbol-margins.ts';
import { intersect } from './placed-area.ts';
import { freeShare, type Side } from './quiet-zone.ts';

/** The symbol on a plane on which its label begins at (`x`, `y`). */
export function onPlane(turned: TurnedSymbol, { x, y }: Pick<DotRect, 'x' | 'y'>): TurnedSymbol {
  const { toLabel } = turned;
  return { ...turned, toLabel: { ...toLabel, e: toLabel.e + x, f: toLabel.f + y } };
}

/** True when every dot with its center in the symbol is as encoded. `bounds` are the whole dots around it. */
export function isExactTurned(
  plane: BitPlane,
  bounds: DotRect,
  { widthDots, heightDots, toLabel }: TurnedSymbol,
  { symbol, moduleDots }: PlacedSymbol,
): boolean {
  const { rects, ...size } = symbolGeometry(symbol, moduleDots, heightDots);
  if (size.widthDots !== widthDots || size.heightDots !== heightDots) return false;
  const left = bounds.x & ~7;
  const width = Math.min(plane.width, bounds.x + bounds.width) - left;
  const expected = createBitPlane(width, bounds.height);
  const inside = createBitPlane(width, bounds.height);
  const there: Affine = { ...toLabel, e: toLabel.e - left, f: toLabel.f - bounds.y };
  putTurnedRects(expected, rects, there, 0, 'black');
  putTurnedRects(inside, [0, 0, widthDots, heightDots], there, 0, 'black');
  for (let y = 0; y < bounds.height; y++) {
    const at = (bounds.y + y) * plane.strideBytes + (left >> 3);
    for (let i = 0; i < expected.strideBytes; i++) {
      const dots = y * expected.strideBytes + i;
      const differing = (plane.bits[at + i] as number) ^ (expected.bits[dots] as number);
      if ((differing & ~(inside.bits[dots] as number)) !== 0) return false;
    }
  }
  return true;
}

/** Whether there is ink on the dots of these rectangles in the symbol's own axes, as far as they are on `seen`. */
export function hasTurnedInk(plane: BitPlane, seen: DotRect, rects: readonly number[], toPlane: Affine): boolean {
  let found = false;
  eachTurnedRun(rects, toPlane, windowOf(seen), (y, from, to) => {
    found ||= hasInk(plane, { x: from, y, width: to - from, height: 1 });
  });
  return found;
}

function windowOf({ x, y, width, height }: DotRect): DotWindow {
  return { x0: x, y0: y, x1: x + width, y1: y + height };
}

/** Like `freeQuietZoneShare`. */
export function turnedQuietZoneShare(
  plane: BitPlane,
  label: DotRect,
  seen: DotRect,
  { widthDots: w, heightDots: h, toLabel }: TurnedSymbol,
  quiet: Margins,
): number {
  return freeShare(quiet, {
    isInkFree: ({ left, right, top, bottom }) => {
      const width = left + w + right;
      const rings = [-left, -top, width, top, -left, h, width, bottom, -left, 0, left, h, w, 0, right, h];
      return !hasTurnedInk(plane, seen, rings, toLabel);
    },
    room: (side) => roomOnLabel(label, toLabel, cornersOf(side, w, h), side),
  });
}

function cornersOf(side: Side, w: Dots, h: Dots): readonly Point[] {
  const [x, y] = [side === 'right' ? w : 0, side === 'bottom' ? h : 0];
  const upright = side === 'left' || side === 'right';
  return upright
    ? [
        { x, y: 0 },
        { x, y: h },
      ]
    : [
        { x: 0, y },
        { x: w, y },
      ];
}

/** How far both corners of a side can move outward before one leaves the label, in whole dots. */
function roomOnLabel(label: DotRect, toLabel: Affine, corners: readonly Point[], side: Side): Dots {
  const sign = side === 'left' || side === 'top' ? -1 : 1;
  const across = side === 'left' || side === 'right';
  const out = across ? { x: sign * toLabel.a, y: sign * toLabel.b } : { x: sign * toLabel.c, y: sign * toLabel.d };
  const room = (at: number, by: number, from: number, size: number): number =>
    by === 0 ? Infinity : ((by > 0 ? from + size : from) - at) / by;
  const rooms = corners.flatMap((corner) => {
    const { x, y } = applyToPoint(toLabel, corner);
    return [room(x, out.x, label.x, label.width), room(y, out.y, label.y, label.height)];
  });
  return Math.max(0, Math.floor(Math.min(...rooms) + 1e-6));
}

/** From this module on, a sample per dot is enough. */
const WIDE_MODULE = 8;

/** Numbers of samples per dot, the best first: a reader of small modules needs edges that are not on whole dots. */
export function samplesOf(moduleDots: Dots): readonly [number, ...number[]] {
  return moduleDots >= WIDE_MODULE ? [1, 2] : [3, 2, 1];
}
/** The diameter of a reader's spot in modules (ISO/IEC 15416, table 1, and 15415, 7.3.3). */
const APERTURE = 0.8;

/**
 * The symbol turned back upright. Its edges cross the dots, so each sample is the mean of the dots around it, as a
 * reader's spot of light sees them, and bars are averaged along their height. More samples than dots keep the places of
 * edges; widths of its profile are in dots.
 */
export function turnedCrop(
  plane: BitPlane,
  seen: DotRect,
  { widthDots, heightDots, toLabel }: TurnedSymbol,
  { symbol, moduleDots }: PlacedSymbol,
  quiet: Margins,
  perDot: number,
): Crop {
  const width = Math.round((quiet.left + widthDots + quiet.right) * perDot);
  const clip = intersect(seen, { x: 0, y: 0, width: plane.width, height: plane.height });
  const unitOf = (sample: number, from: Dots): number => (sample + 0.5) / perDot - from;

  function rows(count: number, placeOf: (row: number) => number, spot: Dots): Uint8Array {
    const gray = new Uint8Array(width * count).fill(255);
    const tries = Math.max(1, Math.round(spot * 2));
    for (let row = 0; row < count; row++) {
      for (let i = 0; i < width; i++) {
        const u = unitOf(i, quiet.left);
        let ink = 0;
        for (let k = 0; k < tries; k++) {
          const v = placeOf(row) + spot * ((k + 0.5) / tries - 0.5);
          ink += inkAt(plane, clip, applyToPoint(toLabel, { x: u, y: v }));
        }
        if (2 * ink > tries) gray[row * width + i] = 0;
      }
    }
    return gray;
  }

  const margins = { ...quiet, left: quiet.left * perDot, right: quiet.right * perDot };
  if (symbol.kind === 'matrix') {
    const height = Math.round((quiet.top + heightDots + quiet.bottom) * perDot);
    const gray = rows(height, (row) => unitOf(row, quiet.top), 0);
    return cropWith({ width, height, gray }, { middle: height >> 1, upper: 0, lower: height - 1 }, margins, perDot);
  }
  const spot = Math.min(heightDots, APERTURE * moduleDots);
  const at = scanRows(symbol, heightDots);
  if (symbol.barSpans === undefined) {
    const gray = rows(1, () => heightDots / 2, spot);
    return cropWith({ width, height: 1, gray }, { middle: 0, upper: 0, lower: 0 }, margins, perDot);
  }
  const lines = [at.upper, at.middle, at.lower].map((row) => ({
    width,
    height: 1,
    gray: rows(1, () => row + 0.5, spot),
  }));
  return cropWith(stacked(lines), { upper: 0, middle: 1, lower: 2 }, margins, perDot);
}

/**
 * A matrix symbol whose dots are all as encoded, with nothing in its quiet zone, in two samples per module and direction:
 * each module has the color of most of its dots. Like `cropOfModules`.
 */
export function turnedModules(
  plane: BitPlane,
  { toLabel }: TurnedSymbol,
  { columns, rows: down }: MatrixSymbol,
  moduleDots: Dots,
  quiet: Margins,
): Crop {
  const around = Math.round(quiet.left / moduleDots);
  const width = CORNER_DOTS * (columns + 2 * around);
  const height = CORNER_DOTS * (down + 2 * around);
  const gray = new Uint8Array(width * height).fill(255);
  const whole = { x: 0, y: 0, width: plane.width, height: plane.height };
  const spots = [-0.3, -0.1, 0.1, 0.3];
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < columns; column++) {
      let ink = 0;
      for (const below of spots) {
        for (const right of spots) {
          const at = { x: (column + 0.5 + right) * moduleDots, y: (row + 0.5 + below) * moduleDots };
          ink += inkAt(plane, whole, applyToPoint(toLabel, at));
        }
      }
      if (2 * ink <= spots.length ** 2) continue;
      const first = CORNER_DOTS * ((around + row) * width + around + column);
      for (let y = 0; y < CORNER_DOTS; y++) gray.fill(0, first + y * width, first + y * width + CORNER_DOTS);
    }
  }
  return cropWith({ width, height, gray }, { middle: height >> 1, upper: 0, lower: height - 1 }, quiet);
}

/** How much ink is at a point, from 0 to 1: between the centers of dots, in proportion. */
function inkAt({ bits, strideBytes }: BitPlane, clip: DotRect, { x, y }: Point): number {
  const left = Math.floor(x - 0.5);
  const top = Math.floor(y - 0.5);
  const [across, down] = [x - 0.5 - left, y - 0.5 - top];
  const dot = (atX: number, atY: number): number => {
    const isSeen = atX >= clip.x && atY >= clip.y && atX < clip.x + clip.width && atY < clip.y + clip.height;
    return isSeen && (((bits[atY * strideBytes + (atX >> 3)] as number) >> (~atX & 7)) & 1) === 0 ? 1 : 0;
  };
  const upper = dot(left, top) * (1 - across) + dot(left + 1, top) * across;
  const lower = dot(left, top + 1) * (1 - across) + dot(left + 1, top + 1) * across;
  return upper * (1 - down) + lower * down;
}
