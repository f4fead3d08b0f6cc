import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import type { EncodedSymbol, MatrixSymbol, Symbology } from '#model/symbology/types.ts';
import type { Crop } from './crop.ts';
import { ownReader } from './own-readers.ts';
import { contentOf } from './reader-text.ts';
import { readerOptions, type Zxing, type ZxingOptions, type ZxingResult } from './zxing.ts';
import type { DotImage } from '#model/symbology/read/dot-image.ts';

/** Result of a reader for a crop. */
export interface Decoded {
  /** The text, in the form of the symbol's `content`. */
  readonly text: string;
  /** For a matrix symbol, the unused part of its error correction: 1 when nothing had to be corrected. */
  readonly unusedErrorCorrection: number | null;
}

/** Gray 0 is ink and everything else paper: the fastest binarizer, and exact for one bit. */
const BOOL_CAST = 3;
const LOCAL_AVERAGE = 0;

const REQUIRE_ADD_ON = 2;
const WITH_ADD_ON: ReadonlySet<Symbology> = new Set(['ean13', 'upca', 'upce', 'isbn', 'issn']);

/** In a retail code a space occurs only before an add-on. */
function hasAddOn({ symbology, content }: EncodedSymbol): boolean {
  return WITH_ADD_ON.has(symbology) && content.includes(' ');
}

/** The reader that decodes the symbology. */
export function readerOf({ symbology }: EncodedSymbol): 'own' | 'zxing' {
  return symbologyInfo(symbology).reader === 'own' ? 'own' : 'zxing';
}

/** Whether the symbology's modules are squares in a grid, which a reader also finds in two dots per module. */
export function isGrid({ symbology }: EncodedSymbol): boolean {
  const { reader } = symbologyInfo(symbology);
  return reader !== 'own' && reader.sameModules === true;
}

/** Decodes the crop as the symbology of `expected`; null when nothing is found. */
export function decodeCrop(zxing: Zxing, crop: Crop, expected: EncodedSymbol): Decoded | null {
  const { reader } = symbologyInfo(expected.symbology);
  if (reader === 'own') {
    const text = ownReader(expected.symbology)(crop);
    return text === null ? null : { text, unusedErrorCorrection: null };
  }
  const atOnce = reader.flatFirst === true ? readFlat(zxing, crop, reader.format, expected) : null;
  if (atOnce !== null) return atOnce;
  const image = reader.stretch === undefined ? crop : stretchDown(crop, reader.stretch);
  const read = (options: ZxingOptions): ZxingResult | null =>
    zxing.read(image.gray, image.width, image.height, options);
  if (expected.kind === 'linear') {
    const options = readerOptions(reader.format, false, BOOL_CAST);
    const result = read(hasAddOn(expected) ? { ...options, eanAddOnSymbol: REQUIRE_ADD_ON } : options);
    return result === null ? null : { text: contentOf(result, expected), unusedErrorCorrection: null };
  }
  // A symbol of few rows, even stretched, is found only when all lines are searched.
  const again = { ...readerOptions(reader.format, false, LOCAL_AVERAGE), tryHarder: reader.stretch !== undefined };
  const result = read(readerOptions(reader.format, true, BOOL_CAST)) ?? read(again);
  if (result === null || (reader.sameModules === true && !sameModules(result, expected))) return null;
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
  const { reader } = symbologyInfo(expected.symbology);
  if (reader === 'own') return null;
  const { width, height, gray } = enlarged(crop, ENLARGED);
  const options = { ...readerOptions(reader.format, false, LOCAL_AVERAGE), tryHarder: true };
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

/** Repeats every row this many times: readers of stacked symbols need more scan lines than a few low rows give. */
function stretchDown({ width, height, gray }: DotImage, times: number): DotImage {
  const stretched = new Uint8Array(width * height * times);
  for (let y = 0; y < height; y++) {
    const row = gray.subarray(y * width, (y + 1) * width);
    for (let i = 0; i < times; i++) stretched.set(row, (y * times + i) * width);
  }
  return { width, height: height * times, gray: stretched };
}

/** Repeats every dot this many times in both directions. */
export function enlarged(image: DotImage, times: number): DotImage {
  const { width, height, gray } = image;
  const wide = new Uint8Array(width * times * height);
  for (let i = 0; i < gray.length; i++) wide.fill(gray[i] ?? 0, i * times, (i + 1) * times);
  return stretchDown({ width: width * times, height, gray: wide }, times);
}
