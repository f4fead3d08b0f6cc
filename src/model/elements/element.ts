import type { BarcodeElement } from './barcode/barcode-element.ts';
import type { DataSource } from './base/content.ts';
import type { ElementType } from './base/element.ts';
import type { ShapeStyle } from './base/shape.ts';
import type { TextStyle } from './base/text-style.ts';
import type { DiamondElement } from './diamond/diamond-element.ts';
import type { EllipseElement } from './ellipse/ellipse-element.ts';
import type { ImageElement } from './image/image-element.ts';
import type { LineElement } from './line/line-element.ts';
import type { QrcodeElement } from './qrcode/qrcode-element.ts';
import type { RectangleElement } from './rectangle/rectangle-element.ts';
import { cellPlace, type TableElement } from './table/table-element.ts';
import type { RoundRectangleElement } from './round-rectangle/round-rectangle-element.ts';
import type { TextElement } from './text/text-element.ts';
import type { TimeTextElement } from './time-text/time-text-element.ts';
import type { TriangleElement } from './triangle/triangle-element.ts';

export interface ElementByType {
  text: TextElement;
  timeText: TimeTextElement;
  barcode: BarcodeElement;
  qrcode: QrcodeElement;
  image: ImageElement;
  table: TableElement;
  line: LineElement;
  rectangle: RectangleElement;
  roundRectangle: RoundRectangleElement;
  ellipse: EllipseElement;
  diamond: DiamondElement;
  triangle: TriangleElement;
}

/** Any element of a label. */
export type LabelElement = ElementByType[ElementType];

/** The elements that are one text, wherever it comes from. */
export type StyledElement = Extract<LabelElement, TextStyle>;

export function isStyled(element: LabelElement): element is StyledElement {
  return element.type === 'text' || element.type === 'timeText';
}

/** The families that an element's texts are set in, each once. */
export function fontFamiliesOf(element: LabelElement): readonly string[] {
  if (element.type === 'table') return [...new Set(element.cells.map((cell) => cell.style.fontFamily))];
  if (element.type === 'barcode') return element.numberPosition === 'none' ? [] : [element.fontFamily];
  return isStyled(element) ? [element.fontFamily] : [];
}

/** The closed shapes. */
export type ShapeElement = Extract<LabelElement, ShapeStyle>;

export function isShape(element: LabelElement): element is ShapeElement {
  return 'filled' in element;
}

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
  if (element.type === 'table') return element.cells.map((cell) => ({ sources: cell.sources, place: cellPlace(cell) }));
  return hasContent(element) ? [element] : NO_CONTENTS;
}

/** The element with other sources for each of its contents, in the order of `contentsOf`. */
export function withContents(element: LabelElement, contents: readonly (readonly DataSource[])[]): LabelElement {
  if (element.type === 'table') {
    return { ...element, cells: element.cells.map((cell, i) => ({ ...cell, sources: contents[i] ?? cell.sources })) };
  }
  const [first] = contents;
  return hasContent(element) && first !== undefined ? { ...element, sources: first } : element;
}

/** Every data source of an element, whichever of its contents it belongs to. */
export function sourcesOf(element: LabelElement): readonly DataSource[] {
  return contentsOf(element).flatMap((content) => content.sources);
}
