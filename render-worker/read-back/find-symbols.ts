import { boundsOfPoints, type Point, type Rect, type Rotation } from '#model/kernel/geometry.ts';
import type { SymbolInPicture } from '#model/document/symbol-in-picture.ts';
import type { GreyPlane } from '#model/document/grey-plane.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import type { Symbology } from '#model/symbology/types.ts';
import { measureBars } from './measure-bars.ts';
import { withoutLines } from './without-lines.ts';
import { readerOptions, type Zxing, type ZxingFind, type ZxingOptions } from './zxing.ts';

/** zxing's formats to search on pages, without those that text is easily mistaken for. */
const FORMATS: Readonly<Record<string, Symbology>> = {
  Code128: 'code128',
  Code39: 'code39',
  Code39Std: 'code39',
  Code93: 'code93',
  EAN13: 'ean13',
  EAN8: 'ean8',
  UPCA: 'upca',
  UPCE: 'upce',
  ITF: 'interleaved2of5',
  QRCode: 'qr',
  DataMatrix: 'datamatrix',
  Aztec: 'aztec',
  PDF417: 'pdf417',
  MaxiCode: 'maxicode',
};
/** The same with an application identifier's function character, by the symbology identifiers of ISO/IEC 15424. */
const GS1: Readonly<Record<string, Symbology>> = { ']C1': 'gs1-128', ']d2': 'gs1-datamatrix', ']Q3': 'gs1-qr' };

const LOCAL_AVERAGE = 0;
const MOST_SYMBOLS = 48;
/** Minimum number of lines that must cross a linear symbol of a page. */
const LINES = 3;
/** Minimum lengths for these two, which have no check character: shorter ones are found in drawings. */
const LEAST_CHARACTERS: Readonly<Record<string, number>> = { ITF: 6, Code39: 3, Code39Std: 3 };

const LINEAR = ['Code128', 'Code39Std', 'Code93', 'EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF'];

const SEARCHING = searching(Object.keys(FORMATS).filter((name) => name !== 'Code39'));
const SEARCHING_LINEAR = searching(LINEAR);

function searching(formats: readonly string[]): ZxingOptions {
  return {
    ...readerOptions(formats.join('|'), false, LOCAL_AVERAGE),
    tryHarder: true,
    tryRotate: true,
    minLineCount: LINES,
    maxNumberOfSymbols: MOST_SYMBOLS,
  };
}

/** Finds the symbols of a picture, from the top down. */
export function findSymbols(zxing: Zxing, plane: GreyPlane): readonly SymbolInPicture[] {
  const found = zxing.find(plane.grey, plane.width, plane.height, SEARCHING).flatMap((find) => inPicture(plane, find));
  return [...found, ...crowdedSymbols(zxing, plane, found)].sort(
    (a, b) => a.bounds.y - b.bounds.y || a.bounds.x - b.bounds.x,
  );
}

/**
 * Linear symbols that are missed because a frame or a rule is in their quiet zone: the reader needs five modules of
 * white.
 */
function crowdedSymbols(zxing: Zxing, plane: GreyPlane, found: readonly SymbolInPicture[]): readonly SymbolInPicture[] {
  const bare = withoutLines(plane);
  if (bare === null) return [];
  return zxing
    .find(bare.grey, bare.width, bare.height, SEARCHING_LINEAR)
    .flatMap((find) => inPicture(bare, find))
    .filter(({ bounds }) => !found.some((one) => overlaps(one.bounds, bounds)))
    .map((symbol) => ({ ...symbol, isCrowded: true }));
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function inPicture(plane: GreyPlane, find: ZxingFind): readonly SymbolInPicture[] {
  const { format, text, position, isMirrored, symbologyIdentifier } = find;
  const symbology = GS1[symbologyIdentifier] ?? FORMATS[format];
  if (symbology === undefined || isMirrored || text.length < (LEAST_CHARACTERS[format] ?? 1)) return [];
  const { topLeft, topRight, bottomRight, bottomLeft } = position;
  const { x, y, width, height } = boundsOfPoints([topLeft, topRight, bottomRight, bottomLeft]);
  // The last pixels are included: a linear symbol is given from its first to its last one.
  const bounds = { x, y, width: width + 1, height: height + 1 };
  const modules = modulesOf(plane, find, symbology, Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y));
  return [{ symbology, format, text, bounds, rotation: rotationOf(topLeft, topRight), ...modules }];
}

function rotationOf(from: Point, to: Point): Rotation {
  const quarters = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 2));
  return (((quarters + 4) % 4) * 90) as Rotation;
}

/**
 * Derived from the number of its modules: that of a matrix symbol is in the reading, that of a linear one in its
 * encoded content.
 */
function modulesOf(
  plane: GreyPlane,
  { symbol, text, position }: ZxingFind,
  symbology: Symbology,
  length: number,
): Pick<SymbolInPicture, 'module' | 'wideRatio'> {
  if (symbol.width > 0) return { module: length / symbol.width, wideRatio: null };
  const encoded = encodeSymbol(symbology, text, {});
  if (!encoded.ok || encoded.value.kind !== 'linear') return { module: null, wideRatio: null };
  const { widths, wideRatio } = encoded.value;
  if (wideRatio === undefined)
    return { module: (length + 1) / widths.reduce((sum, width) => sum + width, 0), wideRatio: null };
  const measured = measureBars(plane, position, widths);
  return { module: measured?.narrow ?? null, wideRatio: measured?.wideRatio ?? null };
}
