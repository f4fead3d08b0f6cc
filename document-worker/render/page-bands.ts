import { multiply, type Affine } from '#model/kernel/geometry.ts';
import { MM_PER_INCH, POINTS_PER_INCH } from '#model/kernel/units.ts';
import type { DotArea } from '#model/document/grey-plane.ts';
import { lend, writeFloats } from '../pdfium/memory.ts';
import type { Pdfium } from '../pdfium/pdfium.ts';

/** A page that pdfium has loaded. */
export interface LoadedPage {
  readonly handle: number;
}

/** Some rows of a picture: four bytes a pixel (red, green, blue, nothing), `stride` bytes a row. The bytes are lent. */
export interface PageBand {
  readonly top: number;
  readonly rows: number;
  readonly stride: number;
  readonly pixels: Uint8Array;
}

/** Bytes of a bitmap that pdfium paints at a time. */
const BAND_BYTES = 24 * 1024 * 1024;
const BYTES_PER_PIXEL = 4;
const FORMAT_BGRX = 3;
const WHITE = 0xffffffff;
/** What a printer shows of annotations; red first. */
const FLAGS = 0x01 | 0x10 | 0x800;
const POINTS_TO_MM: Affine = {
  a: MM_PER_INCH / POINTS_PER_INCH,
  b: 0,
  c: 0,
  d: MM_PER_INCH / POINTS_PER_INCH,
  e: 0,
  f: 0,
};
const MATRIX_BYTES = 24;
const RECT_BYTES = 16;

/**
 * Paints an area of a page on white, band by band. `toPixels` maps millimetres of the page, as it is shown, to pixels, of
 * which `area` is taken. Nothing beside the area is painted, whatever the page's size is.
 */
export function eachBand(
  pdfium: Pdfium,
  page: LoadedPage,
  toPixels: Affine,
  area: DotArea,
  use: (band: PageBand) => void,
): void {
  if (area.width <= 0 || area.height <= 0) return;
  const { api } = pdfium;
  const bandRows = Math.max(1, Math.min(area.height, Math.floor(BAND_BYTES / (area.width * BYTES_PER_PIXEL))));
  const bitmap = api.FPDFBitmap_CreateEx(area.width, bandRows, FORMAT_BGRX, 0, 0);
  if (bitmap === 0) throw new RangeError('pdfium has no memory left');
  try {
    const stride = api.FPDFBitmap_GetStride(bitmap);
    const onPage = multiply(toPixels, POINTS_TO_MM);
    for (let top = 0; top < area.height; top += bandRows) {
      const rows = Math.min(bandRows, area.height - top);
      api.FPDFBitmap_FillRect(bitmap, 0, 0, area.width, bandRows, WHITE);
      const { a, b, c, d, e, f } = onPage;
      lend(pdfium, MATRIX_BYTES + RECT_BYTES, (address) => {
        writeFloats(pdfium, address, [a, b, c, d, e - area.x, f - area.y - top]);
        writeFloats(pdfium, address + MATRIX_BYTES, [0, 0, area.width, rows]);
        api.FPDF_RenderPageBitmapWithMatrix(bitmap, page.handle, address, address + MATRIX_BYTES, FLAGS);
      });
      const at = api.FPDFBitmap_GetBuffer(bitmap);
      use({ top, rows, stride, pixels: pdfium.heap().subarray(at, at + rows * stride) });
    }
  } finally {
    api.FPDFBitmap_Destroy(bitmap);
  }
}

/** Shares of red, green and blue in a grey, of 256 (ITU-R BT.601). */
const RED = 77;
const GREEN = 151;
const BLUE = 28;

/** Copies a band into a plane in grey, its left top at (x, y). */
export function greyBand(
  { top, rows, stride, pixels }: PageBand,
  x: number,
  y: number,
  width: number,
  grey: Uint8Array,
  planeWidth: number,
): void {
  for (let row = 0; row < rows; row++) {
    let to = (y + top + row) * planeWidth + x;
    let from = row * stride;
    for (let column = 0; column < width; column++, from += BYTES_PER_PIXEL) {
      const sum =
        RED * (pixels[from] as number) + GREEN * (pixels[from + 1] as number) + BLUE * (pixels[from + 2] as number);
      grey[to++] = sum >> 8;
    }
  }
}
