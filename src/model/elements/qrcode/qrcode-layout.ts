import { problem, type Problem } from '#model/kernel/problem.ts';
import { dotsToMm, type Dots } from '#model/kernel/units.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { fittingModule, symbolHeightDots } from '#model/symbology/geometry.ts';
import type { EncodedSymbol } from '#model/symbology/types.ts';
import type { DisplayOp } from '../base/display-op.ts';
import type { LayoutContext, LayoutOf, ShapedText } from '../base/layout.ts';
import { dotBox, layoutSymbol, type DotBox, type LaidOutSymbol } from '../base/symbol-layout.ts';
import { glyphOps, layoutNumber, shapeNumber, symbolPlace, type SymbolNumber } from '../base/symbol-number.ts';
import { hatchOnly, placeholderHatch } from '../base/placeholder.ts';
import type { QrcodeElement } from './qrcode-element.ts';

/** Clear space between symbol and number where no quiet zone needs more: one font unit. */
const TEXT_GAP_MM = 0.25;
// A reader's content may hold separators that no font shows.
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x09\x0b-\x1f\x7f]/g;

/**
 * Lays out the modules in whole dots, and the content as text above or below them. For a value that cannot be encoded it
 * shows the default value under hatching; hatching alone while the encoder is loading.
 */
export const layoutQrcode: LayoutOf<QrcodeElement> = (element, [value = ''], context) => {
  const encoded = encodeSymbol(element.symbology, value, element.options);
  const title = symbologyInfo(element.symbology).title;
  const shown = encoded.ok
    ? encoded
    : encodeSymbol(element.symbology, symbologyInfo(element.symbology).defaultValue, {});
  if (!shown.ok) return hatchOnly(element.widthMm, element.heightMm, shown.error);
  const symbol = shown.value;
  const box = dotBox(element, context.dpi);
  const number = shapedNumber(element, symbol, context);
  const { dots, roomDots } = modulesNextToNumber(symbol, box, number, context);
  const laidOut = layoutSymbol(symbol, box, {
    topDots: element.numberPosition === 'above' ? roomDots : 0,
    heightDots: box.heightDots - roomDots,
    align: symbolPlace(element.align),
    mostDots: Math.max(1, dots),
  });
  const text = number === null ? NO_TEXT : placedNumber(element, symbol, number, laidOut, context);
  const fits = laidOut.fits && dots > 0;
  return {
    ops: [laidOut.op, ...text.ops, ...(encoded.ok ? [] : placeholderHatch(element.widthMm, element.heightMm))],
    content: { x: 0, y: 0, width: element.widthMm, height: element.heightMm },
    symbols: [laidOut.placed],
    problems: [
      ...(encoded.ok ? [] : [encoded.error]),
      ...(fits ? [] : [problem('symbol.tooNarrow', { symbology: title })]),
      ...text.problems,
    ],
    warnings: text.isTooWide ? [problem('symbol.textTooWide')] : [],
    placeholder: !encoded.ok,
  };
};

type NumberedBox = SymbolNumber & Pick<QrcodeElement, 'widthMm'>;

interface NumberText {
  readonly ops: readonly DisplayOp[];
  readonly problems: readonly Problem[];
  readonly isTooWide: boolean;
}
const NO_TEXT: NumberText = { ops: [], problems: [], isTooWide: false };

/** The text of the number; null if none is shown. It breaks at the box's sides unless it is as wide as the symbol. */
function shapedNumber(element: NumberedBox, symbol: EncodedSymbol, context: LayoutContext): ShapedText | null {
  if (element.numberPosition === 'none') return null;
  const text = shownText(symbol);
  const { align } = element;
  return align === 'justify' || align === 'stretch'
    ? shapeNumber(element, text, context)
    : shapeNumber(element, text, context, { align, wrapMm: element.widthMm });
}

function shownText(symbol: EncodedSymbol): string {
  return symbol.text.replaceAll(CONTROLS, ' ').trim();
}

/** The modules that fit together with the number, 0 if none do, and the height of the number with its distance. */
function modulesNextToNumber(
  symbol: EncodedSymbol,
  box: DotBox,
  number: ShapedText | null,
  { dpi }: LayoutContext,
): { readonly dots: number; readonly roomDots: Dots } {
  let dots = fittingModule(symbol, box.widthDots, box.heightDots);
  if (number === null) return { dots, roomDots: 0 };
  const room = (modules: number): Dots => numberRoomDots(symbol, modules, number, dpi);
  while (dots > 0 && symbolHeightDots(symbol, dots) + room(dots) > box.heightDots) dots--;
  return { dots, roomDots: room(Math.max(1, dots)) };
}

/** The distance that keeps the text outside the symbol's quiet zone. */
function numberRoomDots(symbol: EncodedSymbol, moduleDots: number, { heightMm }: ShapedText, dpi: number): Dots {
  return gapDots(symbol, moduleDots, dpi) + Math.ceil((heightMm * dpi) / 25.4);
}

function gapDots(symbol: EncodedSymbol, moduleDots: number, dpi: number): Dots {
  const quiet = symbol.kind === 'matrix' ? symbol.quietModules * moduleDots : 0;
  return Math.max(quiet, Math.ceil((TEXT_GAP_MM * dpi) / 25.4));
}

/** The height that the number takes next to a matrix symbol with modules of this size; 0 without one, and for bars. */
export function numberHeightDots(
  element: NumberedBox,
  symbol: EncodedSymbol,
  moduleDots: number,
  context: LayoutContext,
): Dots {
  const number = symbol.kind === 'matrix' ? shapedNumber(element, symbol, context) : null;
  return number === null ? 0 : numberRoomDots(symbol, moduleDots, number, context.dpi);
}

function placedNumber(
  element: QrcodeElement,
  symbol: EncodedSymbol,
  number: ShapedText,
  { rect, geometry }: LaidOutSymbol,
  context: LayoutContext,
): NumberText {
  const { dpi } = context;
  const gap = gapDots(symbol, geometry.moduleDots, dpi);
  const topMm =
    element.numberPosition === 'above'
      ? dotsToMm(rect.y - gap, dpi) - number.heightMm
      : dotsToMm(rect.y + rect.height + gap, dpi);
  const missing = number.missing.map((code) => String.fromCodePoint(code)).join(' ');
  const problems =
    missing === '' ? [] : [problem('text.missingGlyph', { characters: missing, family: element.fontFamily })];
  if (element.align !== 'justify' && element.align !== 'stretch') {
    return { ops: glyphOps(number, 0, topMm), problems, isTooWide: false };
  }
  const place = { leftMm: dotsToMm(rect.x, dpi), topMm, widthMm: dotsToMm(rect.width, dpi) };
  const { ops, widthMm } = layoutNumber(element, shownText(symbol), place, context);
  return { ops, problems, isTooWide: widthMm > element.widthMm };
}
