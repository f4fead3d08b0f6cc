/** TIFF 6.0 tag of the orientation, in the first directory of the Exif segment. */
const ORIENTATION_TAG = 0x0112;

/**
 * The orientation in an Exif segment of a JPEG, 1 to 8; null when it has none. From 5 on, width and height are swapped.
 */
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
