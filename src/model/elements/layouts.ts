import { layoutBarcode } from './barcode/barcode-layout.ts';
import type { ElementType } from './base/element.ts';
import type { ElementLayout, LayoutContext, LayoutOf } from './base/layout.ts';
import { layoutDiamond } from './diamond/diamond-layout.ts';
import type { ElementByType, LabelElement } from './element.ts';
import { layoutEllipse } from './ellipse/ellipse-layout.ts';
import { layoutImage } from './image/image-layout.ts';
import { layoutLine } from './line/line-layout.ts';
import { layoutQrcode } from './qrcode/qrcode-layout.ts';
import { layoutRectangle } from './rectangle/rectangle-layout.ts';
import { layoutTable } from './table/table-layout.ts';
import { layoutRoundRectangle } from './round-rectangle/round-rectangle-layout.ts';
import { layoutText } from './text/text-layout.ts';
import { layoutTimeText } from './time-text/time-text-layout.ts';
import { layoutTriangle } from './triangle/triangle-layout.ts';

/** Apart from `registry.ts`: laying out brings the symbol encoders, which the application has no use for. */
const LAYOUTS = {
  text: layoutText,
  timeText: layoutTimeText,
  barcode: layoutBarcode,
  qrcode: layoutQrcode,
  image: layoutImage,
  line: layoutLine,
  rectangle: layoutRectangle,
  roundRectangle: layoutRoundRectangle,
  ellipse: layoutEllipse,
  diamond: layoutDiamond,
  triangle: layoutTriangle,
} satisfies { [K in Exclude<ElementType, 'table'>]: LayoutOf<ElementByType[K]> };

/** `values` is what each of the element's contents gives (`contentsOf`); elements without contents ignore it. */
export function layoutElement(element: LabelElement, values: readonly string[], context: LayoutContext): ElementLayout {
  if (element.type === 'table') return layoutTable(element, values, context);
  // The record pairs each type with its layout, which the type system cannot follow here.
  const layout = LAYOUTS[element.type] as LayoutOf<LabelElement>;
  return layout(element, values[0] ?? '', context);
}
