import type { Dots, Mm } from '#model/kernel/units.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { symbologyInfo } from '../catalog/catalog.ts';
import { leastHeightMm, type SymbolMinimum } from '../catalog/info.ts';
import type { Symbology } from '../types.ts';
import { type Grade, gradeAt, lowest, type Thresholds } from './grade.ts';

/** The measures taken from a symbol's dots; null for those that the symbology lacks, and those that are not measured. */
/**
 * What found a symbol's content in the bits that print. `dots`: every dot is the encoder's. `zxing` and `own` (our reader
 * for what zxing does not read): decoded from the bits alone.
 */
export const SYMBOL_READERS = ['dots', 'zxing', 'own'] as const;
export type SymbolReader = (typeof SYMBOL_READERS)[number];

export interface SymbolMeasures {
  /** See `decodability.ts`; 1 to 0. */
  readonly decodability: number | null;
  /** The free share of the standard's quiet zone on its worst side; 1 to 0. */
  readonly quietZone: number | null;
  readonly moduleMm: Mm;
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  /** Width of a wide element divided by that of a narrow one. */
  readonly ratio: number | null;
  /** The share of the error correction that was not needed; 1 to 0. */
  readonly unusedErrorCorrection: number | null;
}

/** The measures that can lower a grade. */
export type GradedMeasure = 'decodability' | 'quietZone' | 'module' | 'height' | 'ratio' | 'errorCorrection';

export interface GradeNote {
  readonly measure: GradedMeasure;
  readonly grade: Grade;
  /** The finding as a problem. */
  readonly problem: Problem;
}

export interface GradedSymbol {
  readonly grade: Grade;
  /** The measures below grade A, the worst first. */
  readonly notes: readonly GradeNote[];
}

/** ISO/IEC 15416, table 3; the same as for unused error correction in ISO/IEC 15415, table 6. */
const ISO: Thresholds = [0.62, 0.5, 0.37, 0.25];
/**
 * Our own scale, because the standards only require a quiet zone. The part of it beyond the label's edge counts half.
 */
const QUIET_ZONE: Thresholds = [1, 0.8, 0.6, 0.4];
/**
 * How much of a quiet zone may extend beyond the label's edge. There is the liner, which is usually light, but this is
 * not guaranteed.
 */
const BEYOND_LABEL = 0.5;

/**
 * The share of a quiet zone on one side: 1 is all of it. `wanted` is its depth by the standard, `inkFree` its depth
 * without ink, `onLabel` how far the label extends beyond the symbol there.
 */
export function quietShare(wanted: Dots, inkFree: Dots, onLabel: Dots): number {
  const beyond = inkFree > onLabel ? Math.min(wanted - onLabel, Math.ceil(wanted * BEYOND_LABEL)) : 0;
  return (Math.min(inkFree, onLabel) + beyond) / wanted;
}

/** Our own scale, as a share of the smallest module: 90 % is an EAN-13 of 80 % size printed at 203 dpi. */
const MODULE: Thresholds = [1, 0.9, 0.75, 0.5];
/** Our own scale, as a share of the least height: low bars can be read but are harder to aim at. */
const HEIGHT: Thresholds = [1, 0.5, 0.25, 0.1];
/** ISO/IEC 16388, 16390 and similar standards: a ratio is either within the limits or not. */
const LEAST_RATIO = 1.8;
const MOST_RATIO = 3.4;
/**
 * The smallest module for symbologies without one in their standard: 7.5 mil, from the AIM specifications for open
 * systems.
 */
const GENERAL: SymbolMinimum = { xMm: 0.19, source: 'AIM USS' };
/** Tolerance in mm: sizes are converted from whole dots, and a rounding error must not lower a grade. */
const HAIR = 1e-6;

/** The grade of a symbol that could be decoded: the lowest of its measures. */
export function gradeMeasures(symbology: Symbology, m: SymbolMeasures): GradedSymbol {
  const minimum = symbologyInfo(symbology).minimum ?? GENERAL;
  const leastMm = leastHeightMm(minimum, m);
  const notes: GradeNote[] = [];
  const note = (measure: GradedMeasure, grade: Grade, why: () => Problem): void => {
    if (grade !== 'A') notes.push({ measure, grade, problem: why() });
  };
  if (m.quietZone !== null) {
    const { quietZone } = m;
    note('quietZone', gradeAt(quietZone + HAIR, QUIET_ZONE), () =>
      problem('symbol.quietZone', { percent: percent(quietZone) }),
    );
  }
  note('module', gradeAt(m.moduleMm / minimum.xMm + HAIR, MODULE), () =>
    problem('symbol.smallModule', { actual: mm(m.moduleMm), least: mm(minimum.xMm) }),
  );
  if (leastMm > 0) {
    note('height', gradeAt(m.heightMm / leastMm + HAIR, HEIGHT), () =>
      problem('symbol.lowBars', { actual: m.heightMm.toFixed(1), least: leastMm.toFixed(1) }),
    );
  }
  if (m.decodability !== null) {
    const { decodability } = m;
    note('decodability', gradeAt(decodability + HAIR, ISO), () =>
      problem('symbol.unevenBars', { percent: percent(decodability) }),
    );
  }
  if (m.ratio !== null) {
    const { ratio } = m;
    note('ratio', ratio >= LEAST_RATIO && ratio <= MOST_RATIO ? 'A' : 'F', () =>
      problem('symbol.badRatio', { actual: ratio.toFixed(2) }),
    );
  }
  if (m.unusedErrorCorrection !== null) {
    const unused = m.unusedErrorCorrection;
    note('errorCorrection', gradeAt(unused + HAIR, ISO), () =>
      problem('symbol.correctionUsed', { percent: percent(1 - unused) }),
    );
  }
  const grades = notes.map((n) => n.grade);
  return { grade: lowest(grades), notes: notes.sort((a, b) => (a.grade < b.grade ? 1 : a.grade > b.grade ? -1 : 0)) };
}

function percent(share: number): number {
  return Math.round(share * 100);
}

function mm(length: Mm): string {
  return length.toFixed(3);
}
