import { createElement, type ComponentType, type ReactElement } from 'react';
import type { ElementType } from '#model/elements/base/element.ts';
import type { ElementByType, LabelElement } from '#model/elements/element.ts';
import { BarcodePanel } from './BarcodePanel.tsx';
import { ImagePanel } from './ImagePanel.tsx';
import { LinePanel } from './LinePanel.tsx';
import { QrcodePanel } from './QrcodePanel.tsx';
import { ShapePanel } from './ShapePanel.tsx';
import { TablePanel } from './TablePanel.tsx';
import { TextPanel } from './TextPanel.tsx';
import { TimeTextPanel } from './TimeTextPanel.tsx';

/** One panel for each element type: a forgotten one does not compile. */
const PANELS = {
  text: TextPanel,
  timeText: TimeTextPanel,
  barcode: BarcodePanel,
  qrcode: QrcodePanel,
  image: ImagePanel,
  table: TablePanel,
  line: LinePanel,
  rectangle: ShapePanel,
  roundRectangle: ShapePanel,
  ellipse: ShapePanel,
  diamond: ShapePanel,
  triangle: ShapePanel,
} satisfies { readonly [K in ElementType]: ComponentType<{ element: ElementByType[K] }> };

/** The panel of an element's own type; the registry pairs them, which the type system cannot follow here. */
export function TypePanel({ element }: { element: LabelElement }): ReactElement {
  const panel = PANELS[element.type] as ComponentType<{ element: LabelElement }>;
  return createElement(panel, { element });
}
