import type { EncodedSymbol } from '#model/symbology/types.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { Affine, Rect, Rotation, Size } from '#model/kernel/geometry.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Dots, Mm } from '#model/kernel/units.ts';
import type { Drawing } from './drawing.ts';
import type { HyphenLanguage } from './hyphenation.ts';
import type { DisplayOp, DotRect, GlyphRun } from './display-op.ts';
import type { RunStyle, TextRun, TextSpan } from './styled-text.ts';
import type { TextAlign } from './text-style.ts';

/** A paragraph to be shaped. Lengths are in mm; line breaks don't depend on the output surface. */
export interface ShapeRequest {
  readonly text: string;
  readonly family: string;
  readonly sizeMm: Mm;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly letterSpacingMm: Mm;
  /** Line pitch as a multiple of the em height; 0 uses the font's own. */
  readonly lineHeight: number;
  /** In vertical text `left` means the top and `right` the bottom. `stretch` spreads all characters. */
  readonly align: TextAlign;
  /** The length at which lines break. Null: only line ends in the text break lines. */
  readonly wrapMm: Mm | null;
  /** Without `wrapMm`: the length over which `justify` and `stretch` spread each line. Longer lines don't change. */
  readonly spreadMm?: Mm;
  /** Lines run from top to bottom, each to the left of the previous one; `wrapMm` and `spreadMm` are heights. */
  readonly vertical?: true;
  /** Parts of the text with a style of their own; absent where there are none. The text then has `\n` as line ends. */
  readonly spans?: readonly TextSpan[];
  /** The writing direction; absent for that of the first letter. */
  readonly direction?: 'ltr' | 'rtl';
}

/**
 * A line of shaped text. In vertical text a line is a column: `leftMm` counts from the top, `widthMm` is its length,
 * `baselineMm` the x of its middle.
 */
export interface ShapedLine {
  readonly leftMm: Mm;
  readonly widthMm: Mm;
  readonly baselineMm: Mm;
  /** Extent above the baseline, positive. */
  readonly ascentMm: Mm;
  /** Extent below the baseline, positive. */
  readonly descentMm: Mm;
}

/** A part of a line with one style. In vertical text `leftMm` counts from the top. */
export interface LinePart {
  readonly leftMm: Mm;
  readonly widthMm: Mm;
  /** The baseline of its line, or the x of the middle of its column. */
  readonly baselineMm: Mm;
  /** How far it is raised above that. */
  readonly riseMm: Mm;
  readonly sizeMm: Mm;
  readonly style: RunStyle;
}

/**
 * With `wrapMm: null`, lines are aligned inside the longest line (or inside `spreadMm`): x runs from 0 to `widthMm`. In
 * vertical text the first column ends at `widthMm` and the last starts at 0.
 */
export interface ShapedText {
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  readonly lines: readonly ShapedLine[];
  readonly runs: readonly GlyphRun[];
  /** Code points for which no face of the family's chain has a glyph. */
  readonly missing: readonly number[];
  /** All lines in parts of one style each; absent for a text without `spans`. */
  readonly parts?: readonly LinePart[];
  /** Lines that are drawn with the text, such as the leaders of tabs; absent where there are none. */
  readonly rules?: readonly Rect[];
}

export type TextExtent = Pick<ShapedText, 'widthMm' | 'heightMm'>;

/** The port to text shaping. The render worker implements it; tests pass a fake. */
export interface TextMeasure {
  shape(request: ShapeRequest): ShapedText;
  /** The size of the shaped text alone, which costs less when one text is measured at several sizes. */
  extent(request: ShapeRequest): TextExtent;
  /** Where each line after the first begins, in UTF-16 units. The text has `\n` as line ends. */
  lineStarts(request: ShapeRequest): readonly number[];
  /** Where a word may be hyphenated, in UTF-16 units, in order. */
  hyphens(word: string, language: HyphenLanguage): readonly number[];
  /** The fallback of a family that is not available; null for an available family. */
  fallback(family: string): string | null;
}

/** The size of the label that elements are laid out on. */
export interface LabelSize {
  readonly widthMm: Mm;
  readonly heightMm: Mm;
}

/** An image's size in pixels, or in its own units with the drawing of a vector image. */
export interface ImageSize extends Size {
  readonly drawing?: Drawing;
}

export interface LayoutContext {
  readonly measure: TextMeasure;
  /** The printer's resolution: symbols are laid out in its whole dots. */
  readonly dpi: number;
  /** The label of the elements. Layouts don't depend on it; the available sizes of a symbol do. */
  readonly label: LabelSize;
  /** The size of an image; null when it is not available or can't be read. */
  readonly imageSize: (asset: AssetKey) => ImageSize | null;
  /**
   * The picture that a row's value names, with the problem of one that is not available; null while it is being read.
   * Absent where no pictures of rows are read.
   */
  readonly rowPicture?: (value: string) => Result<AssetKey> | null;
  /** The time that time texts show; the same for a whole print run. */
  readonly now: LocalTime;
  /** The em height of the size group of the element that is laid out; absent where it has its own. */
  readonly groupSizeMm?: Mm;
  /** The runs of a text that has parts of another style; absent for others. */
  readonly runs?: readonly TextRun[];
}

/** A symbol at a free angle, in the dots of its own axes, in which it is upright and begins at (0, 0). */
export interface TurnedSymbol {
  readonly widthDots: Dots;
  readonly heightDots: Dots;
  readonly toLabel: Affine;
}

/** A symbol placed on the label, with what the read-back needs to check it. */
export interface PlacedSymbol {
  readonly symbol: EncodedSymbol;
  /** The bars or modules without the quiet zone, in label dots, after rotation; around them at a free angle. */
  readonly bounds: DotRect;
  /** Set at a free angle. */
  readonly turned?: TurnedSymbol;
  readonly rotation: Rotation;
  /** Mirrored on purpose. No reader can read such a symbol, so the read-back skips it. */
  readonly mirrored: boolean;
  readonly moduleDots: number;
}

/** The size of a text that fits its box. */
export interface FittedSize {
  /** The em height. */
  readonly sizeMm: Mm;
  /** Whether it exceeds the box at the smallest size, too. */
  readonly isTooLong: boolean;
}

/** The picture of one element with one set of values. */
export interface ElementLayout {
  /** Ops in the content box (0, 0, widthMm, heightMm), before mirror and rotation; `dots` ops are in label dots. */
  readonly ops: readonly DisplayOp[];
  /** The painted area, in mm of the content box: text may be larger or smaller than its box. */
  readonly content: Rect;
  readonly symbols: readonly PlacedSymbol[];
  /** Problems that prevent this label from being printed. */
  readonly problems: readonly Problem[];
  /** Findings that are reported but don't stop a print. */
  readonly warnings: readonly Problem[];
  /** Text that was left out for lack of room: stops a print unless the user allows it. Absent when there is none. */
  readonly overflows?: readonly Problem[];
  /**
   * The texts that fit their boxes, in the order of the element's contents; null for an empty one, and for one that
   * keeps its size. Absent for elements without such texts.
   */
  readonly fitted?: readonly (FittedSize | null)[];
  /** Whether a placeholder is drawn instead of the value, for an empty text or an invalid symbol. */
  readonly placeholder: boolean;
}

/** An element for a layout that doesn't depend on the place of the box. */
export type Unplaced<Element> = Omit<Element, 'xMm' | 'yMm'>;

/**
 * The layout of one element type. `values` has the value of each of the element's contents, in their order. A layout is
 * pure: the same element, values and context give the same picture.
 */
export type LayoutOf<Element> = (element: Element, values: readonly string[], context: LayoutContext) => ElementLayout;
