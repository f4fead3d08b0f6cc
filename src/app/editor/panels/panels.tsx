import { createElement, type ComponentType, type ReactElement } from 'react';
import type { ElementType, ElementByType, LabelElement } from '#model/elements/element.ts';
import { BarcodePanel } from './BarcodePanel.tsx';
import { ImagePanel } from './ImagePanel.tsx';
import { LinePanel } from './LinePanel.tsx';
import { QrcodePanel } from './QrcodePanel.tsx';
import { RoundRectanglePanel, ShapePanel } from './ShapePanel.tsx';
import { SeveralPens } from './SeveralPens.tsx';
import { SeveralTexts } from './SeveralTexts.tsx';
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
  roundRectangle: RoundRectanglePanel,
  ellipse: ShapePanel,
  diamond: ShapePanel,
  triangle: ShapePanel,
} satisfies { readonly [K in ElementType]: ComponentType<{ element: ElementByType[K] }> };

type SeveralProps = { readonly type: ElementType; readonly elements: readonly LabelElement[] };

/** What several elements of one type can be given at once, beside what all elements have. */
const SEVERAL = {
  text: SeveralTexts,
  timeText: SeveralTexts,
  line: SeveralPens,
  rectangle: SeveralPens,
  roundRectangle: SeveralPens,
  ellipse: SeveralPens,
  diamond: SeveralPens,
  triangle: SeveralPens,
} as unknown as Readonly<Partial<Record<ElementType, ComponentType<SeveralProps>>>>;

export function SeveralOfType({ type, elements }: SeveralProps): ReactElement | null {
  const panel = SEVERAL[type];
  return panel === undefined ? null : createElement(panel, { type, elements });
}

/** The panel of an element's own type; the registry pairs them, which the type system cannot follow here. */
export function TypePanel({ element }: { element: LabelElement }): ReactElement {
  const panel = PANELS[element.type] as ComponentType<{ element: LabelElement }>;
  return createElement(panel, { element });
}
