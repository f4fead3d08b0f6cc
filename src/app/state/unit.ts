import { useAtomValue, useSetAtom } from 'jotai';
import { MM_PER_INCH, roundMm, type Mm } from '#model/kernel/units.ts';
import { numberFormat } from './language-formats.ts';
import { storedAtom } from './stored-atom.ts';

/** The units for showing and typing label sizes; saved values are always millimeters. */
const MEASURE_UNITS = ['mm', 'inch'] as const;
export type MeasureUnit = (typeof MEASURE_UNITS)[number];

const unitAtom = storedAtom<MeasureUnit>('MeasureUnit', (text) => (text === 'inch' ? 'inch' : 'mm'));

export function useUnit(): MeasureUnit {
  return useAtomValue(unitAtom);
}

export function useSetUnit(): (unit: MeasureUnit) => void {
  return useSetAtom(unitAtom);
}

/** The length of one unit in millimeters. */
export function unitMm(unit: MeasureUnit): Mm {
  return unit === 'mm' ? 1 : MM_PER_INCH;
}

/**
 * The step of an arrow key with Ctrl: 1 mm, or 1/16 inch to the precision of the file, so that steps in both directions
 * cancel out.
 */
export function nudgeMm(unit: MeasureUnit): Mm {
  return unit === 'mm' ? 1 : roundMm(MM_PER_INCH / 16);
}

/** Converts millimeters to the unit shown, rounded to 3 decimals. */
export function fromMm(mm: Mm, unit: MeasureUnit): number {
  return unit === 'mm' ? roundMm(mm) : Math.round((mm / MM_PER_INCH) * 1000) / 1000;
}

/** Converts a value typed in the unit shown to millimeters, rounded to 3 decimals. */
export function toMm(value: number, unit: MeasureUnit): Mm {
  return roundMm(unit === 'mm' ? value : value * MM_PER_INCH);
}

/** The unit's symbol next to a number in the language: `mm`, also in Chinese, `мм`, `in`, `英寸`. */
export function unitMark(unit: MeasureUnit, language: string): string {
  if (unit === 'mm' && language.startsWith('zh')) return 'mm';
  const format = numberFormat(language, { style: 'unit', unit: unit === 'mm' ? 'millimeter' : 'inch' });
  return format.formatToParts(1).find((part) => part.type === 'unit')?.value ?? unit;
}

/** `100 × 80 mm`: up to 3 decimals, in the style of the language. */
export function formatSize(widthMm: Mm, heightMm: Mm, unit: MeasureUnit, language: string): string {
  const format = numberFormat(language, { maximumFractionDigits: 3, useGrouping: false });
  return `${format.format(fromMm(widthMm, unit))} × ${format.format(fromMm(heightMm, unit))} ${unitMark(unit, language)}`;
}
