import { applyToRect, multiply, type Affine, type Rect, type Size } from '#model/kernel/geometry.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { MM_PER_INCH } from '#model/kernel/units.ts';
import { DOCUMENT_LIMITS } from '#model/document/document-file.ts';
import type { DocumentLabel } from '#model/document/document-plan.ts';
import { invertArea, PAPER, sharpenLines, type DotArea, type GreyPlane } from '#model/document/grey-plane.ts';
import { placePage, straighten, type PlacedPage } from '#model/document/place-page.ts';
import type { RecordPicture } from '#model/document/record-picture.ts';

import type { LabelDots } from '#model/page/label-dots.ts';
import type { Pdfium } from './pdfium/pdfium.ts';
import { paintGrey, type LoadedPage } from './page-bands.ts';

/** Page resolution for finding symbols: four dots per module of a quarter of a millimeter. */
const FINE_DPI = 400;
const MOST_FINE_DOTS = 24 * 1024 * 1024;
/** A picture with nearly that resolution is good enough. */
const FINE_ENOUGH = 1.1;

/** A page with its original resolution; null for shapes and text. */
export interface SourcePage extends LoadedPage {
  readonly dpi: number | null;
  readonly sizeMm: Size;
}

/** The picture of a label in gray, in the printer's dots: a box of the page at its place. `document.labelTooLarge`. */
export function labelPicture(
  pdfium: Pdfium,
  page: SourcePage,
  box: Rect,
  label: DocumentLabel,
  dots: LabelDots,
): Result<RecordPicture> {
  const { widthDots: width, heightDots: height } = dots;
  if (width * height > DOCUMENT_LIMITS.mostDots) return err(problem('document.labelTooLarge', { width, height }));
  const placed = placedOn(page, box, label, dots);
  const onLabel = placed.toLabel;
  const paint = (denser: number): GreyPlane => {
    const toDots: Affine = { a: dots.acrossPerMm * denser, b: 0, c: 0, d: dots.alongPerMm * denser, e: 0, f: 0 };
    const plane = blank(Math.round(width * denser), Math.round(height * denser));
    const content = applyToRect(toDots, placed.content);
    const area = wholeDots(applyToRect(toDots, placed.area), plane);
    // The box begins on a whole dot, so that a picture made for this resolution keeps each of its dots.
    const [x, y] = [Math.round(content.x), Math.round(content.y)];
    const toPixels = multiply(
      { a: 1, b: 0, c: 0, d: 1, e: x - content.x, f: y - content.y },
      multiply(toDots, onLabel),
    );
    const part = overlap(area, {
      x,
      y,
      width: Math.ceil(content.width - 1e-3),
      height: Math.ceil(content.height - 1e-3),
    });
    paintGrey(pdfium, page, toPixels, part, plane);
    if (label.look.invert) invertArea(plane, area);
    return plane;
  };
  const plane = paint(1);
  const denser = fineness(page, placed.scale, dots);
  const fine = denser <= FINE_ENOUGH ? null : paint(denser);
  if (label.look.sharpen) sharpenLines(plane);
  return ok({ ...plane, key: keyOf(label, dots), fine, scale: placed.scale });
}

/** The place of a page's box on its label, straightened. */
export function placedOn(
  page: Pick<SourcePage, 'sizeMm'>,
  box: Rect,
  label: DocumentLabel,
  { widthDots, heightDots, acrossPerMm, alongPerMm }: LabelDots,
): PlacedPage {
  const size = { width: widthDots / acrossPerMm, height: heightDots / alongPerMm };
  const placed = placePage(box, label.rotation, label.look.placement, size);
  return { ...placed, toLabel: multiply(placed.toLabel, straighten(page.sizeMm, label.leanDegrees ?? 0)) };
}

/** The factor, per side, from the label's dots to the plane in which symbols are searched. */
function fineness(page: SourcePage, scale: number, { acrossPerMm, widthDots, heightDots }: LabelDots): number {
  const printed = acrossPerMm * scale * MM_PER_INCH;
  const wanted = page.dpi === null ? FINE_DPI : Math.min(page.dpi, FINE_DPI);
  return Math.min(wanted / printed, Math.sqrt(MOST_FINE_DOTS / (widthDots * heightDots)));
}

function keyOf(label: DocumentLabel, dots: LabelDots): string {
  return JSON.stringify([label, dots]);
}

function blank(width: number, height: number): GreyPlane {
  return { width, height, grey: new Uint8Array(width * height).fill(PAPER) };
}

function wholeDots({ x, y, width, height }: Rect, plane: GreyPlane): DotArea {
  const [left, top] = [Math.round(x), Math.round(y)];
  const area = { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
  return overlap(area, { x: 0, y: 0, width: plane.width, height: plane.height });
}

function overlap(a: DotArea, b: DotArea): DotArea {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}
