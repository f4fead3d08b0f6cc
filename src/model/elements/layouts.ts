import { layoutBarcode } from './barcode/barcode-layout.ts';
import type { ElementLayout, LayoutContext, LayoutOf } from './base/layout.ts';
import type { ElementDefinitions } from './definitions.ts';
import { definitionOf, type ElementByType, type ElementType, type LabelElement } from './element.ts';
import { layoutQrcode } from './qrcode/qrcode-layout.ts';

/** The types without a layout in their definition, because it needs an encoder. */
type LaidOutApart = {
  [K in ElementType]: ElementDefinitions[K] extends { readonly layout: unknown } ? never : K;
}[ElementType];

/** Separate from the definitions, because these layouts need the symbol encoders, which the application never uses. */
const LAYOUTS_WITH_ENCODERS: { readonly [K in LaidOutApart]: LayoutOf<ElementByType[K]> } = {
  barcode: layoutBarcode,
  qrcode: layoutQrcode,
};

/** Whether an element of this type that only moves keeps its picture. Symbols are on whole dots of the label. */
export function staysWhenMoved(type: ElementType): boolean {
  return definitionOf(type).staysWhenMoved === true;
}

/** The element's picture. `values` has the value of each of its contents, in the order of `contentsOf`. */
export function layoutElement(element: LabelElement, values: readonly string[], context: LayoutContext): ElementLayout {
  const apart: Readonly<Partial<Record<ElementType, LayoutOf<never>>>> = LAYOUTS_WITH_ENCODERS;
  // The lists pair each type with its layout, which the type system can't follow here.
  const layout = definitionOf(element.type).layout ?? (apart[element.type] as LayoutOf<LabelElement> | undefined);
  if (layout === undefined) throw new Error(`${element.type} has no layout`);
  return layout(element, values, context);
}
