import { dotsToMm, roundMm, type Mm } from '#model/kernel/units.ts';
import type { ElementSymbolSize } from './symbol-size.ts';

/** How far a symbol exceeds its box, in mm and in modules of its printed size. */
export interface SymbolExcess {
  readonly mm: Mm;
  readonly modules: number;
}

/** Null for a symbol that fits. Less than half a dot is lost when the box is rounded to dots. */
export function symbolOverflow(
  box: { readonly widthMm: Mm; readonly heightMm: Mm },
  { fitting, moduleMm }: Pick<ElementSymbolSize, 'fitting' | 'moduleMm'>,
  dpi: number,
): SymbolExcess | null {
  const mm = Math.max(fitting.widthMm - box.widthMm, (fitting.heightMm ?? 0) - box.heightMm);
  if (mm <= dotsToMm(0.5, dpi)) return null;
  return { mm: roundMm(mm), modules: Math.ceil(mm / moduleMm - 0.001) };
}
