/** Rotation of a printed label, in degrees clockwise. */
export type Turn = 0 | 90 | 180 | 270;

/** A rectangle in mm from the page's top left. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Corner = readonly [x: number, y: number];
/** Corners clockwise from the top left. */
export type Quad = readonly [Corner, Corner, Corner, Corner];

export interface Code extends Area {
  /** Its name in bwip-js. */
  readonly type: string;
  readonly text: string;
}

/** A label's cell, and the box of its ink, in mm from the page's top left. */
export interface TrueLabel extends Area {
  readonly rotation: Turn;
  readonly content: Area;
  readonly codes: readonly Code[];
  /** On scans, with upright boxes around these; the straight ones are those of the page rotated back about its center. */
  readonly quad?: Quad;
  readonly contentQuad?: Quad;
  readonly straight?: Area;
  readonly straightContent?: Area;
}

export interface TruePage {
  /** From 1. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise. */
  readonly skew: number;
  /** In reading order. */
  readonly labels: readonly TrueLabel[];
  /** Indexes of the labels in another valid order. */
  readonly altOrder?: readonly number[];
}

export interface TrueFile {
  readonly kind: 'vector-pdf' | 'scan-jpg' | 'scan-png';
  readonly dpi?: number;
  readonly pages: readonly TruePage[];
}

export interface Truth {
  readonly files: Readonly<Record<string, TrueFile>>;
}
