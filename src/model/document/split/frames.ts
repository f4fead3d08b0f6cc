import { componentsOf } from './components.ts';
import type { Ink, PixelBox } from './ink.ts';

/** What is smaller frames a code or a line of text, in mm. */
const LEAST_WIDTH_MM = 12;
const LEAST_HEIGHT_MM = 8;
/** Corners may be round. */
const CORNER_MM = 5;
/** How far from its straight line the ink of a side may be: a scan leans by a rest. */
const BEND_MM = 1.2;
/** Of each side; the rest are faults of the print. */
const LEAST_COVERED = 0.88;

/** Rectangles drawn around something, the outermost ones only, from the top. */
export function framesOf(ink: Ink): readonly PixelBox[] {
  const { dotsPerMm } = ink;
  // Thickened by a pixel, so that a thin line of a scan hangs together.
  const boxes = componentsOf(thickened(ink))
    .list.map(({ box }) => ({ left: box.left + 1, top: box.top + 1, right: box.right - 1, bottom: box.bottom - 1 }))
    .filter((box) => box.right - box.left >= LEAST_WIDTH_MM * dotsPerMm)
    .filter((box) => box.bottom - box.top >= LEAST_HEIGHT_MM * dotsPerMm)
    .filter((box) => isFramed(ink, box));
  return boxes.filter((box) => !boxes.some((other) => other !== box && holds(other, box)));
}

export function holds(outer: PixelBox, inner: PixelBox): boolean {
  return (
    outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom
  );
}

function thickened(ink: Ink): Ink {
  const { bits, width, height } = ink;
  const out = new Uint8Array(bits.length);
  for (let at = bits.indexOf(1); at >= 0; at = bits.indexOf(1, at + 1)) {
    const x = at % width;
    const y = (at - x) / width;
    const [from, to] = [Math.max(0, x - 1), Math.min(width, x + 2)];
    for (let row = Math.max(0, y - 1); row < Math.min(height, y + 2); row++)
      out.fill(1, row * width + from, row * width + to);
  }
  return { ...ink, bits: out };
}

function isFramed(ink: Ink, { left, top, right, bottom }: PixelBox): boolean {
  const bend = Math.round(BEND_MM * ink.dotsPerMm);
  const cornerX = Math.round(Math.min(CORNER_MM * ink.dotsPerMm, (right - left) * 0.2));
  const cornerY = Math.round(Math.min(CORNER_MM * ink.dotsPerMm, (bottom - top) * 0.2));
  const across = (x: number, from: number): boolean =>
    hasInk(ink, { left: x, top: from, right: x + 1, bottom: from + bend });
  const down = (y: number, from: number): boolean =>
    hasInk(ink, { left: from, top: y, right: from + bend, bottom: y + 1 });
  return (
    isCovered(left + cornerX, right - cornerX, (x) => across(x, top)) &&
    isCovered(left + cornerX, right - cornerX, (x) => across(x, bottom - bend)) &&
    isCovered(top + cornerY, bottom - cornerY, (y) => down(y, left)) &&
    isCovered(top + cornerY, bottom - cornerY, (y) => down(y, right - bend))
  );
}

function isCovered(from: number, to: number, isInked: (at: number) => boolean): boolean {
  let inked = 0;
  for (let at = from; at < to; at++) if (isInked(at)) inked += 1;
  return inked >= (to - from) * LEAST_COVERED;
}

function hasInk({ bits, width }: Ink, { left, top, right, bottom }: PixelBox): boolean {
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (bits[y * width + x] === 1) return true;
  return false;
}
