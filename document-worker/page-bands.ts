import { multiply, type Affine } from '#model/kernel/geometry.ts';
import { MM_PER_INCH, POINTS_PER_INCH } from '#model/kernel/units.ts';
import type { DotArea, GreyPlane } from '#model/document/grey-plane.ts';
import { lend, writeFloats } from './pdfium/memory.ts';
import type { Pdfium } from './pdfium/pdfium.ts';
import type { JpegStreams } from './scan/jpeg-streams.ts';
import { paintJpeg, type PixelPlane } from './scan/paint-jpeg.ts';
import { placeOfScan, scanPage } from './scan/scan-page.ts';

/** A page that pdfium has loaded. */
export interface LoadedPage {
  readonly handle: number;
  /** The JPEGs of its file; null for files without. */
  readonly jpegs: JpegStreams | null;
}

/** Some rows of a picture. The bytes are lent. */
interface PageBand {
  readonly top: number;
  readonly rows: number;
  /** Bytes per row; may be more than its pixels need. */
  readonly stride: number;
  readonly pixels: Uint8Array;
}

/** A pixel format of pdfium: its number, bytes per pixel, and the render flags. */
interface PageFormat {
  readonly format: number;
  readonly bytes: number;
  readonly flags: number;
}

/** Annotations as printed; text is antialiased in grays, without subpixels. */
const FLAGS = 0x01 | 0x800;
/** Gray as ITU-R BT.601 weighs it. Half the work of colors, and nothing has to be converted afterwards. */
const GREY: PageFormat = { format: 1, bytes: 1, flags: FLAGS };
/** RGBA order, as pictures in browsers have. */
const COLOURS: PageFormat = { format: 4, bytes: 4, flags: FLAGS | 0x10 };

/** Bytes of a bitmap that pdfium paints at once. */
const BAND_BYTES = 24 * 1024 * 1024;
const WHITE = 0xffffffff;
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
 * Paints an area of a page in gray into the same area of a plane. `toPixels` maps millimeters of the page, as it is shown,
 * to dots of the plane, which is blank. Nothing outside the area is painted, for any size of the page.
 */
export function paintGrey(
  pdfium: Pdfium,
  page: LoadedPage,
  toPixels: Affine,
  area: DotArea,
  { grey, width }: GreyPlane,
): void {
  if (paintScan(pdfium, page, toPixels, area, { bytes: grey, width, bytesOfPixel: 1 })) return;
  const format = needsColours(pdfium, page) ? COLOURS : GREY;
  eachBand(pdfium, page, toPixels, area, format, ({ top, rows, stride, pixels }) => {
    for (let row = 0; row < rows; row++) {
      const from = row * stride;
      const to = (area.y + top + row) * width + area.x;
      const line = pixels.subarray(from, from + area.width * format.bytes);
      if (format === GREY) grey.set(line, to);
      else for (let x = 0; x < area.width; x++) grey[to + x] = lightOf(line, x * COLOURS.bytes);
    }
  });
}

/**
 * Whether the page has a blend mode that doesn't work in grays: pdfium reports this for all modes but normal and multiply.
 */
function needsColours({ api }: Pdfium, { handle }: LoadedPage): boolean {
  return api.FPDFPage_HasTransparency(handle);
}

/** The luminance of a pixel: the ITU-R BT.601 weights of red, green and blue in parts of 1024. */
function lightOf(rgb: Uint8Array, at: number): number {
  return ((rgb[at] as number) * 306 + (rgb[at + 1] as number) * 601 + (rgb[at + 2] as number) * 117) >> 10;
}

/** Paints a page that is nothing but a JPEG on blank pixels, without pdfium; false for another page. */
function paintScan(pdfium: Pdfium, page: LoadedPage, toPixels: Affine, area: DotArea, plane: PixelPlane): boolean {
  const scan = page.jpegs === null ? null : scanPage(pdfium, page.handle, page.jpegs);
  if (scan === null) return false;
  const place = placeOfScan(pdfium, page.handle, scan, multiply(toPixels, POINTS_TO_MM), area);
  return place !== null && paintJpeg(scan.jpeg, scan.frame, place, plane);
}

/** Paints a page on a color picture: red, green, blue, and 255 for each pixel. */
export function paintColours(
  pdfium: Pdfium,
  page: LoadedPage,
  toPixels: Affine,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array<ArrayBuffer> {
  const rowBytes = width * COLOURS.bytes;
  const rgba = new Uint8Array(rowBytes * height);
  const area = { x: 0, y: 0, width, height };
  if (paintScan(pdfium, page, toPixels, area, { bytes: rgba.fill(255), width, bytesOfPixel: 4 })) return rgba;
  eachBand(pdfium, page, toPixels, area, COLOURS, ({ top, rows, stride, pixels }) => {
    if (stride === rowBytes) return rgba.set(pixels, top * rowBytes);
    for (let row = 0; row < rows; row++) {
      rgba.set(pixels.subarray(row * stride, row * stride + rowBytes), (top + row) * rowBytes);
    }
  });
  return rgba;
}

/** Paints an area of a page on white, band by band. */
function eachBand(
  pdfium: Pdfium,
  page: LoadedPage,
  toPixels: Affine,
  area: DotArea,
  { format, bytes, flags }: PageFormat,
  use: (band: PageBand) => void,
): void {
  if (area.width <= 0 || area.height <= 0) return;
  const { api } = pdfium;
  const bandRows = Math.max(1, Math.min(area.height, Math.floor(BAND_BYTES / (area.width * bytes))));
  const bitmap = api.FPDFBitmap_CreateEx(area.width, bandRows, format, 0, 0);
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
        api.FPDF_RenderPageBitmapWithMatrix(bitmap, page.handle, address, address + MATRIX_BYTES, flags);
      });
      const at = api.FPDFBitmap_GetBuffer(bitmap);
      use({ top, rows, stride, pixels: pdfium.heap().subarray(at, at + rows * stride) });
    }
  } finally {
    api.FPDFBitmap_Destroy(bitmap);
  }
}
