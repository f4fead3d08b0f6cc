import { exifOrientation } from '#model/template/exif-orientation.ts';
import type { InspectedFile } from '../bits/inspect-png.ts';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const EXIF_SEGMENT = 0xe1;

/** Parses the segments up to the picture's data and searches for the end marker. */
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
