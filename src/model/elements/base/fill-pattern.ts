import type { Point } from '#model/kernel/geometry.ts';
import { codeOf, type ElementFields, type FieldReader } from './fields.ts';

/** The patterns that fill a shape, or none. */
export const FILL_PATTERNS = [
  'none',
  'horizontal',
  'vertical',
  'diagonalDown',
  'diagonalUp',
  'grid',
  'cross',
  'dots',
] as const;
export type FillPattern = (typeof FILL_PATTERNS)[number];

/** How much of a pattern is ink: of a line's pitch an eighth, a quarter or half, and as much of the area of dots. */
export const FILL_DENSITIES = ['light', 'medium', 'dark'] as const;
export type FillDensity = (typeof FILL_DENSITIES)[number];

export interface PatternFill {
  readonly fillPattern: FillPattern;
  readonly fillDensity: FillDensity;
}

export const NO_PATTERN: PatternFill = { fillPattern: 'none', fillDensity: 'medium' };

/** A pattern in whole dots of the printer. It turns and is mirrored with what it fills. */
export interface DotPattern {
  readonly pattern: Exclude<FillPattern, 'none'>;
  readonly density: FillDensity;
  /** The side of its smallest part. */
  readonly unitDots: number;
  /** Where its first cell begins, in mm of the content box; moved to the nearest corner of a dot. */
  readonly origin: Point;
}

/** About a dot at 203 dpi: small enough for a fine pattern, and a size that every thermal head prints. */
const UNIT_MM = 0.125;

/** The pattern of an element at this resolution; null for none. */
export function dotPattern(
  { fillPattern, fillDensity }: PatternFill,
  dotsPerMm: number,
  origin: Point,
): DotPattern | null {
  if (fillPattern === 'none') return null;
  const unitDots = Math.max(1, Math.round(UNIT_MM * dotsPerMm));
  return { pattern: fillPattern, density: fillDensity, unitDots, origin };
}

/** A square of dots that is repeated in both directions. */
export interface PatternCell {
  readonly size: number;
  /** 1 = ink, row by row, a byte for each dot. */
  readonly ink: Uint8Array;
}

/** The pitch of lines, and the width of a line, in units. */
const PITCH = 8;
const LINE_UNITS: Readonly<Record<FillDensity, number>> = { light: 1, medium: 2, dark: 4 };

export function patternCell({ pattern, density, unitDots }: DotPattern): PatternCell {
  const size = PITCH * unitDots;
  const width = LINE_UNITS[density] * unitDots;
  const isLine = (at: number): boolean => (at + size) % size < width;
  const rules: Readonly<Record<DotPattern['pattern'], (x: number, y: number) => boolean>> = {
    horizontal: (_x, y) => isLine(y),
    vertical: (x) => isLine(x),
    diagonalDown: (x, y) => isLine(x - y),
    diagonalUp: (x, y) => isLine(x + y),
    grid: (x, y) => isLine(x) || isLine(y),
    cross: (x, y) => isLine(x - y) || isLine(x + y),
    dots: (x, y) => isDot(Math.floor(x / unitDots), Math.floor(y / unitDots), density),
  };
  const rule = rules[pattern];
  return {
    size,
    ink: Uint8Array.from({ length: size * size }, (_, i) => Number(rule(i % size, Math.floor(i / size)))),
  };
}

/** Whether a unit of the pattern of dots is ink: every eighth, every fourth or every second one. */
function isDot(column: number, row: number, density: FillDensity): boolean {
  if (density === 'dark') return (column + row) % 2 === 0;
  if (density === 'medium') return column % 2 === 0 && row % 2 === 0;
  return row % 2 === 0 && (column + row) % 4 === 0;
}

const PATTERN_CODES = {
  None: 'none',
  Horizontal: 'horizontal',
  Vertical: 'vertical',
  DiagonalDown: 'diagonalDown',
  DiagonalUp: 'diagonalUp',
  Grid: 'grid',
  Cross: 'cross',
  Dots: 'dots',
} as const;
const DENSITY_CODES = { Light: 'light', Medium: 'medium', Dark: 'dark' } as const;

/** Reads the attributes of our own for patterns. */
export function readPattern(fields: FieldReader): PatternFill {
  return {
    fillPattern: fields.code('FillPattern', PATTERN_CODES, NO_PATTERN.fillPattern),
    fillDensity: fields.code('FillDensity', DENSITY_CODES, NO_PATTERN.fillDensity),
  };
}

/** Older programs ignore the attributes and leave the shape empty. */
export function writePattern({ fillPattern, fillDensity }: PatternFill): ElementFields['attributes'] {
  return {
    ...(fillPattern === NO_PATTERN.fillPattern ? {} : { FillPattern: codeOf(PATTERN_CODES, fillPattern) }),
    ...(fillDensity === NO_PATTERN.fillDensity ? {} : { FillDensity: codeOf(DENSITY_CODES, fillDensity) }),
  };
}
