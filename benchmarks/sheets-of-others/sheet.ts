import type { Area, Turn } from '#tests/document/sheets-of-others/truth.ts';

export type { Area, Turn };

/** The place of a label, and how its edge is drawn. */
export interface Cell extends Area {
  /** Corner radius of its outline in mm. */
  readonly corner?: number;
}

/** A printed label, before its page is laid out. */
export interface Label extends Cell {
  readonly rotation: Turn;
  /** White margin inside the cell in mm. */
  readonly margin: number;
  /** Size of the design's unit in mm, before shrinking. */
  readonly unit: number;
  readonly html: string;
  readonly rtl: boolean;
}

/** Anything on the page that is not a label. */
export interface Aside extends Area {
  readonly html: string;
  readonly rtl?: boolean;
}

export interface Page {
  readonly width: number;
  readonly height: number;
  /** In reading order. */
  readonly labels: readonly Label[];
  readonly asides: readonly Aside[];
  /** Cut lines, fold lines and marks as SVG in mm. */
  readonly lines: string;
  /** Background behind the labels, such as a tinted panel, as SVG in mm. */
  readonly back?: string;
  /** Indexes of the labels in another valid reading order. */
  readonly altOrder?: readonly number[];
}

/** Distortions of a page by a scanner. */
export interface Scan {
  readonly dpi: number;
  readonly format: 'jpg' | 'png';
  /** Degrees clockwise. */
  readonly skew: number;
  /** Offset of the paper, in mm. */
  readonly shift: readonly [x: number, y: number];
  readonly look: 'clean' | 'gray' | 'low contrast' | 'uneven' | 'fax' | 'edges' | 'color';
  readonly noise: number;
  /** Specks per square decimeter. */
  readonly dust: number;
  readonly seed: number;
}

export interface Sheet {
  readonly kind: string;
  readonly font: string;
  readonly pages: readonly Page[];
  readonly scan?: Scan;
}
