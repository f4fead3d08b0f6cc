import type { AssetKey } from '#model/kernel/ids.ts';
import type { Affine, Rect } from '#model/kernel/geometry.ts';
import type { Dots, Mm } from '#model/kernel/units.ts';

/** Black ink, bare paper. A thermal printer has no third colour. */
export type Ink = 'black' | 'white';

/** Names one font file: `<family>/<weight>/<normal|italic>`. The font service resolves it. */
export type FaceId = string;

/**
 * Shaped text: glyphs of one face at their places. What the painter draws and an exporter embeds.
 * Positions are the glyph origins on the baseline, in mm, relative to the element's content box.
 */
export interface GlyphRun {
  readonly face: FaceId;
  /** Em height. */
  readonly sizeMm: Mm;
  readonly glyphs: Uint16Array;
  /** x0, y0, x1, y1 … in mm. */
  readonly positions: Float32Array;
  /** Each glyph is turned a quarter clockwise about its origin: the baseline runs down, as of Latin in a column. */
  readonly sideways?: true;
  /** The characters that the glyphs stand for, in reading order: for exporters that write real text. */
  readonly text: string;
  /**
   * For each glyph where its characters begin in `text`, in UTF-16 units; they end where the next greater begins.
   * Falls from glyph to glyph when the writing runs from right to left. Glyphs of one letter share a number.
   */
  readonly clusters: Uint32Array;
  /** The family lacks a bold face: strokes are thickened. */
  readonly embolden: boolean;
  /** The family lacks an italic face: glyphs are slanted. */
  readonly skew: boolean;
}

export interface RectOp {
  readonly type: 'rect';
  readonly rect: Rect;
  readonly ink: Ink;
}

/** A stroked or filled outline in mm. */
export interface PathOp {
  readonly type: 'path';
  /** SVG path data in mm of the content box: only absolute M L C Q Z. */
  readonly data: string;
  readonly ink: Ink;
  readonly paint:
    | { readonly style: 'fill' }
    | {
        readonly style: 'stroke';
        readonly widthMm: Mm;
        readonly dashMm?: readonly [on: Mm, off: Mm];
        readonly cap?: 'butt' | 'round';
      };
}

export interface GlyphsOp {
  readonly type: 'glyphs';
  readonly run: GlyphRun;
  readonly ink: Ink;
}

/** How grey becomes black and white: by a level, or by dots of both that are as dark together. */
export const ONE_BIT_MODES = ['threshold', 'floydSteinberg', 'atkinson', 'ordered'] as const;
export type OneBitMode = (typeof ONE_BIT_MODES)[number];

/** A raster image stretched over a rectangle of the content box; made 1-bit at print dots by the painter. */
export interface ImageOp {
  readonly type: 'image';
  readonly asset: AssetKey;
  readonly rect: Rect;
  readonly oneBit: OneBitMode;
  /** For `threshold`: grey from this on (0 to 255) is paper; 128 when left out. */
  readonly threshold?: number;
  /** The part of the image that is seen, in parts of its width and height; all when left out. */
  readonly source?: Rect;
}

/**
 * A symbol's dark rectangles in whole dots of the label (not of the content box): rotation and mirror are
 * already in them and the item's transform does not apply. The one op that is exact to the dot.
 */
export interface DotsOp {
  readonly type: 'dots';
  /** x, y, width, height, x, y … in label dots at the display list's dpi. */
  readonly rects: Int32Array;
  readonly ink: Ink;
}

/** Ops in a space of their own, as the mirrored text of one table cell. `dots` ops, which know no transform, are not in it. */
export interface GroupOp {
  readonly type: 'group';
  /** From the group's mm to the mm of what it is in: quarter turns, mirrors and moves only. */
  readonly transform: Affine;
  readonly ops: readonly Exclude<DisplayOp, DotsOp>[];
}

/** The few primitives that the painter knows. A new element type usually needs no new one. */
export type DisplayOp = RectOp | PathOp | GlyphsOp | ImageOp | DotsOp | GroupOp;

/** A whole-dot rectangle on the label. */
export interface DotRect {
  readonly x: Dots;
  readonly y: Dots;
  readonly width: Dots;
  readonly height: Dots;
}
