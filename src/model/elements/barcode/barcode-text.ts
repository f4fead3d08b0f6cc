import type { Mm } from '#model/kernel/units.ts';
import type { LinearSymbol, TextPart } from '#model/symbology/types.ts';
import type { DisplayOp } from '../base/display-op.ts';
import { JoinedRuns } from '../base/joined-runs.ts';
import type { LayoutContext, ShapedText } from '../base/layout.ts';
import { layoutNumber, shapeNumber, type NumberPosition } from '../base/symbol-number.ts';
import type { BarcodeElement } from './barcode-element.ts';

/** The outer digits of UPC are four modules wide, all others seven (GS1 General Specifications 5.2.5). */
const SMALL = 4 / 7;

/** The number of text lines above and below the bars. */
export interface TextLines {
  readonly above: number;
  readonly below: number;
}

/** Counts a symbol's lines of text: one where the user chose, and one on top for parts with a fixed place there. */
export function textLines(symbol: LinearSymbol, position: NumberPosition): TextLines {
  if (position === 'none') return { above: 0, below: 0 };
  const parts = symbol.textParts ?? [];
  if (position === 'below') return { above: parts.some((part) => part.above === true) ? 1 : 0, below: 1 };
  return { above: parts.some(isCaption) ? 2 : 1, below: 0 };
}

export interface TextPlaces {
  /** The start of the first bar, and the widths of a module and of all bars, in mm of the content box. */
  readonly barsMm: Mm;
  readonly moduleMm: Mm;
  readonly widthMm: Mm;
  /** The tops of the lines of text. */
  readonly captionMm: Mm;
  readonly aboveMm: Mm;
  readonly numberMm: Mm;
}

export interface LaidOutText {
  readonly ops: readonly DisplayOp[];
  /** Whether a part of the text is too wide for its place. */
  readonly tooWide: boolean;
}

/** Lays out the human-readable text with each part in its place. */
export function layoutText(
  element: BarcodeElement,
  symbol: LinearSymbol,
  places: TextPlaces,
  context: LayoutContext,
): LaidOutText {
  if (symbol.textParts === undefined) {
    const place = { leftMm: places.barsMm, topMm: places.numberMm, widthMm: places.widthMm };
    const { ops, widthMm } = layoutNumber(element, symbol.text, place, context);
    return { ops, tooWide: widthMm > element.widthMm };
  }
  // Their standards fix the place of each part: alignment doesn't apply.
  const runs = new JoinedRuns();
  let tooWide = false;
  const place = (text: string, fromMm: Mm, widthMm: Mm, topMm: Mm, scale: number): void => {
    const shaped = shapeNumber(element, text, context, { scale });
    // Small digits share the baseline of the others.
    const onLine = scale === 1 ? 0 : baseline(shapeNumber(element, text, context)) - baseline(shaped);
    runs.add(shaped, fromMm + (widthMm - shaped.widthMm) / 2, topMm + onLine);
    tooWide ||= shaped.widthMm > widthMm;
  };
  for (const part of symbol.textParts) {
    const fromMm = places.barsMm + part.fromModule * places.moduleMm;
    const widthMm = (part.toModule - part.fromModule) * places.moduleMm;
    const topMm = isCaption(part) ? places.captionMm : part.above === true ? places.aboveMm : places.numberMm;
    const scale = part.small === true ? SMALL : 1;
    if (part.whole === true) {
      place(part.text, fromMm, widthMm, topMm, scale);
      continue;
    }
    const share = widthMm / part.text.length;
    for (let i = 0; i < part.text.length; i++) place(part.text.charAt(i), fromMm + i * share, share, topMm, scale);
  }
  return { ops: runs.runs().map((run) => ({ type: 'glyphs', run, ink: 'black' })), tooWide };
}

function isCaption(part: TextPart): boolean {
  return part.above === true && part.whole === true;
}

function baseline(shaped: ShapedText): Mm {
  return shaped.lines[0]?.baselineMm ?? 0;
}
