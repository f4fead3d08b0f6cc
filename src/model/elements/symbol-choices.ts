import { dotsToMm, mmToDots, roundMm, type Mm } from '#model/kernel/units.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { leastHeightMm } from '#model/symbology/catalog/info.ts';
import { symbolHeightDots, symbolWidthDots, type Sides } from '#model/symbology/geometry.ts';
import { gradeMeasures, quietShare } from '#model/symbology/read/measures.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import { symbolSize } from '#model/symbology/size.ts';
import type { BarcodeElement } from './barcode/barcode-element.ts';
import type { LayoutContext, PlacedSymbol } from './base/layout.ts';
import { layoutElement } from './layouts.ts';
import type { QrcodeElement } from './qrcode/qrcode-element.ts';
import { numberHeightDots } from './qrcode/qrcode-layout.ts';

/** A size in which an element's symbol can be printed. */
export interface SymbolChoice {
  readonly moduleDots: number;
  readonly moduleMm: Mm;
  /** The element's box for this size. Bars that would be too low for their standard are made higher. */
  readonly box: { readonly widthMm: Mm; readonly heightMm: Mm };
  /** The best grade that module, height and the label around the symbol allow; neighbors may lower it. */
  readonly grade: Grade;
}

/** Tolerance for whole dots converted to millimeters. */
const HAIR_MM = 1e-6;

/** The most sizes in a list; larger symbols are resized by their handles. */
const MOST_CHOICES = 40;

/**
 * The sizes that a symbol can have on its label, by the dots of a module. Each box is laid out to check that the symbol
 * has that size in it: rounded wide bars, frames and quiet zones don't grow in proportion. Empty for a symbol of fixed
 * size.
 */
export function symbolChoices(
  element: BarcodeElement | QrcodeElement,
  value: string,
  { symbol }: PlacedSymbol,
  sides: Sides,
  context: LayoutContext,
): readonly SymbolChoice[] {
  if (symbol.kind === 'linear' && symbol.fixedMm !== undefined) return [];
  const choices: SymbolChoice[] = [];
  for (let dots = 1; dots <= MOST_CHOICES; dots++) {
    const widthDots = symbolWidthDots(symbol, dots) + (sides.left + sides.right) * dots;
    const widthMm = roundMm(dotsToMm(widthDots, context.dpi));
    const numberDots = numberHeightDots({ ...element, widthMm }, symbol, dots, context);
    const heightMm =
      symbol.kind === 'matrix'
        ? roundMm(dotsToMm(symbolHeightDots(symbol, dots) + numberDots, context.dpi))
        : element.heightMm;
    const choice = choiceOf({ ...element, widthMm, heightMm }, value, dots, context);
    if (choice === 'beyondLabel') break;
    if (choice !== null) choices.push(choice);
  }
  return choices;
}

/** Null if the symbol doesn't have this many dots per module in this box. */
function choiceOf(
  element: BarcodeElement | QrcodeElement,
  value: string,
  dots: number,
  context: LayoutContext,
): SymbolChoice | 'beyondLabel' | null {
  const turned = element.rotation === 90 || element.rotation === 270;
  const { label } = context;
  const room = turned
    ? { widthMm: label.heightMm, heightMm: label.widthMm }
    : { widthMm: label.widthMm, heightMm: label.heightMm };
  if (element.widthMm > room.widthMm || element.heightMm > room.heightMm) return 'beyondLabel';
  const [placed] = layoutElement(element, [value], context).symbols;
  if (placed === undefined || placed.moduleDots !== dots) return null;
  const heightDots = turned ? placed.bounds.width : placed.bounds.height;
  const size = symbolSize(placed.symbol, dots, heightDots, context.dpi);
  const { minimum } = symbologyInfo(size.symbology);
  const missingMm = minimum === undefined ? 0 : leastHeightMm(minimum, size) - size.heightMm;
  if (placed.symbol.kind === 'linear' && missingMm > HAIR_MM) {
    // One dot more than missing, because the box is rounded to dots.
    const heightMm = roundMm(element.heightMm + missingMm + dotsToMm(1, context.dpi));
    return choiceOf({ ...element, heightMm }, value, dots, context);
  }
  const { grade } = gradeMeasures(size.symbology, {
    decodability: null,
    quietZone: quietZoneOnLabel(placed, context),
    ratio: null,
    unusedErrorCorrection: null,
    moduleMm: size.moduleMm,
    widthMm: size.widthMm,
    heightMm: size.heightMm,
  });
  const { widthMm, heightMm } = element;
  return { moduleDots: dots, moduleMm: size.moduleMm, box: { widthMm, heightMm }, grade };
}

/** The share of a symbol's quiet zone that fits on its label, on the worst side; 0 for one beyond the label. */
function quietZoneOnLabel(
  { symbol, bounds, rotation, moduleDots }: PlacedSymbol,
  { label, dpi }: LayoutContext,
): number {
  const { quietModules: quiet } = symbol;
  const upright = typeof quiet === 'number' ? [quiet, quiet, quiet, quiet] : [quiet.left, 0, quiet.right, 0];
  const room = [
    bounds.x,
    bounds.y,
    mmToDots(label.widthMm, dpi) - bounds.x - bounds.width,
    mmToDots(label.heightMm, dpi) - bounds.y - bounds.height,
  ];
  // Left, top, right, bottom: each quarter turn rotates the sides by one.
  const shares = room.map((onLabel, side) => {
    const wanted = (upright[(side + 4 - rotation / 90) % 4] ?? 0) * moduleDots;
    if (onLabel < 0) return 0;
    return wanted === 0 ? 1 : quietShare(wanted, wanted, onLabel);
  });
  return Math.min(1, ...shares);
}
