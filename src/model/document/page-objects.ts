import type { Rect, Rotation } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { GreyPlane } from './grey-plane.ts';

/** A run of text on one line. */
export interface TextObject {
  readonly type: 'run';
  readonly text: string;
  /** As the document calls it. */
  readonly family: string;
  readonly isSerif: boolean;
  readonly isMono: boolean;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Em height. */
  readonly sizeMm: Mm;
  /** Where its baseline begins, in mm of the label. */
  readonly originMm: { readonly x: Mm; readonly y: Mm };
  /** From there along the baseline to where its ink begins, and to where it ends. */
  readonly indentMm: Mm;
  readonly lengthMm: Mm;
  readonly rotation: Rotation;
}

/** A shape whose pen, if it has one, runs inside its box. */
export interface BoxObject {
  readonly type: 'box' | 'oval';
  readonly boxMm: Rect;
  /** Null for one that is filled. */
  readonly penMm: Mm | null;
}

/** A level or upright line: as thick as its box. */
export interface LineObject {
  readonly type: 'stroke';
  readonly boxMm: Rect;
  readonly direction: 'horizontal' | 'vertical';
}

/** What of a page an element of a template can be, in words of its own: it is none yet. In mm of the label. */
export type PageObject = TextObject | BoxObject | LineObject;

/** A part of a page in its objects, and all the rest of it as a picture in the label's dots. */
export interface TakenApart {
  /** From the lowest to the one on top; the picture lies below all of them. */
  readonly objects: readonly PageObject[];
  readonly rest: GreyPlane;
}
