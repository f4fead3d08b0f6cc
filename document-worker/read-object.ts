import { applyToPoint, applyToRect, multiply, type Affine, type Point, type Rect } from '#model/kernel/geometry.ts';
import { lend, readFloats, readText } from './pdfium/memory.ts';
import type { Pdfium } from './pdfium/pdfium.ts';
import type { PathStep } from './path-shape.ts';

const MATRIX_BYTES = 24;
const SEGMENTS = ['line', 'curve', 'move'] as const;

/** A transform that keeps boxes upright: horizontal axes become horizontal or vertical. */
export function isUpright({ a, b, c, d }: Affine): boolean {
  const least = 1e-4 * Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d));
  return (Math.abs(b) <= least && Math.abs(c) <= least) || (Math.abs(a) <= least && Math.abs(d) <= least);
}

export function matrixOf(pdfium: Pdfium, object: number): Affine {
  return lend(pdfium, MATRIX_BYTES, (at) => {
    pdfium.api.FPDFPageObj_GetMatrix(object, at);
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = readFloats(pdfium, at, 6);
    return { a, b, c, d, e, f };
  });
}

/** The box of an object in the space of its parent. */
export function boundsOf(pdfium: Pdfium, object: number): Rect | null {
  return lend(pdfium, 16, (at) => {
    if (!pdfium.api.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) return null;
    const [left = 0, bottom = 0, right = 0, top = 0] = readFloats(pdfium, at, 4);
    return { x: left, y: bottom, width: right - left, height: top - bottom };
  });
}

/** The steps of a path, its points in mm of the label. */
export function stepsOf(pdfium: Pdfium, object: number, toLabel: Affine): readonly PathStep[] {
  const { api } = pdfium;
  const toMm = multiply(toLabel, matrixOf(pdfium, object));
  return Array.from({ length: Math.max(0, api.FPDFPath_CountSegments(object)) }, (_, i) =>
    readStep(pdfium, api.FPDFPath_GetPathSegment(object, i), toMm),
  );
}

/** The clip paths of an object, in mm of the label; empty if it is shown whole. */
export function clipsOf(pdfium: Pdfium, object: number, toLabel: Affine): readonly (readonly PathStep[])[] {
  const { api } = pdfium;
  const clip = api.FPDFPageObj_GetClipPath(object);
  const count = clip === 0 ? 0 : Math.max(0, api.FPDFClipPath_CountPaths(clip));
  return Array.from({ length: count }, (_path, path) =>
    Array.from({ length: Math.max(0, api.FPDFClipPath_CountPathSegments(clip, path)) }, (_step, i) =>
      readStep(pdfium, api.FPDFClipPath_GetPathSegment(clip, path, i), toLabel),
    ),
  );
}

function readStep(pdfium: Pdfium, segment: number, toMm: Affine): PathStep {
  const { api } = pdfium;
  const to = lend(pdfium, 8, (at): Point => {
    api.FPDFPathSegment_GetPoint(segment, at, at + 4);
    const [x = 0, y = 0] = readFloats(pdfium, at, 2);
    return applyToPoint(toMm, { x, y });
  });
  const kind = SEGMENTS[api.FPDFPathSegment_GetType(segment)] ?? 'curve';
  return { kind, to, closes: api.FPDFPathSegment_GetClose(segment) };
}

/** The paint mode of a path: whether it is filled, and the width of its stroke in its own space. */
export function drawModeOf(pdfium: Pdfium, object: number): { readonly fills: boolean; readonly pen: number | null } {
  return lend(pdfium, 12, (at) => {
    const { api } = pdfium;
    api.FPDFPath_GetDrawMode(object, at, at + 4);
    const fills = api.pdfium.getValue(at, 'i32') !== 0;
    if (api.pdfium.getValue(at + 4, 'i32') === 0) return { fills, pen: null };
    api.FPDFPageObj_GetStrokeWidth(object, at + 8);
    return { fills, pen: readFloats(pdfium, at + 8, 1)[0] ?? 0 };
  });
}

/** The luminance of a color, 0 for black to 255; null for a translucent one. */
export function greyOf(pdfium: Pdfium, object: number, of: 'fill' | 'stroke'): number | null {
  const { api } = pdfium;
  return lend(pdfium, 16, (at) => {
    const read = of === 'fill' ? api.FPDFPageObj_GetFillColor : api.FPDFPageObj_GetStrokeColor;
    if (!read(object, at, at + 4, at + 8, at + 12)) return null;
    const part = (i: number): number => api.pdfium.getValue(at + 4 * i, 'i32');
    return part(3) === 255 ? 0.299 * part(0) + 0.587 * part(1) + 0.114 * part(2) : null;
  });
}

/** UTF-16 bytes: a line of a label has fewer, and a longer text would slow down the editor. */
const MOST_TEXT_BYTES = 2 * 2000;
const MOST_NAME_BYTES = 256;

/** The text of a run and its font. Null for a text that is too long for an element. */
export function runOf(
  pdfium: Pdfium,
  object: number,
  textPage: number,
): {
  readonly text: string | null;
  readonly size: number;
  readonly font: string;
  readonly flags: number;
  readonly weight: number;
} {
  const { api } = pdfium;
  const font = api.FPDFTextObj_GetFont(object);
  const size = lend(pdfium, 4, (at) => {
    api.FPDFTextObj_GetFontSize(object, at);
    return readFloats(pdfium, at, 1)[0] ?? 0;
  });
  return {
    text: readText(pdfium, MOST_TEXT_BYTES, (at, bytes) => api.FPDFTextObj_GetText(object, textPage, at, bytes)),
    size,
    font: fontName(pdfium, font),
    flags: api.FPDFFont_GetFlags(font),
    weight: api.FPDFFont_GetWeight(font),
  };
}

/** The document's name for its font, without the six-letter prefix of a subset. */
function fontName(pdfium: Pdfium, font: number): string {
  const { api } = pdfium;
  const bytes = api.FPDFFont_GetBaseFontName(font, 0, 0);
  if (bytes <= 1 || bytes > MOST_NAME_BYTES) return '';
  return lend(pdfium, bytes, (at) => {
    api.FPDFFont_GetBaseFontName(font, at, bytes);
    return api.pdfium.UTF8ToString(at).replace(/^[A-Z]{6}\+/, '');
  });
}

/** The box of an object in mm of the label. */
export function labelBox(pdfium: Pdfium, object: number, toLabel: Affine): Rect | null {
  const bounds = boundsOf(pdfium, object);
  return bounds === null ? null : applyToRect(toLabel, bounds);
}
