import { prepareZXingModule } from 'zxing-wasm/reader';

/** The result of one attempt. */
export interface ZxingResult {
  readonly text: string;
  /** JSON with further facts: `UEC`, `UPCE` … */
  readonly extra: string;
  /** Such as `]C1` (ISO/IEC 15424). */
  readonly symbologyIdentifier: string;
  /** The modules of a matrix symbol, 0 = dark; 0 x 0 for a linear one. */
  readonly symbol: { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number };
}

interface PixelPoint {
  readonly x: number;
  readonly y: number;
}

/** A symbol found anywhere in a picture. */
export interface ZxingFind extends ZxingResult {
  /** The name that restricts a reader to this format. */
  readonly format: string;
  /** Its corners in its own orientation, including the last pixels. */
  readonly position: {
    readonly topLeft: PixelPoint;
    readonly topRight: PixelPoint;
    readonly bottomRight: PixelPoint;
    readonly bottomLeft: PixelPoint;
  };
  readonly isMirrored: boolean;
  readonly isInverted: boolean;
}

/** Options of the compiled module itself, below its wrapper: enumerations are numbers, formats are text. */
export interface ZxingOptions {
  readonly formats: string;
  readonly tryHarder: boolean;
  readonly tryRotate: boolean;
  readonly tryInvert: boolean;
  readonly tryDownscale: boolean;
  readonly tryDenoise: boolean;
  readonly binarizer: number;
  readonly isPure: boolean;
  readonly downscaleFactor: number;
  readonly downscaleThreshold: number;
  readonly minLineCount: number;
  readonly maxNumberOfSymbols: number;
  readonly validateOptionalChecksum: boolean;
  readonly returnErrors: boolean;
  readonly eanAddOnSymbol: number;
  readonly textMode: number;
  readonly characterSet: number;
  readonly tryCode39ExtendedMode: boolean;
}

interface ZxingModule {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(address: number): void;
  readBarcodesFromPixmap(
    address: number,
    width: number,
    height: number,
    options: ZxingOptions,
  ): { size(): number; get(index: number): ZxingFind | undefined; delete(): void };
}

const IGNORE_ADD_ON = 0;
const PLAIN_TEXT = 0;
const UNKNOWN_CHARACTER_SET = 0;

/** Options for one symbol that is upright, dark on light, and at the expected place: all searching is off. */
export function readerOptions(formats: string, isPure: boolean, binarizer: number): ZxingOptions {
  return {
    formats,
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

/** A loaded reader. */
export interface Zxing {
  /** Reads gray pixels directly, not converted to RGBA first; null when it finds nothing. */
  read(gray: Uint8Array, width: number, height: number, options: ZxingOptions): ZxingResult | null;
  /** All symbols of a picture, up to the number in the options. */
  find(gray: Uint8Array, width: number, height: number, options: ZxingOptions): readonly ZxingFind[];
}

/** Starts the reader from its code. By default it would fetch the code from another server. */
export async function createZxing(wasmBinary: ArrayBuffer): Promise<Zxing> {
  const prepared: unknown = await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  const module = prepared as ZxingModule;
  let address = 0;
  let capacity = 0;

  function find(gray: Uint8Array, width: number, height: number, options: ZxingOptions): readonly ZxingFind[] {
    if (gray.length > capacity) {
      if (address !== 0) module._free(address);
      capacity = Math.max(gray.length, 1 << 16);
      address = module._malloc(capacity);
      if (address === 0) {
        capacity = 0;
        return [];
      }
    }
    module.HEAPU8.set(gray, address);
    const found = module.readBarcodesFromPixmap(address, width, height, options);
    try {
      return Array.from({ length: found.size() }, (_, i) => found.get(i)).filter((one) => one !== undefined);
    } finally {
      found.delete();
    }
  }

  return { find, read: (...asked) => find(...asked)[0] ?? null };
}
