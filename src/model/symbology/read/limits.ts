import type { Mm } from '#model/kernel/units.ts';
import type { Symbology } from '../types.ts';

/** What a symbology's standard wants of its size. */
export interface SizeLimits {
  /** The least width of a module. */
  readonly moduleMm: Mm;
  /** The least height of the bars: so much, and so much of the symbol's width. Of a matrix none. */
  readonly heightMm: Mm;
  readonly heightShare: number;
}

/** AIM uniform symbology specifications: X of 0.191 mm (7.5 mil) for open systems; bars of 5 mm or 15 % of the width. */
const GENERAL: SizeLimits = { moduleMm: 0.19, heightMm: 5, heightShare: 0.15 };
/** GS1 General Specifications, table 5.2.3.7: 80 % of the nominal 0.33 mm. Bars that are cut lower still scan. */
const EAN_UPC: SizeLimits = { moduleMm: 0.264, heightMm: 5, heightShare: 0.15 };
/** GS1 General Specifications, 5.12.3: 0.25 mm is the least X of any GS1-128 and ITF-14 that is not for retail. */
const GS1_LINEAR: SizeLimits = { moduleMm: 0.25, heightMm: 5, heightShare: 0.15 };

const LIMITS: { readonly [K in Symbology]?: SizeLimits } = {
  ean8: EAN_UPC,
  ean13: EAN_UPC,
  upca: EAN_UPC,
  'gs1-128': GS1_LINEAR,
  itf14: GS1_LINEAR,
};

export function sizeLimits(symbology: Symbology): SizeLimits {
  return LIMITS[symbology] ?? GENERAL;
}
