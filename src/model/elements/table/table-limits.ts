import type { Mm } from '#model/kernel/units.ts';

/** Specification 2, section 9. */
export const TABLE_PEN_LIMITS: { readonly min: Mm; readonly max: Mm; readonly step: Mm } = {
  min: 0.3,
  max: 5,
  step: 0.1,
};
export const DEFAULT_TABLE_PEN_MM: Mm = 1;
/** Specification 2, section 9: a cell measures at least 1 mm; section 5: sizes below 0.5 mm are rejected. */
export const MIN_CELL_MM: Mm = 1;
export const REFUSED_CELL_MM: Mm = 0.5;
export const MAX_CELL_MM: Mm = 3000;
/** The most lines of a table: more than any label can show, and few enough to lay out at once. */
export const MAX_TABLE_LINES = 200;

/** Specification 2, section 5: a table is at least 2 mm wide for each column, plus the pen; the same holds for rows. */
export function minTableSideMm(lines: number, penWidthMm: Mm): Mm {
  return lines * 2 + penWidthMm;
}
