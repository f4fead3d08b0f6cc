import type { BarcodeElement } from './barcode/barcode-element.ts';
import type { DataSource } from './base/content.ts';
import type { ElementType } from './base/element.ts';
import type { ImageElement } from './image/image-element.ts';
import type { LineElement } from './line/line-element.ts';
import type { QrcodeElement } from './qrcode/qrcode-element.ts';
import type { RectangleElement } from './rectangle/rectangle-element.ts';
import type { TextElement } from './text/text-element.ts';

export interface ElementByType {
  text: TextElement;
  barcode: BarcodeElement;
  qrcode: QrcodeElement;
  image: ImageElement;
  line: LineElement;
  rectangle: RectangleElement;
}

/** Any element of a label. */
export type LabelElement = ElementByType[ElementType];

/** The elements whose content comes from data sources. */
export type ContentElement = TextElement | BarcodeElement | QrcodeElement;

export function hasContent(element: LabelElement): element is ContentElement {
  return 'sources' in element;
}

export function sourcesOf(element: LabelElement): readonly DataSource[] {
  return hasContent(element) ? element.sources : [];
}
