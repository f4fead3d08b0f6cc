import type { PageBits } from '#printing/languages/printed-page.ts';
import { pngImageData } from '#model/page/png-image-data.ts';

/** The dots of a page from our own writer: 1 bit of gray, every row without a filter. Throws for any other PNG. */
export function pageBits(png: Uint8Array, inflate: (compressed: Uint8Array) => Uint8Array): PageBits {
  const view = new DataView(png.buffer, png.byteOffset);
  const [widthDots, heightDots] = [view.getUint32(16), view.getUint32(20)];
  const rowBytes = Math.ceil(widthDots / 8);
  const filtered = inflate(pngImageData(png));
  if (filtered.length !== (rowBytes + 1) * heightDots) throw new Error('a page is no 1-bit PNG');
  const bits = new Uint8Array(rowBytes * heightDots);
  for (let y = 0; y < heightDots; y++) {
    const from = y * (rowBytes + 1);
    if (filtered[from] !== 0) throw new Error('a page has rows with a filter');
    bits.set(filtered.subarray(from + 1, from + 1 + rowBytes), y * rowBytes);
  }
  return { widthDots, heightDots, rowBytes, bits };
}
