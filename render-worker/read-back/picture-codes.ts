import { readerOptions, type Zxing, type ZxingOptions } from './zxing.ts';

/** All symbologies that zxing knows. */
const ANY_FORMAT = '';
const LOCAL_AVERAGE = 0;
/** A linear code counts when this many lines of the picture say the same. */
const LINES = 3;

/** A camera's picture may show a code turned, small, dark or blurred: everything is searched for. */
const SEARCHING: ZxingOptions = {
  ...readerOptions(ANY_FORMAT, false, LOCAL_AVERAGE),
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  minLineCount: LINES,
};

/** The text of the code in a picture of RGBA pixels; null when there is none. */
export function codeInPicture(zxing: Zxing, rgba: Uint8ClampedArray, width: number, height: number): string | null {
  return zxing.read(grayOf(rgba), width, height, SEARCHING)?.text ?? null;
}

/** The luma of BT.601, in whole numbers. */
function grayOf(rgba: Uint8ClampedArray): Uint8Array {
  const gray = new Uint8Array(rgba.length / 4);
  for (let i = 0, at = 0; i < gray.length; i++, at += 4) {
    gray[i] = ((rgba[at] as number) * 77 + (rgba[at + 1] as number) * 150 + (rgba[at + 2] as number) * 29) >> 8;
  }
  return gray;
}
