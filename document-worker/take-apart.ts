import {
  grownRect,
  multiply,
  rectsOverlap,
  type Affine,
  type Rect,
  type Rotation,
  type Size,
} from '#model/kernel/geometry.ts';
import type { PageObject, TextObject } from '#model/document/page-objects.ts';
import { lend } from './pdfium/memory.ts';
import type { Pdfium } from './pdfium/pdfium.ts';
import { pathShape } from './path-shape.ts';
import { clipsOf, drawModeOf, greyOf, isUpright, labelBox, matrixOf, runOf, stepsOf } from './read-object.ts';

/** pdfium's numbers for object types. */
const TEXT = 1;
const PATH = 2;
const FORM = 5;
const FIXED_PITCH = 1;
const SERIF = 2;
const ITALIC = 64;
const FORCE_BOLD = 1 << 18;
const BOLD_FROM = 600;
/** Text that is filled, not drawn as an outline or used for clipping. */
const FILLED_TEXT = 0;
/** Elements are black: a lighter object stays in the picture. */
const DARK_BELOW = 96;
/** Forms may be nested as deeply as the file says. */
const MOST_DEPTH = 6;
/** More objects than an editor can handle: such drawings stay a picture. */
const MOST_OBJECTS = 2000;
/** More objects than this are not even examined: each is compared with those above it. */
const MOST_LOOKED_AT = 10 * MOST_OBJECTS;
/** Neither unreadable characters nor private-use characters of a font. */
// eslint-disable-next-line no-control-regex
const NO_TEXT = /[\u0000-\u001f\u007f\ufffd\uffff\ue000-\uf8ff]/u;
/** Units per page side for measuring the page's own space. */
const STEPS = 1_000_000;

interface Found {
  readonly handle: number;
  readonly box: Rect;
  /** Null for an object that can't become an element. */
  readonly object: PageObject | null;
}

/**
 * Finds the objects of a page that can become elements, and calls `paintRest` while they are left out of the page. An
 * object below something that stays in the picture stays there too, because the picture is below all elements. `toLabel`
 * maps millimeters of the page, as it is shown, to those of the label. Objects outside of `label` are left out, and objects
 * in one of the boxes of `keep` stay in the picture.
 */
export function takeApart<T>(
  pdfium: Pdfium,
  page: { readonly handle: number; readonly sizeMm: Size },
  toLabel: Affine,
  label: Rect,
  keep: readonly Rect[],
  paintRest: () => T,
): { readonly objects: readonly PageObject[]; readonly rest: T } {
  const { api } = pdfium;
  const textPage = api.FPDFText_LoadPage(page.handle);
  let taken: readonly (Found & { readonly object: PageObject })[] = [];
  try {
    const toMm = multiply(toLabel, pageSpace(pdfium, page));
    const count = api.FPDFPage_CountObjects(page.handle);
    const handles = Array.from({ length: Math.min(count, MOST_LOOKED_AT) }, (_, i) =>
      api.FPDFPage_GetObject(page.handle, i),
    );
    const budget = { left: MOST_LOOKED_AT };
    const all = handles.flatMap((handle) => foundIn(pdfium, handle, textPage, toMm, 0, budget));
    if (budget.left > 0) taken = topmost(all, label, keep);
  } finally {
    api.FPDFText_ClosePage(textPage);
  }
  const few = taken.length > MOST_OBJECTS ? [] : taken;
  for (const { handle } of few) api.FPDFPageObj_SetIsActive(handle, false);
  try {
    return { objects: few.map(({ object }) => object), rest: paintRest() };
  } finally {
    for (const { handle } of few) api.FPDFPageObj_SetIsActive(handle, true);
  }
}

/** The objects that are not covered by anything that stays in the picture. */
function topmost(
  all: readonly Found[],
  label: Rect,
  keep: readonly Rect[],
): readonly (Found & { readonly object: PageObject })[] {
  const stays: Rect[] = [...keep];
  const taken: (Found & { readonly object: PageObject })[] = [];
  for (const found of all.toReversed()) {
    const { box, object } = found;
    if (!rectsOverlap(grownRect(box, 0.001), label)) continue;
    if (object === null || !isInside(box, label) || isUnder(found, stays)) stays.push(box);
    else taken.push({ ...found, object });
  }
  return taken.toReversed();
}

