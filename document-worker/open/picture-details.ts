import { exifOrientation } from '#model/template/exif-orientation.ts';
import { MM_PER_INCH } from '#model/kernel/units.ts';

/** Metadata of a picture file. */
export interface PictureDetails {
  /** Exif's orientation, 1 to 8; 1 is upright. */
  readonly orientation: number;
  /** Dots per inch; null if the file has none. */
  readonly dpi: number | null;
}

const MM_PER_M = 1000;
const PNG_FIRST_CHUNK = 8;

/** PNG 11.3.4.3: `pHYs` has pixels per unit in both directions, and 1 for the meter as the unit. */
export function pngDetails(bytes: Uint8Array): PictureDetails {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = PNG_FIRST_CHUNK; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === 'IDAT') break;
    if (type !== 'pHYs' || view.getUint32(at) !== 9 || bytes[at + 16] !== 1) continue;
    return { orientation: 1, dpi: (view.getUint32(at + 8) * MM_PER_INCH) / MM_PER_M };
  }
  return { orientation: 1, dpi: null };
}

const APP0 = 0xe0;
const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const PER_INCH = 1;
const PER_CM = 2;

/** JFIF's density (ITU-T T.871, 10.1) and Exif's orientation. */
export function jpegDetails(bytes: Uint8Array): PictureDetails {
  const word = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  let [orientation, dpi]: [number, number | null] = [1, null];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; at += 2 + word(at + 2)) {
    const marker = bytes[at + 1];
    if (marker === START_OF_SCAN) break;
    const segment = bytes.subarray(at + 4, at + 2 + word(at + 2));
    if (marker === APP1) orientation = exifOrientation(segment) ?? orientation;
    if (marker === APP0 && String.fromCharCode(...segment.subarray(0, 5)) === 'JFIF\0') {
      const density = word(at + 12);
      const unit = segment[7];
      if (unit === PER_INCH) dpi = density;
      if (unit === PER_CM) dpi = density * 2.54;
    }
  }
  return { orientation, dpi };
}
