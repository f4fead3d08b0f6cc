/** A reader of PWG raster; written from the standard, independently of the product's writer. */
export interface RasterSheet {
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly bitsPerPixel: number;
  readonly colorSpace: number;
  readonly totalPages: number;
  readonly rows: Uint8Array;
}

export function readPwgRaster(bytes: Uint8Array): RasterSheet[] {
  const buffer = Buffer.from(bytes);
  if (buffer.toString('latin1', 0, 4) !== 'RaS2') throw new Error('not PWG raster');
  const sheets: RasterSheet[] = [];
  let at = 4;
  while (at < buffer.length) {
    const u32 = (offset: number): number => buffer.readUInt32BE(at + offset);
    if (buffer.toString('latin1', at, at + 9) !== 'PwgRaster') throw new Error('page without its name');
    const [dpi, width, height] = [u32(276), u32(372), u32(376)];
    const [bitsPerPixel, bytesPerLine, colorSpace, totalPages] = [u32(388), u32(392), u32(400), u32(452)];
    at += 1796;
    const unit = Math.max(1, bitsPerPixel / 8);
    const rows = Buffer.alloc(bytesPerLine * height);
    for (let y = 0; y < height;) {
      const repeat = (buffer[at++] ?? 0) + 1;
      const line: number[] = [];
      while (line.length < bytesPerLine) {
        const code = buffer[at++] ?? 0;
        const literal = code > 128 ? 257 - code : 0;
        if (literal > 0) {
          line.push(...buffer.subarray(at, at + literal * unit));
          at += literal * unit;
        } else {
          for (let i = 0; i <= code; i++) line.push(...buffer.subarray(at, at + unit));
          at += unit;
        }
      }
      if (line.length !== bytesPerLine) throw new Error('a line runs over');
      for (let i = 0; i < repeat; i++) rows.set(line, (y + i) * bytesPerLine);
      y += repeat;
    }
    sheets.push({ width, height, dpi, bitsPerPixel, colorSpace, totalPages, rows });
  }
  return sheets;
}
