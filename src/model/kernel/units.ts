/**
 * Units of length. Any of them accepts a plain number, but one unit is never accepted for another: names carry the unit
 * (`widthMm`, `xDots`) and the types keep the units apart.
 */
export type Mm = number & { readonly unit?: 'mm' };
/** Pixels of the print bitmap, at a given resolution. Whole numbers unless a name says otherwise. */
export type Dots = number & { readonly unit?: 'dots' };
/** CSS pixels of the screen. */
export type CssPx = number & { readonly unit?: 'css' };
/** Physical pixels of the screen: CSS pixels times the device pixel ratio. */
export type DevicePx = number & { readonly unit?: 'device' };

export const MM_PER_INCH = 25.4;
/** One canvas unit of the specification: one CSS pixel at 96 dpi (specification 2, section 9: "Pixel per mm 3.78"). */
export const CANVAS_UNITS_PER_MM = 3.78;
/** Font sizes are in quarters of a millimeter of em height ("mm to point factor 4"). */
export const FONT_UNITS_PER_MM = 4;
export const POINTS_PER_INCH = 72;

export function dotsPerMm(dpi: number): number {
  return dpi / MM_PER_INCH;
}

/** The nearest whole dot. */
export function mmToDots(mm: Mm, dpi: number): Dots {
  return Math.round((mm * dpi) / MM_PER_INCH);
}

export function dotsToMm(dots: Dots, dpi: number): Mm {
  return (dots * MM_PER_INCH) / dpi;
}

export function canvasUnitsToMm(units: number): Mm {
  return units / CANVAS_UNITS_PER_MM;
}

export function fontUnitsToMm(units: number): Mm {
  return units / FONT_UNITS_PER_MM;
}

export function fontUnitsToPoints(units: number): number {
  return (fontUnitsToMm(units) / MM_PER_INCH) * POINTS_PER_INCH;
}

/** Rounds to the precision of the file: 3 decimals, never a negative zero. */
export function roundMm(mm: Mm): Mm {
  return Math.round(mm * 1000) / 1000 + 0;
}
