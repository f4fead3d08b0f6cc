/** Gray of 128 and above is paper. */
export const PAPER_FROM = 128;

/** Multiplying by this gathers the top bits of four bytes in bits 28 to 31; the lowest byte's becomes the highest. */
const GATHER = 0x80402010;
const TOP_BITS = 0x80808080;

/**
 * Packs rows of gray bytes into bits: 1 = paper, most significant bit leftmost; beyond the width there is paper. Four
 * pixels are read at a time: `gray` must begin at a multiple of 4 bytes, and `grayStride` must be a multiple of 8 that
 * is not smaller than the width.
 */
export function packGrayRows(
  gray: Uint8Array,
  grayStride: number,
  width: number,
  rows: number,
  bits: Uint8Array,
  bitsOffset: number,
  bitsStride: number,
): void {
  const words = new Int32Array(gray.buffer, gray.byteOffset, (grayStride * rows) >> 2);
  const bytesPerRow = (width + 7) >> 3;
  if (bytesPerRow * 8 > grayStride) throw new Error('grey rows are too short');
  const blocks = bytesPerRow >> 2;
  const tailPaper = (width & 7) === 0 ? 0 : 0xff >> (width & 7);
  for (let row = 0; row < rows; row++) {
    let w = (row * grayStride) >> 2;
    let out = bitsOffset + row * bitsStride;
    for (let block = 0; block < blocks; block++) {
      const a = words[w] as number;
      const b = words[w + 1] as number;
      const c = words[w + 2] as number;
      const d = words[w + 3] as number;
      const e = words[w + 4] as number;
      const f = words[w + 5] as number;
      const g = words[w + 6] as number;
      const h = words[w + 7] as number;
      // Most of a label is blank, so 32 pixels of paper are handled at once.
      if ((a & b & c & d & e & f & g & h) === -1) {
        bits[out] = 0xff;
        bits[out + 1] = 0xff;
        bits[out + 2] = 0xff;
        bits[out + 3] = 0xff;
      } else {
        bits[out] = gather(a, b);
        bits[out + 1] = gather(c, d);
        bits[out + 2] = gather(e, f);
        bits[out + 3] = gather(g, h);
      }
      w += 8;
      out += 4;
    }
    for (let rest = blocks * 4; rest < bytesPerRow; rest++) {
      bits[out] = gather(words[w] as number, words[w + 1] as number);
      w += 2;
      out++;
    }
    if (tailPaper !== 0) bits[out - 1] = (bits[out - 1] as number) | tailPaper;
  }
}

function gather(first: number, second: number): number {
  return (
    ((Math.imul((first & TOP_BITS) >>> 7, GATHER) >>> 24) & 0xf0) |
    (Math.imul((second & TOP_BITS) >>> 7, GATHER) >>> 28)
  );
}

/** Packs opaque RGBA rows by their luminance; the same result as gray rows of that luminance. */
export function packRgbaRows(
  rgba: Uint8Array,
  rgbaStride: number,
  width: number,
  rows: number,
  bits: Uint8Array,
  bitsOffset: number,
  bitsStride: number,
): void {
  for (let row = 0; row < rows; row++) {
    let p = row * rgbaStride;
    const out = bitsOffset + row * bitsStride;
    for (let x = 0; x < width; x += 8) {
      let byte = 0;
      for (let i = 0; i < 8; i++) {
        const paper = x + i >= width || luminance(rgba, p) >= PAPER_FROM;
        byte = (byte << 1) | (paper ? 1 : 0);
        p += 4;
      }
      bits[out + (x >> 3)] = byte;
    }
  }
}

/** ITU-R BT.601 weights in 8 bits; white is exactly 255. */
export function luminance(rgba: Uint8Array, p: number): number {
  return ((rgba[p] as number) * 77 + (rgba[p + 1] as number) * 150 + (rgba[p + 2] as number) * 29) >> 8;
}