/** Whether something that stays covers its ink; the inside of a frame does not count. */
function isUnder({ box, object }: Found, stays: readonly Rect[]): boolean {
  const inks = object?.type === 'box' && object.penMm !== null ? sides(box, object.penMm) : [box];
  return stays.some((other) => inks.some((ink) => rectsOverlap(other, ink)));
}

function sides({ x, y, width, height }: Rect, pen: number): readonly Rect[] {
  return [
    { x, y, width, height: pen },
    { x, y: y + height - pen, width, height: pen },
    { x, y, width: pen, height },
    { x: x + width - pen, y, width: pen, height },
  ];
}

/** `budget` is shared by all objects of a page, which may be nested forms; nothing more is found once it is used up. */
function foundIn(
  pdfium: Pdfium,
  handle: number,
  textPage: number,
  toMm: Affine,
  depth: number,
  budget: { left: number },
): readonly Found[] {
  const { api } = pdfium;
  if (budget.left <= 0) return [];
  budget.left--;
  const box = labelBox(pdfium, handle, toMm);
  if (box === null) return [];
  // A line has a box without height, which would overlap nothing.
  const seen = { handle, box: grownRect(box, 0.005) };
  const nothing: readonly Found[] = [{ ...seen, object: null }];
  if (api.FPDFPageObj_HasTransparency(handle) || isCut(pdfium, handle, toMm, box)) return nothing;
  switch (api.FPDFPageObj_GetType(handle)) {
    case TEXT:
      return [{ ...seen, object: textOf(pdfium, handle, textPage, toMm, box) }];
    case PATH:
      return [{ ...seen, object: shapeOf(pdfium, handle, toMm) }];
    case FORM: {
      const inner = multiply(toMm, matrixOf(pdfium, handle));
      const count = api.FPDFFormObj_CountObjects(handle);
      if (depth >= MOST_DEPTH || count <= 0) return nothing;
      return Array.from({ length: Math.min(count, MOST_LOOKED_AT) }, (_, i) =>
        api.FPDFFormObj_GetObject(handle, i),
      ).flatMap((child) => foundIn(pdfium, child, textPage, inner, depth + 1, budget));
    }
    default:
      return nothing;
  }
}

/** Whether a part of the object is clipped. */
function isCut(pdfium: Pdfium, handle: number, toMm: Affine, box: Rect): boolean {
  return clipsOf(pdfium, handle, toMm).some((steps) => {
    const shape = pathShape(steps);
    return shape?.type !== 'box' || !isInside(box, grownRect(shape.box, 0.02));
  });
}

function shapeOf(pdfium: Pdfium, handle: number, toMm: Affine): PageObject | null {
  if (!isUpright(multiply(toMm, matrixOf(pdfium, handle)))) return null;
  const shape = pathShape(stepsOf(pdfium, handle, toMm));
  const { fills, pen } = drawModeOf(pdfium, handle);
  if (shape === null || fills === (pen !== null)) return null;
  const grey = greyOf(pdfium, handle, fills ? 'fill' : 'stroke');
  if (grey === null || grey >= DARK_BELOW) return null;
  const { box } = shape;
  if (pen === null) return shape.type === 'stroke' ? null : { type: shape.type, boxMm: box, penMm: null };
  const penMm = pen * scaleOf(multiply(toMm, matrixOf(pdfium, handle)));
  if (penMm < 0.1 || penMm > 10 || pdfium.api.FPDFPageObj_GetDashCount(handle) > 0) return null;
  if (shape.type !== 'stroke') return { type: shape.type, boxMm: grownRect(box, penMm / 2), penMm };
  const isLevel = box.width >= box.height;
  // Projecting caps are half as long as the stroke is wide.
  const cap = pdfium.api.FPDFPageObj_GetLineCap(handle) === 0 ? 0 : penMm / 2;
  const boxMm = isLevel
    ? { x: box.x - cap, y: box.y - penMm / 2, width: box.width + 2 * cap, height: penMm }
    : { x: box.x - penMm / 2, y: box.y - cap, width: penMm, height: box.height + 2 * cap };
  return { type: 'stroke', boxMm, direction: isLevel ? 'horizontal' : 'vertical' };
}

