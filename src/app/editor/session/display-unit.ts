import type { Mm } from '#model/kernel/units.ts';
import { fromMm, unitMark, type MeasureUnit } from '#app/state/unit.ts';
import { numberFormat } from '#app/state/language-formats.ts';

/** A length with 3 decimals, without its unit; with the decimal point or comma of the language. */
export function formatLength(mm: Mm, unit: MeasureUnit, language: string): string {
  const format = numberFormat(language, {
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
    useGrouping: false,
  });
  return format.format(fromMm(mm, unit));
}

/** `100.000 × 80.000 mm`, in the style of the language. */
export function formatExactSize(widthMm: Mm, heightMm: Mm, unit: MeasureUnit, language: string): string {
  return `${formatLength(widthMm, unit, language)} × ${formatLength(heightMm, unit, language)} ${unitMark(unit, language)}`;
}

/** A step of the arrows of a length field: a tenth of a millimeter, a hundredth of an inch. */
export function lengthStep(unit: MeasureUnit): number {
  return unit === 'inch' ? 0.01 : 0.1;
}
