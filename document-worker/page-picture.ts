import { multiply, rotatedSize, type Affine, type Rect } from '#model/kernel/geometry.ts';
import { PAPER } from '#model/document/grey-plane.ts';
import { straighten, turnToOrigin } from '#model/document/place-page.ts';
import type { ColourPicture, PagePictureRequest, PagePlane } from '#protocol/document.ts';
import type { Pdfium } from './pdfium/pdfium.ts';
import type { SourcePage } from './label-picture.ts';
import { paintColours, paintGrey, type LoadedPage } from './page-bands.ts';

/** Pixels per side of a picture for the screen: no screen has more. */
const MOST_SIDE_PX = 8192;
/** Dots of a plane for searching. */
const MOST_PLANE_DOTS = 16 * 1024 * 1024;

/** A box of a page in colors, for the screen. */
export function pagePicture(
  pdfium: Pdfium,
  page: SourcePage,
  box: Rect,
  { rotation, maxSidePx, leanDegrees = 0 }: Omit<PagePictureRequest, 'page' | 'boxMm'>,
): ColourPicture {
  const turned = rotatedSize(box, rotation);
  const perMm = Math.min(MOST_SIDE_PX, maxSidePx) / Math.max(turned.width, turned.height);
  const width = Math.max(1, Math.round(turned.width * perMm));
  const height = Math.max(1, Math.round(turned.height * perMm));
  const scale: Affine = { a: width / turned.width, b: 0, c: 0, d: height / turned.height, e: 0, f: 0 };
  const toPixels = multiply(scale, multiply(turnToOrigin(box, rotation), straighten(page.sizeMm, leanDegrees)));
  const rgba = paintColours(pdfium, page, toPixels, { width, height });
  return { width, height, rgba };
}

/** A whole page in gray with this many dots per mm, or fewer for a large page. */
export function pagePlane(pdfium: Pdfium, page: LoadedPage, whole: Rect, perMm: number): PagePlane {
  const most = Math.sqrt(MOST_PLANE_DOTS / (whole.width * whole.height));
  const scale = Math.min(perMm, most);
  const width = Math.max(1, Math.round(whole.width * scale));
  const height = Math.max(1, Math.round(whole.height * scale));
  const grey = new Uint8Array(width * height).fill(PAPER);
  const toPixels: Affine = { a: scale, b: 0, c: 0, d: scale, e: 0, f: 0 };
  paintGrey(pdfium, page, toPixels, { x: 0, y: 0, width, height }, { width, height, grey });
  return { width, height, grey, perMm: scale };
}
