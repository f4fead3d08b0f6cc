import type { Ink } from './ink.ts';
import type { ThinLine, ThinLines } from './thin-lines.ts';

/** A line that meets another one continues by this on both sides of it, in mm. */
const BEYOND_MM = 3;
/** How far from a line another one may stop that is meant to meet it, in mm. */
const NEAR_MM = 8;
/** The white before a line that is met, in mm, and in gaps between the dashes. */
const LEAST_WHITE_MM = 1.2;
const LEAST_GAPS = 1.4;

/**
 * Marks dashed lines that stop before every line that they meet as unbroken: the perforation of a coupon belongs to its
 * label, which has white inside its edges, while cut lines cross each other.
 */
export function withoutPerforations({ across, down }: ThinLines, raw: Ink): ThinLines {
  const read = (line: ThinLine, isAcross: boolean) => (at: number) => isInked(raw, line, at, isAcross);
  const kept = (lines: readonly ThinLine[], others: readonly ThinLine[], isAcross: boolean): readonly ThinLine[] =>
    lines.map((line) => {
      if (!line.isBroken) return line;
      const met = others.filter((other) => meets(line, other, raw.dotsPerMm));
      const stops = met.filter((other) => isShort(line, other, read(line, isAcross), raw.dotsPerMm));
      return met.length > 1 && stops.length === met.length ? { ...line, isBroken: false, isOwn: true } : line;
    });
  return { across: kept(across, down, true), down: kept(down, across, false) };
}

function meets(line: ThinLine, other: ThinLine, dotsPerMm: number): boolean {
  const [near, beyond] = [NEAR_MM * dotsPerMm, BEYOND_MM * dotsPerMm];
  const isOn = other.from < line.at - beyond && other.to > line.at + beyond;
  return isOn && other.at > line.from - near && other.at < line.to + near;
}

/** Whether there is more white than between its dashes on each side of the other line where it continues. */
function isShort(line: ThinLine, other: ThinLine, inkAt: (at: number) => boolean, dotsPerMm: number): boolean {
  const least = Math.max(LEAST_WHITE_MM * dotsPerMm, gapOf(line, inkAt) * LEAST_GAPS);
  const edge = Math.ceil(other.thick / 2) + 1;
  const whiteFrom = (start: number, step: 1 | -1): number => {
    let white = 0;
    while (white < least && !inkAt(start + step * white)) white += 1;
    return white;
  };
  const sides = [
    ...(other.at - line.from > least ? [whiteFrom(other.at - edge, -1)] : []),
    ...(line.to - other.at > least ? [whiteFrom(other.at + edge, 1)] : []),
  ];
  return sides.length > 0 && sides.every((white) => white >= least);
}

/** The white between its dashes, in pixels: the median. */
function gapOf({ from, to }: ThinLine, inkAt: (at: number) => boolean): number {
  const gaps: number[] = [];
  let white = 0;
  for (let at = from; at < to; at++) {
    if (!inkAt(at)) white += 1;
    else {
      if (white > 0) gaps.push(white);
      white = 0;
    }
  }
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}

function isInked({ bits, width, height }: Ink, { at }: ThinLine, along: number, isAcross: boolean): boolean {
  for (let off = -1; off <= 1; off++) {
    const [x, y] = isAcross ? [along, at + off] : [at + off, along];
    if (x >= 0 && y >= 0 && x < width && y < height && bits[y * width + x] === 1) return true;
  }
  return false;
}
