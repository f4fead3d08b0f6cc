import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { MM_PER_INCH, POINTS_PER_INCH } from '#model/kernel/units.ts';
import { pictureSizeProblem } from '#model/document/document-file.ts';
import { readImageHeader } from '#model/template/image-header.ts';
import { free, keepBytes } from '../pdfium/memory.ts';
import type { Pdfium } from '../pdfium/pdfium.ts';
import { openPages, type OpenDocument } from './pdf-pages.ts';
import { jpegDetails, pngDetails } from './picture-details.ts';
import { isWholeJpeg, isWholePng } from './whole-picture.ts';

/** The resolution of a picture without one: a CSS pixel per dot. Cameras write 72 as a placeholder. */
const USUAL_DPI = 96;
const LEAST_DPI = 73;
const MOST_DPI = 4800;
/** The largest side of a picture without a resolution: a longer picture gets a higher resolution. */
const MOST_SIDE_MM = 1000;

/** A picture as a document of one page. Problems: `image.corrupt`, `document.pictureTooLarge`. */
export async function openPicture(
  pdfium: Pdfium,
  bytes: Uint8Array<ArrayBuffer>,
  kind: 'jpeg' | 'png',
): Promise<Result<OpenDocument>> {
  const header = readImageHeader(bytes);
  if (header === null || header.widthPx === 0 || header.heightPx === 0) return err(problem('image.corrupt'));
  const { widthPx, heightPx } = header;
  const tooLarge = pictureSizeProblem(widthPx * heightPx);
  if (tooLarge !== null) return err(tooLarge);
  const isWhole = kind === 'png' ? await isWholePng(bytes) : isWholeJpeg(bytes);
  if (!isWhole) return err(problem('image.corrupt'));
  const details = kind === 'png' ? pngDetails(bytes) : jpegDetails(bytes);
  const dpi = resolutionOf(details.dpi, Math.max(widthPx, heightPx));
  const [width, height] = details.orientation >= 5 ? [heightPx, widthPx] : [widthPx, heightPx];
  const { api } = pdfium;
  const perPx = POINTS_PER_INCH / dpi;
  const document = api.FPDF_CreateNewDocument();
  const page = api.FPDFPage_New(document, 0, width * perPx, height * perPx);
  const image = api.FPDFPageObj_NewImageObj(document);
  const address = keepBytes(pdfium, bytes);
  const set = kind === 'png' ? api.EPDFImageObj_SetPng : api.EPDFImageObj_SetJpeg;
  const isSound = set(0, 0, image, address, bytes.length);
  free(pdfium, address);
  if (isSound) {
    api.FPDFImageObj_SetMatrix(image, ...placeOf(details.orientation, width, height, perPx));
    api.FPDFPage_InsertObject(page, image);
    api.FPDFPage_GenerateContent(page);
  }
  api.FPDF_ClosePage(page);
  if (!isSound) {
    api.FPDF_CloseDocument(document);
    return err(problem('image.corrupt'));
  }
  // The image has no entries but those of its JPEG.
  const pages = openPages(pdfium, document, { isPlain: () => true }, dpi);
  return pages.ok ? ok({ ...pages.value, kind }) : pages;
}

function resolutionOf(said: number | null, longSidePx: number): number {
  if (said !== null && said >= LEAST_DPI && said <= MOST_DPI) return said;
  return Math.max(USUAL_DPI, Math.ceil((longSidePx * MM_PER_INCH) / MOST_SIDE_MM));
}

/** pdfium paints each pixel that a picture touches: a slightly smaller picture touches no extra row. */
const HAIR_PX = 0.002;

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * The place of the picture's unit square (bottom left at the origin) on a page of this many pixels, with its Exif
 * orientation applied.
 */
function placeOf(orientation: number, width: number, height: number, perPx: number): Matrix {
  const [w, h] = [(width - 2 * HAIR_PX) * perPx, (height - 2 * HAIR_PX) * perPx];
  const hair = HAIR_PX * perPx;
  const upright: Readonly<Record<number, Matrix>> = {
    1: [w, 0, 0, h, 0, 0],
    2: [-w, 0, 0, h, w, 0],
    3: [-w, 0, 0, -h, w, h],
    4: [w, 0, 0, -h, 0, h],
    5: [0, -h, -w, 0, w, h],
    6: [0, -h, w, 0, 0, h],
    7: [0, h, w, 0, 0, 0],
    8: [0, h, -w, 0, w, 0],
  };
  const [a, b, c, d, e, f] = upright[orientation] ?? [w, 0, 0, h, 0, 0];
  return [a, b, c, d, e + hair, f + hair];
}
