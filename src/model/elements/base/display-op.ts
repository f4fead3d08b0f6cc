import type { AssetKey } from '#model/kernel/ids.ts';
import type { Affine, Rect, Size } from '#model/kernel/geometry.ts';
import type { Dots, Mm } from '#model/kernel/units.ts';
import type { DotPattern } from './fill-pattern.ts';
import type { LineCap, LineJoin } from './drawing.ts';

/** Black ink or bare paper: thermal printers have nothing else. */
export type Ink = 'black' | 'white';

interface Colored {
  readonly ink: Ink;
  /** `#rrggbb`: what black ink is on color outputs; black when left out. */
  readonly color?: string;
}

/** The name of one font file: `<family>/<weight>/<normal|italic>`. The font service finds the file. */
export type FaceId = string;

/**
 * Shaped text: placed glyphs of one face, which the painter draws and exporters embed. Positions are the glyph origins
 * on the baseline, in mm, relative to the element's content box.
 */
export interface GlyphRun {
  readonly face: FaceId;
  /** Em height. */
  readonly sizeMm: Mm;
  readonly glyphs: Uint16Array;
  /** x0, y0, x1, y1 … in mm. */
  readonly positions: Float32Array;
  /**
   * Each glyph is turned a quarter clockwise about its origin, so that the baseline runs down, like Latin in a column.
   */
  readonly sideways?: true;
  /**
   * The direction of each glyph's baseline: cos0, sin0, cos1, sin1 …, clockwise. Absent where all run to the right.
   */
  readonly turns?: Float32Array;
  /** The characters of the glyphs, in reading order, for exporters that write real text. */
  readonly text: string;
  /**
   * For each glyph, the place in `text` (in UTF-16 units) where its characters start; they end where the next larger
   * number starts. The numbers descend in right-to-left writing. Glyphs of one letter share a number.
   */
  readonly clusters: Uint32Array;
  /** Strokes are thickened, because the family lacks a bold face. */
  readonly embolden: boolean;
  /** Glyphs are slanted, because the family lacks an italic face. */
  readonly skew: boolean;
  /** The run's own color (see `RunStyle`). */
  readonly color?: string;
}

export interface RectOp extends Colored {
  readonly type: 'rect';
  readonly rect: Rect;
}

/** A stroked or filled outline in mm. */
export interface PathOp extends Colored {
  readonly type: 'path';
  /** SVG path data in mm of the content box: only absolute M L C Q Z. */
  readonly data: string;
  readonly paint:
    | {
        readonly style: 'fill';
        /** The even-odd fill rule; the nonzero rule when left out. */
        readonly evenOdd?: true;
        /** Only the dots of this pattern are ink. */
        readonly pattern?: DotPattern;
      }
    | {
        readonly style: 'stroke';
        readonly widthMm: Mm;
        readonly dashMm?: readonly [on: Mm, off: Mm];
        readonly cap?: LineCap;
        /** `miter` when left out, cut off beyond 4 times the pen's width. */
        readonly join?: LineJoin;
      };
}

export interface GlyphsOp extends Colored {
  readonly type: 'glyphs';
  readonly run: GlyphRun;
}

/** Conversions from gray to black and white: by a fixed level, or by dithering, which keeps the average darkness. */
export const ONE_BIT_MODES = ['threshold', 'floydSteinberg', 'atkinson', 'ordered'] as const;
export type OneBitMode = (typeof ONE_BIT_MODES)[number];

/**
 * A raster image stretched over a rectangle of the content box. The painter makes it 1-bit at the print's resolution.
 */
export interface ImageOp {
  readonly type: 'image';
  readonly asset: AssetKey;
  readonly rect: Rect;
  readonly oneBit: OneBitMode;
  /** For `threshold`: grays from this value (0 to 255) become paper; 128 when left out. */
  readonly threshold?: number;
  /** The visible part of the image, as fractions of its width and height; the whole image when left out. */
  readonly source?: Rect;
  readonly tones?: ImageTones;
  /**
   * The corners are rounded to quarters of an ellipse of this size, as fractions of `rect`: half of both is an ellipse.
   * Square when left out.
   */
  readonly corners?: Size;
}

/** Changes to the tones of an image before it becomes black and white, in the order of the fields. */
export interface ImageTones {
  /** The color that becomes transparent: `#rrggbb`. None when left out. */
  readonly clearColor?: string;
  /** The largest difference in red, green or blue (0 to 255) up to which a color counts as `clearColor`. */
  readonly clearTolerance: number;
  /** Dark and light are exchanged. */
  readonly inverted: boolean;
  /** Percent of the whole range added to each tone: -100 to 100. */
  readonly brightness: number;
  /** -100 (one even gray) to 100 (black and white only); 0 changes nothing. */
  readonly contrast: number;
  /** The power of the gamma correction: above 1 the middle tones become lighter; 1 changes nothing. */
  readonly gamma: number;
  /** Percent of its difference to the 3 x 3 dots around it that is added to each dot: 0 to 300. */
  readonly sharpness: number;
}

/**
 * A symbol's dark rectangles in whole dots of the label (not of the content box). They include rotation and mirror: the
 * item's transform doesn't apply to them. This is the only op that is exact to the dot, unless it has a `turn`.
 */
export interface DotsOp {
  readonly type: 'dots';
  /** x, y, width, height, x, y … in label dots at the display list's dpi. */
  readonly rects: Int32Array;
  readonly ink: Ink;
  /** For a symbol at a free angle: from the dots of `rects` to the label's dots. A dot with its center inside is ink. */
  readonly turn?: Affine;
}

/**
 * Ops in a coordinate system of their own, such as the mirrored text of one table cell. It holds no `dots` ops, because
 * these have no transform.
 */
export interface GroupOp {
  readonly type: 'group';
  /** From the group's mm to the mm of its parent: quarter turns, mirrors and moves; for glyphs only, also a stretch. */
  readonly transform: Affine;
  readonly ops: readonly Exclude<DisplayOp, DotsOp>[];
}

/** The primitives of the painter. A new element type rarely needs another one. */
export type DisplayOp = RectOp | PathOp | GlyphsOp | ImageOp | DotsOp | GroupOp;

/** A rectangle of whole dots on the label. */
export interface DotRect {
  readonly x: Dots;
  readonly y: Dots;
  readonly width: Dots;
  readonly height: Dots;
}
