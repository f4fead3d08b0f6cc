import type { EncodedSymbol } from '#model/symbology/types.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { Rect, Rotation, Size } from '#model/kernel/geometry.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { DisplayOp, DotRect, GlyphRun } from './display-op.ts';
import type { TextAlign } from './text-style.ts';

/** What a paragraph is shaped with. Lengths in mm; breaking never depends on a surface. */
export interface ShapeRequest {
  readonly text: string;
  readonly family: string;
  readonly sizeMm: Mm;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly letterSpacingMm: Mm;
  /** Line pitch as a multiple of the em height; 0 takes the font's own. */
  readonly lineHeight: number;
  /** In vertical text `left` means the top and `right` the bottom. `stretch` puts room between all characters. */
  readonly align: TextAlign;
  /** Lines break at this length. Null: only the line ends in the text break lines. */
  readonly wrapMm: Mm | null;
  /** Without `wrapMm`: the length over which `justify` and `stretch` spread each line; longer lines stay as they are. */
  readonly spreadMm?: Mm;
  /** Lines run from top to bottom, the next to the left of the last; `wrapMm` and `spreadMm` are heights. */
  readonly vertical?: true;
}

/** In vertical text a line is a column: `leftMm` counts from the top, `widthMm` is its length, `baselineMm` the x of its middle. */
export interface ShapedLine {
  readonly leftMm: Mm;
  readonly widthMm: Mm;
  readonly baselineMm: Mm;
  /** Above the baseline, positive. */
  readonly ascentMm: Mm;
  /** Below the baseline, positive. */
  readonly descentMm: Mm;
}

/**
 * With `wrapMm: null` lines are aligned inside the longest line (or `spreadMm`): x runs from 0 to `widthMm`. The first
 * column of vertical text ends at `widthMm`, the last begins at 0.
 */
export interface ShapedText {
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  readonly lines: readonly ShapedLine[];
  readonly runs: readonly GlyphRun[];
  /** Code points that no listed face has. */
  readonly missing: readonly number[];
}

/** The port to the font machinery; the real one is in the render worker, tests pass a fake. */
export interface TextMeasure {
  shape(request: ShapeRequest): ShapedText;
  /** For a family that is not available: the family used instead. Null for a family that is. */
  standIn(family: string): string | null;
}

/** The label that elements are laid out on. */
export interface LabelSize {
  readonly widthMm: Mm;
  readonly heightMm: Mm;
}

export interface LayoutContext {
  readonly measure: TextMeasure;
  /** The printer's resolution: symbols are laid out in its whole dots. */
  readonly dpi: number;
  /** Symbols leave their quiet zones on it. */
  readonly label: LabelSize;
  /** The pixel size of an image; null when it is not at hand or not an image. */
  readonly imageSize: (asset: AssetKey) => Size | null;
  /** The time that time texts show; the same for a whole print run. */
  readonly now: LocalTime;
}

/** A symbol at its place on the label, with what the read-back needs to prove it. */
export interface PlacedSymbol {
  readonly symbol: EncodedSymbol;
  /** The bars or modules without quiet zone, in label dots, after rotation. */
  readonly bounds: DotRect;
  readonly rotation: Rotation;
  /** Mirrored on purpose: no reader can read it, so it is exempt from read-back. */
  readonly mirrored: boolean;
  readonly dotsPerModule: number;
}

/** What one element looks like with one value. */
export interface ElementLayout {
  /** In the content box (0, 0, widthMm, heightMm), before mirror and rotation; `dots` ops excepted. */
  readonly ops: readonly DisplayOp[];
  /** What is covered, in mm of the content box: text may be larger or smaller than its box. */
  readonly content: Rect;
  readonly symbols: readonly PlacedSymbol[];
  /** What keeps this label from being printed. */
  readonly problems: readonly Problem[];
  /** Findings that are told but do not stop a print. */
  readonly warnings: readonly Problem[];
  /** Text that had no room and is left out: it stops a print unless the user allows it. None when absent. */
  readonly overflows?: readonly Problem[];
  /** Set when something else than the value is drawn in its place (an empty text, an impossible symbol). */
  readonly placeholder: boolean;
}

/**
 * One type's layout; `values` is what each of the element's contents gives, in their order. Pure: the same element,
 * values and context give the same picture.
 */
export type LayoutOf<Element> = (element: Element, values: readonly string[], context: LayoutContext) => ElementLayout;
