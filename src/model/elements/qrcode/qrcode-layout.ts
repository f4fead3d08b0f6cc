import { expectOk } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { dotsToMm, type Dots, type Mm } from '#model/kernel/units.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { fittingModule } from '#model/symbology/geometry.ts';
import type { EncodedSymbol } from '#model/symbology/types.ts';
import type { DisplayOp, DotRect } from '../base/display-op.ts';
import type { ElementLayout, LayoutContext, LayoutOf } from '../base/layout.ts';
import { type DotBox, dotBox, labelRoom, layoutSymbol, type SymbolRoom } from '../base/symbol-layout.ts';
import { placeholderHatch } from '../base/placeholder.ts';
import { layoutTextBlock } from '../base/text-block.ts';
import { newTextStyle } from '../base/text-style.ts';
import type { QrcodeElement } from './qrcode-element.ts';

/** Between text and a symbol that asks for no quiet zone: one font unit. */
const TEXT_GAP_MM = 0.25;

/** The modules in whole dots. A value that cannot be encoded shows the default one under hatching. */
export const layoutQrcode: LayoutOf<QrcodeElement> = (element, [value = ''], context) => {
  const encoded = encodeSymbol(element.symbology, value, element.options);
  const title = symbologyInfo(element.symbology).title;
  const symbol = encoded.ok
    ? encoded.value
    : expectOk(encodeSymbol(element.symbology, symbologyInfo(element.symbology).defaultValue, {}));
  const box = dotBox(element, context.dpi);
  const text = element.numberPosition === 'none' ? null : layoutNumber(element, symbol.text, context);
  const room = roomOf(element, symbol, box, text, context);
  const laidOut = layoutSymbol(symbol, box, room);
  return {
    ops: [
      laidOut.op,
      ...(text === null ? [] : placedNumber(element, text, laidOut.rect, gapOf(symbol, laidOut.rect), context.dpi)),
      ...(encoded.ok ? [] : placeholderHatch(element.widthMm, element.heightMm)),
    ],
    content: { x: 0, y: 0, width: element.widthMm, height: element.heightMm },
    symbols: [laidOut.placed],
    problems: [
      ...(encoded.ok ? [] : [encoded.error]),
      ...(laidOut.fits ? [] : [problem('symbol.tooNarrow', { symbology: title })]),
      ...(text?.problems ?? []),
    ],
    warnings: [],
    placeholder: !encoded.ok,
  };
};

/** Centred lines that break at the width of the box. */
function layoutNumber(element: QrcodeElement, text: string, context: LayoutContext): ElementLayout {
  const { widthMm, heightMm, fontFamily, fontSize } = element;
  const style = { ...newTextStyle(1), fontFamily, fontSize, align: 'center', autoWrap: true } as const;
  return layoutTextBlock({ ...style, widthMm, heightMm }, text, context);
}

/** What the text and the quiet zone between it and the symbol leave of the box. */
function roomOf(
  { numberPosition }: QrcodeElement,
  symbol: EncodedSymbol,
  box: DotBox,
  text: ElementLayout | null,
  context: LayoutContext,
): SymbolRoom {
  const whole = { topDots: 0, heightDots: box.heightDots, align: 'center', ...labelRoom(context) } as const;
  if (text === null) return whole;
  const textDots = Math.ceil(((text.content.height + TEXT_GAP_MM) * context.dpi) / 25.4);
  // The modules that fit without a quiet zone are no smaller than those that fit with it: their gap is enough.
  const dots = fittingModule(symbol, box.widthDots, box.heightDots - textDots);
  const taken = textDots + quietModules(symbol) * dots;
  return { ...whole, topDots: numberPosition === 'above' ? taken : 0, heightDots: box.heightDots - taken };
}

function quietModules(symbol: EncodedSymbol): number {
  return symbol.kind === 'matrix' ? symbol.quietModules : 0;
}

function gapOf(symbol: EncodedSymbol, { width }: DotRect): Dots {
  return symbol.kind === 'matrix' ? Math.round((width / symbol.columns) * symbol.quietModules) : 0;
}

function placedNumber(
  { numberPosition }: QrcodeElement,
  text: ElementLayout,
  symbol: DotRect,
  gapDots: Dots,
  dpi: number,
): readonly DisplayOp[] {
  const below: Mm = dotsToMm(symbol.y + symbol.height + gapDots, dpi) + TEXT_GAP_MM;
  const above: Mm = dotsToMm(symbol.y - gapDots, dpi) - TEXT_GAP_MM - text.content.height;
  const f = numberPosition === 'below' ? below : above;
  const ops = text.ops.flatMap((op) => (op.type === 'dots' ? [] : [op]));
  return ops.length === 0 ? [] : [{ type: 'group', transform: { a: 1, b: 0, c: 0, d: 1, e: 0, f }, ops }];
}
