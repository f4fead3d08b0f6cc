import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import type { SymbolNumber } from '#model/elements/base/symbol-number.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { rotatedSize, type Rect, type Rotation, type Size } from '#model/kernel/geometry.ts';
import { DEFAULT_FONT_FAMILY } from '#model/elements/base/fonts.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import { NO_CALIBRATION, type Scale } from '#model/page/calibration.ts';
import { isBelow } from '#model/symbology/read/grade.ts';
import { gradeMeasures } from '#model/symbology/read/measures.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { symbolWidthDots } from '#model/symbology/geometry.ts';
import { isBlank, type GreyPlane } from '#model/document/grey-plane.ts';
import type { SymbolInPicture } from '#model/document/symbol-in-picture.ts';
import {
  LINEAR_SYMBOLOGIES,
  type EncodedSymbol,
  type LinearSymbology,
  type MatrixSymbology,
  type Symbology,
  type SymbolOptions,
} from '#model/symbology/types.ts';

/** A regenerated symbol of a page, with the dots of the page that it replaces. */
export interface RemadeSymbol {
  readonly element: LabelElement;
  /** In dots of the label. */
  readonly covers: Rect;
}

/** Printed dots to a mm of the label, with the printer's calibration. */
export interface DotsPerMm {
  readonly across: number;
  readonly along: number;
}

/** Dots per millimeter of the drawing, so that the printer's scale turns it into a millimeter of paper. */
export function scaledDots({
  dpi,
  calibration = NO_CALIBRATION,
}: {
  readonly dpi: number;
  readonly calibration?: Scale;
}): DotsPerMm {
  const perMm = dotsPerMm(dpi);
  return { across: perMm * calibration.acrossScale, along: perMm * calibration.alongScale };
}

/** Maximum enlargement of a symbol, so that its modules are whole dots. */
const MOST_GROWTH = 2;
/** A module of fewer dots is used only where there is no space for more. */
const WANTED_GRADE = 'C';

interface Place {
  readonly dots: number;
  /** Upright size. */
  readonly size: Size;
  /** Position on the label. */
  readonly area: Rect;
}

/**
 * An ordinary element that replaces a symbol of a page, with its content, and modules of whole dots: the nearest number
 * at which it is good enough and covers nothing else. Null where the content cannot be encoded here, or not in this
 * place. `number` counts the symbols of the label.
 */
export function remadeSymbol(
  symbol: SymbolInPicture,
  number: number,
  picture: GreyPlane,
  perMm: DotsPerMm,
): RemadeSymbol | null {
  const { symbology, text, bounds, rotation, module } = symbol;
  const options = optionsOf(symbol);
  const encoded = encodeSymbol(symbology, text, options);
  if (!encoded.ok) return null;
  const upright = rotatedSize(bounds, rotation);
  const measured = module ?? upright.width / symbolWidthDots(encoded.value, 1);
  const places = [...new Set([Math.round(measured), Math.ceil(measured), Math.floor(measured)])]
    .map((dots) => placeOf(encoded.value, dots, upright, symbol))
    .filter((place) => place.dots >= 1 && isFree(place, upright, symbol, picture));
  const place = places.find((one) => isGood(symbology, one, perMm)) ?? places[0];
  if (place === undefined) return null;
  const { area, size } = place;
  const element = elementOf(symbology, {
    id: `symbol${String(number).padStart(2, '0')}` as ElementId,
    name: `${symbology} ${number}`,
    locked: false,
    xMm: area.x / perMm.across,
    yMm: area.y / perMm.along,
    ...sizeMm(size, rotation, perMm),
    rotation,
    mirror: false,
    canvasMirror: false,
    sources: [fixedText(text)],
    options,
  });
  return { element, covers: union(bounds, area) };
}

function optionsOf({ wideRatio }: SymbolInPicture): SymbolOptions {
  return wideRatio === null ? {} : { wideRatio: wideRatio < 2.25 ? '2' : wideRatio < 2.75 ? '2.5' : '3' };
}

function placeOf(encoded: EncodedSymbol, dots: number, upright: Size, { bounds, rotation }: SymbolInPicture): Place {
  const width = symbolWidthDots(encoded, dots);
  const height =
    encoded.kind === 'linear' ? Math.round(upright.height) : dots * encoded.rows * (encoded.moduleHeight ?? 1);
  const size = { width, height };
  const turned = rotatedSize(size, rotation);
  const x = Math.round(bounds.x + (bounds.width - turned.width) / 2);
  const y = Math.round(bounds.y + (bounds.height - turned.height) / 2);
  return { dots, size, area: { x, y, ...turned } };
}

/** Whether the symbol is on the label, and with a module around it covers only the old one and paper. */
function isFree({ dots, size, area }: Place, upright: Size, { bounds }: SymbolInPicture, picture: GreyPlane): boolean {
  if (size.width > upright.width * MOST_GROWTH || size.height > upright.height * MOST_GROWTH) return false;
  if (area.x < 0 || area.y < 0 || area.x + area.width > picture.width || area.y + area.height > picture.height)
    return false;
  const grows = area.width > bounds.width || area.height > bounds.height;
  const around = { x: area.x - dots, y: area.y - dots, width: area.width + 2 * dots, height: area.height + 2 * dots };
  return !grows || isBlank(picture, around, bounds);
}

function isGood(symbology: Symbology, { dots, size }: Place, { across }: DotsPerMm): boolean {
  const { grade } = gradeMeasures(symbology, {
    decodability: null,
    // Whether the room around it is free is found by `isFree`.
    quietZone: null,
    moduleMm: dots / across,
    widthMm: size.width / across,
    heightMm: size.height / across,
    ratio: null,
    unusedErrorCorrection: null,
  });
  return !isBelow(grade, WANTED_GRADE);
}

function sizeMm(
  { width, height }: Size,
  rotation: Rotation,
  { across, along }: DotsPerMm,
): { readonly widthMm: number; readonly heightMm: number } {
  return rotation === 90 || rotation === 270
    ? { widthMm: width / along, heightMm: height / across }
    : { widthMm: width / across, heightMm: height / along };
}

function elementOf(
  symbology: Symbology,
  base: Omit<QrcodeElement, 'type' | 'symbology' | keyof SymbolNumber>,
): LabelElement {
  const number = { numberPosition: 'none', align: 'center', fontFamily: DEFAULT_FONT_FAMILY, fontSize: 10 } as const;
  if (!isLinear(symbology)) return { ...base, ...number, type: 'qrcode', symbology };
  return { ...base, ...number, type: 'barcode', symbology };
}

function isLinear(symbology: LinearSymbology | MatrixSymbology): symbology is LinearSymbology {
  return LINEAR_SYMBOLOGIES.some((linear) => linear === symbology);
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
