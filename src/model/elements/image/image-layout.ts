import type { Rect, Size } from '#model/kernel/geometry.ts';
import { problem } from '#model/kernel/problem.ts';
import { plainLayout } from '../base/box.ts';
import type { ImageOp } from '../base/display-op.ts';
import type { Drawing } from '../base/drawing.ts';
import type { ElementLayout, LayoutContext, LayoutOf, Unplaced } from '../base/layout.ts';
import { drawingOps } from './drawing-ops.ts';
import { croppedPart, croppedSize, editsOfOp, partOf } from './image-edits.ts';
import type { ImageElement } from './image-element.ts';

const WHOLE: Rect = { x: 0, y: 0, width: 1, height: 1 };

/** Colors of a drawing lighter than this (0 to 255) become paper. */
const DRAWING_THRESHOLD = 128;

export const layoutImage: LayoutOf<Unplaced<ImageElement>> = (element, [value = ''], context) =>
  element.sources === undefined ? layoutPicture(element, context) : layoutOfRow(element, value, context);

/** The picture of a row. The image's own one takes its place where no pictures of rows are available. */
function layoutOfRow(element: Unplaced<ImageElement>, value: string, context: LayoutContext): ElementLayout {
  if (value.trim() === '') {
    if (element.emptyAllowed === true) return plainLayout(element, []);
    // Until the user has said where the names come from, no row is without one.
    const isUnset = element.sources?.every(({ type }) => type === 'fixed') === true;
    const shown = isUnset ? layoutPicture(element, context) : plainLayout(element, []);
    return { ...shown, problems: [problem('pictures.empty')], placeholder: true };
  }
  const { rowPicture } = context;
  if (rowPicture === undefined) return { ...layoutPicture(element, context), placeholder: true };
  const found = rowPicture(value);
  if (found === null) return { ...plainLayout(element, []), placeholder: true };
  if (found.ok) return layoutPicture({ ...element, asset: found.value }, context);
  const shown = found.error.code === 'pictures.notChosen' ? layoutPicture(element, context) : plainLayout(element, []);
  return { ...shown, problems: [found.error], placeholder: true };
}

function layoutPicture(element: Unplaced<ImageElement>, context: LayoutContext): ElementLayout {
  const size = context.imageSize(element.asset);
  if (size === null) {
    return { ...plainLayout(element, []), problems: [problem('image.missing')], placeholder: true };
  }
  if (size.drawing !== undefined) return drawingLayout(element, size.drawing);
  const place = placed(element, croppedSize(size, element));
  const cropped = croppedPart(element);
  const isWhole = place.source === undefined && cropped.width === 1 && cropped.height === 1;
  return plainLayout(element, [
    {
      type: 'image',
      asset: element.asset,
      rect: place.rect,
      ...(isWhole ? {} : { source: partOf(cropped, place.source ?? WHOLE) }),
      ...editsOfOp(element, place.rect),
      oneBit: element.oneBit,
      ...(element.oneBit === 'threshold' ? { threshold: element.threshold } : {}),
    },
  ]);
}

/** The layout of a drawing. A drawing is never cropped: one that would cover its box is shown whole, with a warning. */
function drawingLayout(element: Unplaced<ImageElement>, drawing: Drawing): ElementLayout {
  const covers = element.displayMode === 'cover';
  const { rect } = placed(covers ? { ...element, displayMode: 'contain' } : element, drawing);
  const threshold = element.oneBit === 'threshold' ? element.threshold : DRAWING_THRESHOLD;
  const laidOut = plainLayout(element, drawingOps(drawing, rect, threshold));
  return covers ? { ...laidOut, warnings: [problem('image.drawingNotCut')] } : laidOut;
}

function placed(
  { displayMode, widthMm: w, heightMm: h }: Unplaced<ImageElement>,
  size: Size,
): Pick<ImageOp, 'rect' | 'source'> {
  const rect = { x: 0, y: 0, width: w, height: h };
  if (w <= 0 || h <= 0) return { rect };
  switch (displayMode) {
    case 'stretch':
      return { rect };
    case 'contain': {
      const scale = Math.min(w / size.width, h / size.height);
      return { rect: centred(w, h, size.width * scale, size.height * scale) };
    }
    case 'cover': {
      const scale = Math.max(w / size.width, h / size.height);
      return { rect, source: centred(1, 1, w / (size.width * scale), h / (size.height * scale)) };
    }
  }
}

function centred(outerWidth: number, outerHeight: number, width: number, height: number): Rect {
  return { x: (outerWidth - width) / 2, y: (outerHeight - height) / 2, width, height };
}
