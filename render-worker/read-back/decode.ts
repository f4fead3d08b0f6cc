import type { EncodedSymbol, MatrixSymbol, Symbology } from '#model/symbology/types.ts';
import type { Crop } from './crop.ts';
import { OWN_READERS, type OwnReader } from './own-readers.ts';
import { contentOf } from './reader-text.ts';
import { enlarged, stretchDown } from './stretch.ts';
import { readerOptions, type Zxing, type ZxingOptions, type ZxingResult } from './zxing.ts';

/** Result of a reader for a crop. */
export interface Decoded {
  /** The text, in the form of the symbol's `content`. */
  readonly text: string;
  /** For a matrix symbol, the unused part of its error correction: 1 when nothing had to be corrected. */
  readonly unusedErrorCorrection: number | null;
}

/** How a symbology is read back. */
type Method =
  /** By zxing, as this format. `sameModules` means that its modules are those that were encoded. */
  | {
      readonly format: string;
      readonly sameModules?: true;
      /** Factor by which the image is stretched vertically, for more scan lines. */
      readonly stretch?: number;
      /** Most symbols read without stretching too, so that is tried first. */
      readonly flatFirst?: true;
    }
  /** By one of our own readers. */
  | { readonly own: OwnReader };

const METHODS: { readonly [K in Symbology]: Method } = {
  code128: { format: 'Code128' },
  'gs1-128': { format: 'Code128' },
  ean13: { format: 'EAN13' },
  ean8: { format: 'EAN8' },
  upca: { format: 'UPCA' },
  upce: { format: 'UPCE' },
  itf14: { format: 'ITF' },
  interleaved2of5: { format: 'ITF' },
  // `Code39` would also accept Code 32, PZN and full ASCII.
  code39: { format: 'Code39Std' },
  // zxing's own format for it guesses whether pairs are meant; here it is known.
  code39ext: { format: 'Code39Std' },
  code93: { format: 'Code93' },
  codabar: { format: 'Codabar' },
  telepen: { format: 'TelepenAlpha' },
  code11: { own: OWN_READERS.code11 },
  msi: { own: OWN_READERS.msi },
  code25: { own: OWN_READERS.code25 },
  pharmacode: { own: OWN_READERS.pharmacode },
  postnet: { own: OWN_READERS.postnet },
  sscc18: { format: 'Code128' },
  ean14: { format: 'Code128' },
  isbn: { format: 'EAN13' },
  issn: { format: 'EAN13' },
  databar: { format: 'DataBarOmni' },
  'databar-truncated': { format: 'DataBarOmni' },
  'databar-limited': { format: 'DataBarLtd' },
  'databar-expanded': { format: 'DataBarExp' },
  'hibc-128': { format: 'Code128' },
  'hibc-39': { format: 'Code39Std' },
  code32: { format: 'Code32' },
  pzn: { format: 'PZN' },
  imb: { own: OWN_READERS.imb },
  royalmail: { own: OWN_READERS.royalmail },
  kix: { own: OWN_READERS.kix },
  qr: { format: 'QRCode', sameModules: true },
  // With five rows or fewer some fail at 2 dots per module; four times as high they all read.
  pdf417: { format: 'PDF417', stretch: 4 },
  datamatrix: { format: 'DataMatrix', sameModules: true },
  aztec: { format: 'Aztec', sameModules: true },
  'gs1-datamatrix': { format: 'DataMatrix', sameModules: true },
  'gs1-qr': { format: 'QRCode', sameModules: true },
  'digital-link': { format: 'QRCode', sameModules: true },
  microqr: { format: 'MicroQRCode', sameModules: true },
  rmqr: { format: 'RMQRCode', sameModules: true },
  micropdf417: { format: 'MicroPDF417', stretch: 4 },
  // zxing also returns the finder as modules, so the symbol is only compared dot for dot.
  maxicode: { format: 'MaxiCode' },
  'databar-stacked': { format: 'DataBarStk', stretch: 2, flatFirst: true },
  'databar-stacked-omni': { format: 'DataBarStkOmni', stretch: 2, flatFirst: true },
  'databar-expanded-stacked': { format: 'DataBarExpStk', stretch: 2 },
};

/** Gray 0 is ink and everything else paper: the fastest binarizer, and exact for one bit. */
const BOOL_CAST = 3;
const LOCAL_AVERAGE = 0;

