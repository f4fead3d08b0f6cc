import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { dotsToMm, roundMm, type Mm } from '#model/kernel/units.ts';
import { symbolSize, type SymbolSize } from '#model/symbology/size.ts';
import { sidesOf } from '#model/symbology/trimmings.ts';
import type { BarcodeElement } from './barcode/barcode-element.ts';
import type { LayoutContext } from './base/layout.ts';
import { fontFamiliesOf } from './element.ts';
import { layoutElement } from './layouts.ts';
import type { QrcodeElement } from './qrcode/qrcode-element.ts';

/** The size of an element's symbol; `fitting` is the size of the smallest box for it. */
export interface ElementSymbolSize extends SymbolSize {
  readonly fitting: { readonly widthMm: Mm; readonly heightMm?: Mm };
}

/**
 * How large an element's symbol is printed with this content. Fails with the problem of the content if it has no
 * symbol.
 */
export function elementSymbolSize(
  element: BarcodeElement | QrcodeElement,
  value: string,
  context: LayoutContext,
): Result<ElementSymbolSize> {
  const layout = layoutElement(element, [value], context);
  const [placed] = layout.symbols;
  if (layout.placeholder || placed === undefined)
    return err(layout.problems[0] ?? problem('symbol.cannotEncode', { detail: value }));
  const { symbol, bounds, rotation, dotsPerModule } = placed;
  const turned = rotation === 90 || rotation === 270;
  const [width, height] = turned ? [bounds.height, bounds.width] : [bounds.width, bounds.height];
  // Only a symbol with text beside it uses a font.
  const withText = fontFamiliesOf(element).length > 0;
  const sides = symbol.kind === 'linear' ? sidesOf(symbol, withText) : { left: 0, right: 0 };
  const all = width + (sides.left + sides.right) * dotsPerModule;
  return ok({
    ...symbolSize(symbol, dotsPerModule, height, context.dpi),
    fitting: {
      widthMm: roundMm(dotsToMm(all, context.dpi)),
      // A linear symbol fits a box of any height.
      ...(symbol.kind === 'matrix' ? { heightMm: roundMm(dotsToMm(height, context.dpi)) } : {}),
    },
  });
}

/** By how much a symbol exceeds its box, in mm and in modules of the size it is printed with. */
export interface SymbolExcess {
  readonly mm: Mm;
  readonly modules: number;
}

/** Null for a symbol that fits. What is less than half a dot is lost when the box is rounded to dots. */
export function symbolExcess(
  box: { readonly widthMm: Mm; readonly heightMm: Mm },
  { fitting, moduleMm }: Pick<ElementSymbolSize, 'fitting' | 'moduleMm'>,
  dpi: number,
): SymbolExcess | null {
  const mm = Math.max(fitting.widthMm - box.widthMm, (fitting.heightMm ?? 0) - box.heightMm);
  if (mm <= dotsToMm(0.5, dpi)) return null;
  return { mm: roundMm(mm), modules: Math.ceil(mm / moduleMm - 0.001) };
}
