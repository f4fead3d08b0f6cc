import type { Affine } from '#model/kernel/geometry.ts';
import type { DotArea } from '#model/document/grey-plane.ts';
import { pathShape } from '../path-shape.ts';
import { lend, readFloats } from '../pdfium/memory.ts';
import type { Pdfium } from '../pdfium/pdfium.ts';
import { clipsOf, matrixOf } from '../read-object.ts';
import { readJpegFrame, type JpegFrame } from './jpeg-frame.ts';
import type { JpegStreams } from './jpeg-streams.ts';
import type { JpegPlace } from './paint-jpeg.ts';

/** A page that is nothing but a JPEG. */
export interface ScanPage {
  readonly jpeg: Uint8Array;
  readonly frame: JpegFrame;
  readonly image: number;
}

/** Objects of a page: a scan has its image, and perhaps its text for searching. */
const MOST_OBJECTS = 10_000;
const MOST_JPEG_BYTES = 64 * 1024 * 1024;
const TEXT = 1;
const IMAGE = 3;
const INVISIBLE_TEXT = 3;
const FILTER = 'DCTDecode';
const METADATA_BYTES = 28;
const DEVICE_GRAY = 1;
const DEVICE_RGB = 2;
const ICC_BASED = 7;
/** pdfium takes a profile of this size with this name as sRGB, which it does not convert. */
const SRGB_BYTES = 3144;
const SRGB_NAME = 'sRGB IEC61966-2.1';
const SRGB_NAME_AT = 400;

/**
 * A page of a single baseline JPEG that pdfium would paint as it is: no mask, no transparency, in gray or RGB. Invisible
 * text does not count. Null for all others.
 */
export function scanPage(pdfium: Pdfium, page: number, streams: JpegStreams): ScanPage | null {
  const { api } = pdfium;
  if (api.FPDFPage_HasTransparency(page)) return null;
  const image = onlyImage(pdfium, page);
  if (image === null || api.FPDFPageObj_HasTransparency(image) || api.FPDFPageObj_CountMarks(image) > 0) return null;
  if (!isJpeg(pdfium, image)) return null;
  const jpeg = rawData(pdfium, image);
  const frame = jpeg === null ? null : readJpegFrame(jpeg);
  if (jpeg === null || frame === null || !isAsDescribed(pdfium, image, page, frame)) return null;
  return streams.isPlain(jpeg) ? { jpeg, frame, image } : null;
}

function onlyImage({ api }: Pdfium, page: number): number | null {
  const count = api.FPDFPage_CountObjects(page);
  if (count > MOST_OBJECTS) return null;
  let image: number | null = null;
  for (let i = 0; i < count; i++) {
    const object = api.FPDFPage_GetObject(page, i);
    const type = api.FPDFPageObj_GetType(object);
    if (type === TEXT && api.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE_TEXT) continue;
    if (type !== IMAGE || image !== null) return null;
    image = object;
  }
  return image;
}

function isJpeg(pdfium: Pdfium, image: number): boolean {
  const { api } = pdfium;
  if (api.FPDFImageObj_GetImageFilterCount(image) !== 1) return false;
  const size = FILTER.length + 1;
  return lend(
    pdfium,
    size,
    (at) => api.FPDFImageObj_GetImageFilter(image, 0, at, size) === size && api.pdfium.UTF8ToString(at) === FILTER,
  );
}

function rawData(pdfium: Pdfium, image: number): Uint8Array | null {
  const { api } = pdfium;
  const size = api.FPDFImageObj_GetImageDataRaw(image, 0, 0);
  if (size < 4 || size > MOST_JPEG_BYTES) return null;
  return lend(pdfium, size, (at) => {
    api.FPDFImageObj_GetImageDataRaw(image, at, size);
    return pdfium.heap().slice(at, at + size);
  });
}

/** Whether the document says the same of the image as its JPEG, and its colors need no conversion. */
function isAsDescribed(pdfium: Pdfium, image: number, page: number, { width, height, components }: JpegFrame): boolean {
  const { api } = pdfium;
  return lend(pdfium, METADATA_BYTES, (at) => {
    if (!api.FPDFImageObj_GetImageMetadata(image, page, at)) return false;
    const word = (i: number): number => api.pdfium.getValue(at + 4 * i, 'i32');
    if (word(0) !== width || word(1) !== height || word(4) !== 8 * components.length) return false;
    if (components.length === 1) return word(5) === DEVICE_GRAY;
    return word(5) === DEVICE_RGB || (word(5) === ICC_BASED && isSrgb(pdfium, image, page));
  });
}

function isSrgb(pdfium: Pdfium, image: number, page: number): boolean {
  const { api } = pdfium;
  return lend(pdfium, SRGB_BYTES + 4, (at) => {
    const length = at + SRGB_BYTES;
    if (!api.FPDFImageObj_GetIccProfileDataDecoded(image, page, at, SRGB_BYTES, length)) return false;
    if (api.pdfium.getValue(length, 'i32') !== SRGB_BYTES) return false;
    const name = pdfium.heap().subarray(at + SRGB_NAME_AT, at + SRGB_NAME_AT + SRGB_NAME.length);
    return String.fromCharCode(...name) === SRGB_NAME;
  });
}

/**
 * Where pdfium paints the image, as it computes it with 32 bits. Null if it leans, is enlarged without interpolation, or
 * is cut off.
 * `toPixels` maps points of the page as it is shown.
 */
