import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { dotsToMm, roundMm, type Mm } from '#model/kernel/units.ts';
import { symbolSize, type SymbolSize } from '#model/symbology/size.ts';
import { sidesOf } from '#model/symbology/guard-and-bearer-bars.ts';
import type { BarcodeElement } from './barcode/barcode-element.ts';
import type { LayoutContext } from './base/layout.ts';
import { fontFamiliesOf } from './element.ts';
import { layoutElement } from './layouts.ts';
import type { QrcodeElement } from './qrcode/qrcode-element.ts';
import { numberHeightDots } from './qrcode/qrcode-layout.ts';
import { symbolChoices, type SymbolChoice } from './symbol-choices.ts';

/** The size of an element's symbol; `fitting` is the size of the smallest box for it. */
export interface ElementSymbolSize extends SymbolSize {
  readonly fitting: { readonly widthMm: Mm; readonly heightMm?: Mm };
  /** The sizes that the symbol can have on this label, from one dot per module. */
  readonly choices: readonly SymbolChoice[];
}

/**
 * The printed size of an element's symbol with this content. Fails with the problem of the content if it has no symbol.
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
  const { symbol, bounds, rotation, moduleDots } = placed;
  const turned = rotation === 90 || rotation === 270;
  const [width, height] = turned ? [bounds.height, bounds.width] : [bounds.width, bounds.height];
  // Only a symbol with text uses a font.
  const withText = fontFamiliesOf(element).length > 0;
  const sides = symbol.kind === 'linear' ? sidesOf(symbol, withText) : { left: 0, right: 0 };
  const all = width + (sides.left + sides.right) * moduleDots;
  const numberDots = numberHeightDots(element, symbol, moduleDots, context);
  return ok({
    ...symbolSize(symbol, moduleDots, height, context.dpi),
    fitting: {
      widthMm: roundMm(dotsToMm(all, context.dpi)),
      // A linear symbol fits a box of any height.
      ...(symbol.kind === 'matrix' ? { heightMm: roundMm(dotsToMm(height + numberDots, context.dpi)) } : {}),
    },
    choices: symbolChoices(element, value, placed, sides, context),
  });
}
