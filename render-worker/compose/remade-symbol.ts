import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { rotatedSize, type Rect } from '#model/kernel/geometry.ts';
import { dotsToMm } from '#model/kernel/units.ts';
import { DEFAULT_FONT_FAMILY } from '#model/elements/base/fonts.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import {
  LINEAR_SYMBOLOGIES,
  type EncodedSymbol,
  type LinearSymbology,
  type MatrixSymbology,
} from '#model/symbology/types.ts';
import type { SymbolInPicture } from '#model/document/symbol-in-picture.ts';

/** A symbol of a page made anew, with the dots of the page that it takes the place of. */
export interface RemadeSymbol {
  readonly element: LabelElement;
  /** In dots of the label. */
  readonly covers: Rect;
}

/** What a symbol is enlarged by at most, so that its modules are whole dots: more would reach over what is beside it. */
const MOST_GROWTH = 1.25;

/**
 * An ordinary element in the place of a symbol of a page, with its content, and each module the nearest whole dots. Null where
 * the content cannot be encoded here, or not in this place. `number` counts the symbols of the label.
 */
export function remadeSymbol(symbol: SymbolInPicture, number: number, dpi: number): RemadeSymbol | null {
  const { symbology, text, bounds, rotation, module } = symbol;
  const encoded = encodeSymbol(symbology, text, {});
  if (!encoded.ok) return null;
  const upright = rotatedSize(bounds, rotation);
  const modules = modulesAcross(encoded.value);
  const dots = Math.round(module ?? upright.width / modules);
  const width = dots * modules;
  const height = encoded.value.kind === 'linear' ? Math.round(upright.height) : dots * rowsOf(encoded.value);
  if (dots < 1 || width > upright.width * MOST_GROWTH || height > upright.height * MOST_GROWTH) return null;
  const turned = rotatedSize({ width, height }, rotation);
  const x = Math.round(bounds.x + (bounds.width - turned.width) / 2);
  const y = Math.round(bounds.y + (bounds.height - turned.height) / 2);
  const base = {
    id: `symbol${String(number).padStart(2, '0')}` as ElementId,
    name: `${symbology} ${number}`,
    locked: false,
    xMm: dotsToMm(x, dpi),
    yMm: dotsToMm(y, dpi),
    widthMm: dotsToMm(width, dpi),
    heightMm: dotsToMm(height, dpi),
    rotation,
    mirror: false,
    canvasMirror: false,
    sources: [fixedText(text)],
    options: {},
  };
  const element: LabelElement = isLinear(symbology)
    ? {
        ...base,
        type: 'barcode',
        symbology,
        numberPosition: 'none',
        align: 'center',
        fontFamily: DEFAULT_FONT_FAMILY,
        fontSize: 10,
      }
    : { ...base, type: 'qrcode', symbology };
  return { element, covers: union(bounds, { x, y, ...turned }) };
}

function isLinear(symbology: LinearSymbology | MatrixSymbology): symbology is LinearSymbology {
  return LINEAR_SYMBOLOGIES.some((linear) => linear === symbology);
}

function modulesAcross(symbol: EncodedSymbol): number {
  return symbol.kind === 'matrix' ? symbol.columns : symbol.widths.reduce((sum, width) => sum + width, 0);
}

function rowsOf(symbol: EncodedSymbol): number {
  return symbol.kind === 'matrix' ? symbol.rows * (symbol.moduleHeight ?? 1) : 0;
}

function union(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
