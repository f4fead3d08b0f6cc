import { componentsOf } from './components.ts';
import type { Ink, PixelBox } from './ink.ts';

/** A smaller one frames a code or a line of text, in mm. */
const LEAST_WIDTH_MM = 12;
const LEAST_HEIGHT_MM = 8;
/** Corners may be round. */
const CORNER_MM = 5;
/** The largest distance of a side's ink from its straight line: a scan keeps a residual skew. */
const BEND_MM = 1.2;
/** The largest distance of a side inside the box: something may touch it from outside. */
const INSET_MM = 2.5;
/** A row of a side has at least this share of its ink; with less it is dirt that touches the side. */
const LEAST_SHARE = 0.15;
/** The least covered share of each side; the rest are print defects. */
const LEAST_COVERED = 0.88;

/** The outermost rectangular frames, from the top. */
export function framesOf(ink: Ink): readonly PixelBox[] {
  // Once unchanged, and once thickened by a pixel to connect a thin line of a scan.
  const boxes = [...boxesOf(ink, 0), ...boxesOf(thickened(ink), 1)]
    .filter((box) => box.right - box.left >= LEAST_WIDTH_MM * ink.dotsPerMm)
    .filter((box) => box.bottom - box.top >= LEAST_HEIGHT_MM * ink.dotsPerMm)
    .map((box) => framedBox(ink, box))
    .filter((box) => box !== null);
  const real = boxes.filter((box) => !isBridge(box, boxes));
  return real
    .filter((box, i) => !real.some((other, at) => at !== i && holds(other, box) && (at < i || !holds(box, other))))
    .toSorted((a, b) => a.top - b.top);
}

function boxesOf(ink: Ink, by: number): readonly PixelBox[] {
  return componentsOf(ink).list.map(({ box: { left, top, right, bottom } }) => {
    return { left: left + by, top: top + by, right: right - by, bottom: bottom - by };
  });
}

/** Whether dirt that joins frames makes this a frame of all of them. */
function isBridge(box: PixelBox, boxes: readonly PixelBox[]): boolean {
  const inside = boxes.filter((other) => holds(box, other) && areaOf(other) < areaOf(box) * 0.7);
  const apart = inside.filter((one, i) => !inside.some((other, at) => at < i && overlap(one, other)));
  return apart.length > 1 && apart.reduce((sum, other) => sum + areaOf(other), 0) >= areaOf(box) * 0.85;
}

function areaOf({ left, top, right, bottom }: PixelBox): number {
  return (right - left) * (bottom - top);
}

function overlap(one: PixelBox, other: PixelBox): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

export function holds(outer: PixelBox, inner: PixelBox): boolean {
  return (
    outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom
  );
}

function thickened(ink: Ink): Ink {
  const { bits, width, height } = ink;
  const rows = bits.slice();
  for (let at = 1; at < bits.length - 1; at++) rows[at] = (bits[at - 1] ?? 0) | (bits[at] ?? 0) | (bits[at + 1] ?? 0);
  const out = rows.slice();
  for (let at = 0; at < width * (height - 1); at++) {
    out[at] = (out[at] ?? 0) | (rows[at + width] ?? 0);
    out[at + width] = (out[at + width] ?? 0) | (rows[at] ?? 0);
  }
  return { ...ink, bits: out };
}

/** The box at the actual place of its four sides; null if one is missing. */
function framedBox(ink: Ink, { left, top, right, bottom }: PixelBox): PixelBox | null {
  const cornerX = Math.round(Math.min(CORNER_MM * ink.dotsPerMm, (right - left) * 0.2));
  const cornerY = Math.round(Math.min(CORNER_MM * ink.dotsPerMm, (bottom - top) * 0.2));
  const [across, down] = [
    { from: left + cornerX, to: right - cornerX },
    { from: top + cornerY, to: bottom - cornerY },
  ];
  const { bits, width } = ink;
  const found = {
    left: sideFrom(left, 1, down, ink.dotsPerMm, (x, y) => bits[y * width + x] === 1),
    top: sideFrom(top, 1, across, ink.dotsPerMm, (y, x) => bits[y * width + x] === 1),
    right: sideFrom(right - 1, -1, down, ink.dotsPerMm, (x, y) => bits[y * width + x] === 1),
    bottom: sideFrom(bottom - 1, -1, across, ink.dotsPerMm, (y, x) => bits[y * width + x] === 1),
  };
  if (found.left === null || found.top === null || found.right === null || found.bottom === null) return null;
  return { left: found.left, top: found.top, right: found.right + 1, bottom: found.bottom + 1 };
}

/** The start of a side, inward from the edge of the box; null if it does not cover the full length. */
function sideFrom(
  edge: number,
  inward: 1 | -1,
  along: { readonly from: number; readonly to: number },
  dotsPerMm: number,
  isInked: (depth: number, at: number) => boolean,
): number | null {
  const [bend, inset] = [Math.round(BEND_MM * dotsPerMm), Math.round(INSET_MM * dotsPerMm)];
  const length = along.to - along.from;
  for (let depth = 0; depth <= inset; depth++) {
    let [covered, here] = [0, 0];
    for (let at = along.from; at < along.to; at++) {
      let isCovered = false;
      for (let step = 0; step < bend && !isCovered; step++) isCovered = isInked(edge + inward * (depth + step), at);
      if (isCovered) covered += 1;
      if (isInked(edge + inward * depth, at)) here += 1;
    }
    if (covered >= length * LEAST_COVERED && here >= length * LEAST_SHARE) return edge + inward * depth;
  }
  return null;
}
