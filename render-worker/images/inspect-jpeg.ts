import type { InspectedFile } from '../png/inspect-png.ts';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const EXIF_SEGMENT = 0xe1;
/** TIFF 6.0 tag of the orientation, in the first directory of the Exif segment. */
const ORIENTATION_TAG = 0x0112;

/** Walks the segments up to the picture's data and looks for the end marker. */
export function inspectJpeg(bytes: Uint8Array): InspectedFile | 'corrupt' {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  let size: { width: number; height: number } | null = null;
  let orientation = 1;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return finish(size, orientation, false);
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return finish(size, orientation, false);
    if (isStartOfFrame(marker)) {
      if (length < 8) return 'corrupt';
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
      if (size.width === 0 || size.height === 0) return 'corrupt';
    } else if (marker === EXIF_SEGMENT) {
      orientation = exifOrientation(bytes.subarray(at + 4, end)) ?? orientation;
    } else if (marker === START_OF_SCAN) {
      return finish(size, orientation, hasEnd(bytes, end));
    }
    at = end;
  }
  return finish(size, orientation, false);
}

function finish(
  size: { width: number; height: number } | null,
  orientation: number,
  complete: boolean,
): InspectedFile | 'corrupt' {
  if (size === null) return 'corrupt';
  const turned = orientation >= 5;
  return {
    mime: 'image/jpeg',
    width: turned ? size.height : size.width,
    height: turned ? size.width : size.height,
    isComplete: () => complete,
  };
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which share the range (ITU-T T.81, table B.1). */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Compressed data never contains FF D9, so the last one ends the picture; cameras may append something after it. */
function hasEnd(bytes: Uint8Array, from: number): boolean {
  for (let i = bytes.length - 2; i >= from; i--) if (bytes[i] === 0xff && bytes[i + 1] === END_OF_IMAGE) return true;
  return false;
}

/** The orientation, 1 to 8; null when the segment has none. From 5 on width and height are exchanged. */
export function exifOrientation(segment: Uint8Array): number | null {
  const head = String.fromCharCode(...segment.subarray(0, 6));
  if (head !== 'Exif\0\0' || segment.length < 14) return null;
  const tiff = segment.subarray(6);
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const little = tiff[0] === 0x49;
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return null;
  const entries = view.getUint16(directory, little);
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > tiff.length) return null;
    if (view.getUint16(entry, little) !== ORIENTATION_TAG) continue;
    const value = view.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}