export function placeOfScan(
  pdfium: Pdfium,
  page: number,
  { image, frame }: ScanPage,
  toPixels: Affine,
  area: DotArea,
): JpegPlace | null {
  const { a, b, c, d, e, f } = toPixels;
  const shifted: Affine = { a, b, c, d, e: e - area.x, f: f - area.y };
  const toDevice = times(displayMatrix(pdfium, page), rounded(shifted));
  const matrix = times(matrixOf(pdfium, image), toDevice);
  const turn = turnOf(matrix);
  if (turn === null) return null;
  const dots = outerBox(matrix);
  if (isMuchEnlarged(frame, dots, turn.isTurned)) return null;
  const [x, y] = [Math.max(0, dots.x), Math.max(0, dots.y)];
  const part = {
    x,
    y,
    width: Math.min(area.width, dots.x + dots.width) - x,
    height: Math.min(area.height, dots.y + dots.height) - y,
  };
  if (part.width <= 0 || part.height <= 0 || isCut(pdfium, image, toDevice, part)) return null;
  return { dots: moved(dots, area), area: moved(part, area), ...turn };
}

/** How an image is turned by quarters and mirrored, for pdfium; null if it leans. */
function turnOf({ a, b, c, d }: Affine): Pick<JpegPlace, 'isTurned' | 'isFlippedX' | 'isFlippedY'> | null {
  if (Math.abs(b) < 0.5 && a !== 0 && Math.abs(c) < 0.5 && d !== 0) {
    return { isTurned: false, isFlippedX: a < 0, isFlippedY: d > 0 };
  }
  const isTurned =
    Math.abs(a) < Math.abs(b) / 20 && Math.abs(d) < Math.abs(c) / 20 && Math.abs(a) < 0.5 && Math.abs(d) < 0.5;
  return isTurned ? { isTurned, isFlippedX: c > 0, isFlippedY: b < 0 } : null;
}

/** Whether pdfium repeats pixels instead of interpolating, which it decides in whole numbers. */
function isMuchEnlarged({ width, height }: JpegFrame, dots: DotArea, isTurned: boolean): boolean {
  const [across, down] = isTurned ? [dots.height, dots.width] : [dots.width, dots.height];
  return Math.floor(down / 8) >= Math.floor((width * height) / across);
}

function moved(box: DotArea, by: DotArea): DotArea {
  return { ...box, x: box.x + by.x, y: box.y + by.y };
}

/** Twice what 32 bits lose in a page of 16,000 dots. */
const BLUR_DOTS = 0.004;

/** Whether a clip path cuts off a dot of the part. pdfium clips by boxes in whole dots, and paints dots that are cut. */
function isCut(pdfium: Pdfium, image: number, toDevice: Affine, part: DotArea): boolean {
  return clipsOf(pdfium, image, toDevice).some((steps) => {
    const shape = pathShape(steps);
    if (shape?.type !== 'box') return true;
    const { x, y, width, height } = shape.box;
    return (
      Math.floor(x + BLUR_DOTS) > part.x ||
      Math.floor(y + BLUR_DOTS) > part.y ||
      Math.ceil(x + width - BLUR_DOTS) < part.x + part.width ||
      Math.ceil(y + height - BLUR_DOTS) < part.y + part.height
    );
  });
}

/** The whole dots that the unit square touches. */
function outerBox({ a, b, c, d, e, f }: Affine): DotArea {
  const { fround } = Math;
  const xs = [e, fround(a + e), fround(c + e), fround(fround(a + c) + e)];
  const ys = [f, fround(b + f), fround(d + f), fround(fround(b + d) + f)];
  const [x, y] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
  return { x, y, width: Math.ceil(Math.max(...xs)) - x, height: Math.ceil(Math.max(...ys)) - y };
}

/** pdfium's map from the page's own space to points of the page as it is shown, downward. */
function displayMatrix(pdfium: Pdfium, page: number): Affine {
  const { api } = pdfium;
  const [left = 0, top = 0, right = 0, bottom = 0] = lend(pdfium, 16, (at) => {
    api.FPDF_GetPageBoundingBox(page, at);
    return readFloats(pdfium, at, 4);
  });
  const byRotation: readonly Affine[] = [
    { a: 1, b: 0, c: 0, d: 1, e: -left, f: -bottom },
    { a: 0, b: -1, c: 1, d: 0, e: -bottom, f: right },
    { a: -1, b: 0, c: 0, d: -1, e: right, f: top },
    { a: 0, b: 1, c: -1, d: 0, e: top, f: -left },
  ];
  const height = api.FPDF_GetPageHeightF(page);
  const down: Affine = { a: 1, b: 0, c: 0, d: -1, e: 0, f: height };
  return times(byRotation[api.FPDFPage_GetRotation(page) & 3] as Affine, down);
}

function rounded({ a, b, c, d, e, f }: Affine): Affine {
  const { fround } = Math;
  return { a: fround(a), b: fround(b), c: fround(c), d: fround(d), e: fround(e), f: fround(f) };
}

/** First `m`, then `n`, as pdfium multiplies 32-bit numbers. */
function times(m: Affine, n: Affine): Affine {
  const { fround } = Math;
  const sum = (x: number, by: number, y: number, byOther: number): number =>
    fround(fround(x * by) + fround(y * byOther));
  return {
    a: sum(m.a, n.a, m.b, n.c),
    b: sum(m.a, n.b, m.b, n.d),
    c: sum(m.c, n.a, m.d, n.c),
    d: sum(m.c, n.b, m.d, n.d),
    e: fround(sum(m.e, n.a, m.f, n.c) + n.e),
    f: fround(sum(m.e, n.b, m.f, n.d) + n.f),
  };
}