const REQUIRE_ADD_ON = 2;
const WITH_ADD_ON: ReadonlySet<Symbology> = new Set(['ean13', 'upca', 'upce', 'isbn', 'issn']);

/** In a retail code a space occurs only before an add-on. */
function hasAddOn({ symbology, content }: EncodedSymbol): boolean {
  return WITH_ADD_ON.has(symbology) && content.includes(' ');
}

/** Whether the symbology's modules are squares in a grid, which a reader also finds in two dots per module. */
export function isGrid({ symbology }: EncodedSymbol): boolean {
  return 'sameModules' in METHODS[symbology];
}

/** Decodes the crop as the symbology of `expected`; null when nothing is found. */
export function decodeCrop(zxing: Zxing, crop: Crop, expected: EncodedSymbol): Decoded | null {
  const method = METHODS[expected.symbology];
  if ('own' in method) {
    const text = method.own(crop);
    return text === null ? null : { text, unusedErrorCorrection: null };
  }
  const atOnce = method.flatFirst === true ? readFlat(zxing, crop, method.format, expected) : null;
  if (atOnce !== null) return atOnce;
  const image = method.stretch === undefined ? crop : stretchDown(crop, method.stretch);
  const read = (options: ZxingOptions): ZxingResult | null =>
    zxing.read(image.gray, image.width, image.height, options);
  if (expected.kind === 'linear') {
    const options = readerOptions(method.format, false, BOOL_CAST);
    const result = read(hasAddOn(expected) ? { ...options, eanAddOnSymbol: REQUIRE_ADD_ON } : options);
    return result === null ? null : { text: contentOf(result, expected), unusedErrorCorrection: null };
  }
  // A symbol of few rows, even stretched, is found only when all lines are searched.
  const again = { ...readerOptions(method.format, false, LOCAL_AVERAGE), tryHarder: method.stretch !== undefined };
  const result = read(readerOptions(method.format, true, BOOL_CAST)) ?? read(again);
  if (result === null || (method.sameModules === true && !sameModules(result, expected))) return null;
  return { text: contentOf(result, expected), unusedErrorCorrection: unusedErrorCorrection(result) };
}

/** Factor by which the symbol is enlarged in both directions. */
const ENLARGED = 3;

/**
 * Reads once more in another way: enlarged, in every line, and with the other binarizer. zxing sometimes takes a
 * separator of a stacked symbol for a row of characters (see docs/develop/adr/0020); in the enlarged image it sees other
 * lines. Null for what our own readers read, because they would see the same dots again.
 */
export function decodeAgain(zxing: Zxing, crop: Crop, expected: EncodedSymbol): Decoded | null {
  const method = METHODS[expected.symbology];
  if ('own' in method) return null;
  const { width, height, gray } = enlarged(crop, ENLARGED);
  const options = { ...readerOptions(method.format, false, LOCAL_AVERAGE), tryHarder: true };
  const result = zxing.read(
    gray,
    width,
    height,
    hasAddOn(expected) ? { ...options, eanAddOnSymbol: REQUIRE_ADD_ON } : options,
  );
  if (result === null) return null;
  const text = contentOf(result, expected);
  return { text, unusedErrorCorrection: expected.kind === 'linear' ? null : unusedErrorCorrection(result) };
}

/** Reads a stacked symbol without stretching it, which takes a fraction of the time. Null when there is any doubt. */
function readFlat(zxing: Zxing, crop: Crop, format: string, expected: EncodedSymbol): Decoded | null {
  const result = zxing.read(crop.gray, crop.width, crop.height, readerOptions(format, true, BOOL_CAST));
  if (result === null) return null;
  const decoded = { text: contentOf(result, expected), unusedErrorCorrection: unusedErrorCorrection(result) };
  const isSure = decoded.text === expected.content && (decoded.unusedErrorCorrection ?? 1) === 1;
  return isSure ? decoded : null;
}

function sameModules({ symbol }: ZxingResult, expected: MatrixSymbol): boolean {
  if (symbol.width !== expected.columns || symbol.height !== expected.rows) return false;
  const { data } = symbol;
  const { modules } = expected;
  for (let i = 0; i < modules.length; i++) if ((data[i] === 0) !== (modules[i] === 1)) return false;
  return true;
}

function unusedErrorCorrection({ extra }: ZxingResult): number | null {
  const found = /"UEC":([\d.]+)/.exec(extra)?.[1];
  return found === undefined ? null : Number(found);
}
