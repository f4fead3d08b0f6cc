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

/** The elements that have one content from data sources. */
export type ContentElement = Extract<LabelElement, { readonly sources: readonly DataSource[] }>;

export function hasContent(element: LabelElement): element is ContentElement {
  return 'sources' in element;
}

/** One text that an element takes from data sources. */
export interface ElementContent {
  readonly sources: readonly DataSource[];
  /** Which of the element's texts it is, where there are several: a cell's `row,column`. */
  readonly place?: string;
}

const NO_CONTENTS: readonly ElementContent[] = [];

/** What an element takes from data sources: nothing, one content, or as many as a table has cells. */
export function contentsOf(element: LabelElement): readonly ElementContent[] {
  return hasContent(element) ? [element] : NO_CONTENTS;
}

/** The element with other sources for each of its contents, in the order of `contentsOf`. */
export function withContents(element: LabelElement, contents: readonly (readonly DataSource[])[]): LabelElement {
  const [first] = contents;
  return hasContent(element) && first !== undefined ? { ...element, sources: first } : element;
}

/** Every data source of an element, whichever of its contents it belongs to. */
export function sourcesOf(element: LabelElement): readonly DataSource[] {
  return contentsOf(element).flatMap((content) => content.sources);
}