function textOf(pdfium: Pdfium, handle: number, textPage: number, toMm: Affine, box: Rect): TextObject | null {
  const grey = greyOf(pdfium, handle, 'fill');
  if (grey === null || grey >= DARK_BELOW || pdfium.api.FPDFTextObj_GetTextRenderMode(handle) !== FILLED_TEXT) {
    return null;
  }
  const matrix = multiply(toMm, matrixOf(pdfium, handle));
  // The y axis of a page points upward, that of a label downward: text that is not mirrored is mirrored between them.
  if (!isUpright(matrix) || matrix.a * matrix.d - matrix.b * matrix.c >= 0) return null;
  const { text, size, font, flags, weight } = runOf(pdfium, handle, textPage);
  const sizeMm = size * scaleOf(matrix);
  if (text === null || text.trim() === '' || NO_TEXT.test(text) || sizeMm < 0.25 || sizeMm > 25) return null;
  const rotation = rotationOf(matrix);
  return {
    type: 'run',
    text,
    family: font,
    isSerif: (flags & SERIF) !== 0,
    isMono: (flags & FIXED_PITCH) !== 0,
    bold: weight >= BOLD_FROM || (flags & FORCE_BOLD) !== 0 || /bold|black|heavy/i.test(font),
    italic: (flags & ITALIC) !== 0 || /italic|oblique/i.test(font),
    sizeMm,
    originMm: { x: matrix.e, y: matrix.f },
    ...inkAlong(box, matrix, rotation),
    rotation,
  };
}

/** The start and end of a run's ink, from its origin along its baseline. */
function inkAlong(
  { x, y, width, height }: Rect,
  origin: Affine,
  rotation: Rotation,
): Pick<TextObject, 'indentMm' | 'lengthMm'> {
  const [left, top] = [x - origin.e, y - origin.f];
  const [right, bottom] = [left + width, top + height];
  switch (rotation) {
    case 0:
      return { indentMm: left, lengthMm: right };
    case 90:
      return { indentMm: top, lengthMm: bottom };
    case 180:
      return { indentMm: -right, lengthMm: -left };
    case 270:
      return { indentMm: -bottom, lengthMm: -top };
  }
}

/** The direction of a run on the label, clockwise from the right. */
function rotationOf({ a, b }: Affine): Rotation {
  if (Math.abs(a) >= Math.abs(b)) return a > 0 ? 0 : 180;
  return b > 0 ? 90 : 270;
}

function scaleOf({ a, b, c, d }: Affine): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

function isInside(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x - 0.01 &&
    inner.y >= outer.y - 0.01 &&
    inner.x + inner.width <= outer.x + outer.width + 0.01 &&
    inner.y + inner.height <= outer.y + outer.height + 0.01
  );
}

/** Maps the page's own space, which depends on its box and rotation, to mm of the page as it is shown. */
function pageSpace(pdfium: Pdfium, { handle, sizeMm }: { readonly handle: number; readonly sizeMm: Size }): Affine {
  const { api } = pdfium;
  const at = (x: number, y: number): { x: number; y: number } =>
    lend(pdfium, 8, (address) => {
      api.FPDF_PageToDevice(handle, 0, 0, STEPS, STEPS, 0, x, y, address, address + 4);
      const step = (offset: number): number => api.pdfium.getValue(address + offset, 'i32') / STEPS;
      return { x: step(0) * sizeMm.width, y: step(4) * sizeMm.height };
    });
  const span = 500;
  const [origin, right, up] = [at(0, 0), at(span, 0), at(0, span)];
  return {
    a: (right.x - origin.x) / span,
    b: (right.y - origin.y) / span,
    c: (up.x - origin.x) / span,
    d: (up.y - origin.y) / span,
    e: origin.x,
    f: origin.y,
  };
}
