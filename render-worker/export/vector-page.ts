import type { Mm } from '#model/kernel/units.ts';
import type { DisplayList } from '#model/page/display-list.ts';

/** A label and its position on the page, its top left in mm. It is clipped to its own borders. */
export interface PlacedList {
  readonly list: DisplayList;
  readonly xMm: Mm;
  readonly yMm: Mm;
}

/** A page of shapes and text for a vector export. */
export interface VectorPage {
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  readonly labels: readonly PlacedList[];
}

/** A number as PDF and SVG read it: no exponent, no negative zero. */
export function decimal(value: number, digits: number = 4): string {
  return String(Number(value.toFixed(digits)) + 0);
}
