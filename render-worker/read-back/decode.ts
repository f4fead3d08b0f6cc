import { assertNever } from '#model/kernel/assert-never.ts';
import type { EncodedSymbol, MatrixSymbol, Symbology } from '#model/symbology/types.ts';
import { readGs1 } from './gs1-text.ts';
import type { Zxing, ZxingOptions, ZxingResult } from './zxing.ts';

/** An upright crop of a print bitmap: 0 ink, 255 paper, quiet zones included. */
export interface Crop {
  readonly width: number;
  readonly height: number;
  readonly gray: Uint8Array;
}

const FORMATS = {
  code128: 'Code128',
  // Not the plain name: that also takes Code 32, PZN and full ASCII for granted.
  code39: 'Code39Std',
  ean8: 'EAN8',
  ean13: 'EAN13',
  upca: 'UPCA',
  interleaved2of5: 'ITF',
  'gs1-128': 'Code128',
  itf14: 'ITF',
  qr: 'QRCode',
} as const satisfies Record<Symbology, string>;

/** Grey 0 is ink, all else paper: the fastest, and exact on one bit. */
const BOOL_CAST = 3;
const LOCAL_AVERAGE = 0;
const IGNORE_ADD_ON = 0;
const PLAIN_TEXT = 0;
const UNKNOWN_CHARACTER_SET = 0;

/** One symbol, upright, dark on light, where it is expected: all searching is off. */
function readerOptions(symbology: Symbology, isPure: boolean, binarizer: number): ZxingOptions {
  return {
    formats: FORMATS[symbology],
    tryHarder: false,
    tryRotate: false,
    tryInvert: false,
    tryDownscale: false,
    tryDenoise: false,
    binarizer,
    isPure,
    downscaleFactor: 3,
    downscaleThreshold: 500,
    minLineCount: 1,
    maxNumberOfSymbols: 1,
    validateOptionalChecksum: false,
    returnErrors: false,
    eanAddOnSymbol: IGNORE_ADD_ON,
    textMode: PLAIN_TEXT,
    characterSet: UNKNOWN_CHARACTER_SET,
    tryCode39ExtendedMode: false,
  };
}

/**
 * Decodes the crop as the symbology of `expected` and gives its content in the form of `expected.content`;
 * null when nothing is found. A matrix symbol must also have the very modules that were encoded.
 */
export function decodeCrop(zxing: Zxing, crop: Crop, expected: EncodedSymbol): string | null {
  const read = (isPure: boolean, binarizer: number): ZxingResult | null =>
    zxing.read(crop.gray, crop.width, crop.height, readerOptions(expected.symbology, isPure, binarizer));
  if (expected.kind === 'linear') {
    const result = read(false, BOOL_CAST);
    return result === null ? null : contentOf(result, expected);
  }
  const result = read(true, BOOL_CAST) ?? read(false, LOCAL_AVERAGE);
  return result === null || !sameModules(result, expected) ? null : contentOf(result, expected);
}

/** What readers report differs from what people write: check digits, leading zeros, brackets. */
function contentOf(result: ZxingResult, expected: EncodedSymbol): string {
  const { text } = result;
  switch (expected.symbology) {
    case 'upca':
      // Given as the EAN-13 that it also is.
      return text.length === 13 && text.startsWith('0') ? text.slice(1) : text;
    case 'gs1-128':
      return readGs1(result.symbologyIdentifier, text, expected.content);
    case 'code128':
    case 'code39':
    case 'ean8':
    case 'ean13':
    case 'interleaved2of5':
    case 'itf14':
    case 'qr':
      // Check digits are in the encoded content already.
      return text;
    default:
      return assertNever(expected);
  }
}

function sameModules({ symbol }: ZxingResult, expected: MatrixSymbol): boolean {
  if (symbol.width !== expected.columns || symbol.height !== expected.rows) return false;
  return expected.modules.every((dark, i) => (symbol.data[i] === 0) === (dark === 1));
}
