import { POINTS_PER_INCH } from '#model/kernel/units.ts';
import { PdfBody } from './pdf-body.ts';

/** A page of a PDF. Its picture is the zlib stream of a PNG, which PDF's predictor 15 reads unchanged. */
export interface PdfPage {
  readonly widthDots: number;
  readonly heightDots: number;
  readonly dpi: number;
  readonly compressed: Uint8Array;
  /** 1 bit of gray per pixel when absent; `gray` has 8 bits, `rgb` three times 8. */
  readonly colour?: 'bit' | 'gray' | 'rgb';
  /** How many pages show this picture. */
  readonly copies: number;
}

/**
 * Distance of the picture from the page's edges. Renderers fill every pixel that a picture touches, and one that ends
 * exactly on a pixel's edge touches the next pixel: Poppler would stretch it by a row and a column.
 */
export const INSET_POINTS = 0.0002;

/**
 * Writes a PDF of bitmaps page by page, without holding any picture. The page box has the bitmap's own size, so that a
 * dot of the file is a dot of the printer when printed at 100 %.
 */
export async function writeBitmapPdf(
  write: (bytes: Uint8Array) => Promise<void>,
  pages: AsyncIterable<PdfPage>,
): Promise<void> {
  const body = new PdfBody(write);
  await body.start();
  for await (const page of pages) await addBitmapPage(body, page);
  await body.end();
}

/** Adds `page.copies` pages that show the picture. */
export async function addBitmapPage(body: PdfBody, page: PdfPage): Promise<void> {
  const width = points(page.widthDots, page.dpi);
  const height = points(page.heightDots, page.dpi);
  const [space, channels] = page.colour === 'rgb' ? ['DeviceRGB', 3] : ['DeviceGray', 1];
  const bits = page.colour === undefined || page.colour === 'bit' ? 1 : 8;
  const image = await body.object(
    `<< /Type /XObject /Subtype /Image /Width ${page.widthDots} /Height ${page.heightDots} ` +
      `/ColorSpace /${space} /BitsPerComponent ${bits} /Filter /FlateDecode ` +
      `/DecodeParms << /Predictor 15 /Colors ${channels} /BitsPerComponent ${bits} /Columns ${page.widthDots} >> ` +
      `/Length ${page.compressed.length} >>`,
    page.compressed,
  );
  const drawing =
    `q ${round(width - 2 * INSET_POINTS)} 0 0 ${round(height - 2 * INSET_POINTS)} ` +
    `${INSET_POINTS} ${INSET_POINTS} cm /I Do Q`;
  const contents = await body.object(`<< /Length ${drawing.length} >>`, drawing);
  for (let copy = 0; copy < page.copies; copy++) {
    await body.page(width, height, `<< /XObject << /I ${image} 0 R >> >>`, contents);
  }
}

/**
 * Dots in PDF points, rounded down: if a page were slightly too large, a renderer that rounds up would add a row of
 * pixels.
 */
function points(dots: number, dpi: number): number {
  return Math.floor(((dots * POINTS_PER_INCH) / dpi) * 10_000 + 1e-6) / 10_000;
}

function round(points: number): number {
  return Number(points.toFixed(4));
}
