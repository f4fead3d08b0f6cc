import type { Rect, Rotation } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { GreyPlane } from './grey-plane.ts';

/** A run of text on one line. */
export interface TextObject {
  readonly type: 'run';
  readonly text: string;
  /** The name in the document. */
  readonly family: string;
  readonly isSerif: boolean;
  readonly isMono: boolean;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Em height. */
  readonly sizeMm: Mm;
  /** The start of its baseline, in mm of the label. */
  readonly originMm: { readonly x: Mm; readonly y: Mm };
  /** Distances along the baseline from there to the start and to the end of its ink. */
  readonly indentMm: Mm;
  readonly lengthMm: Mm;
  readonly rotation: Rotation;
}

/** A shape; its pen, if it has one, is inside its box. */
export interface BoxObject {
  readonly type: 'box' | 'oval';
  readonly boxMm: Rect;
  /** Null for one that is filled. */
  readonly penMm: Mm | null;
}

/** A horizontal or vertical line: as thick as its box. */
export interface LineObject {
  readonly type: 'stroke';
  readonly boxMm: Rect;
  readonly direction: 'horizontal' | 'vertical';
}

/** An object of a page that can become an element of a template. In mm of the label. */
export type PageObject = TextObject | BoxObject | LineObject;

/** A part of a page as objects, and the rest as a picture in the label's dots. */
export interface TakenApart {
  /** From bottom to top; the picture is below all of them. */
  readonly objects: readonly PageObject[];
  readonly rest: GreyPlane;
}
