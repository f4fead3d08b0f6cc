import { unionRects } from '#model/kernel/geometry.ts';
import type { Point, Rect } from '#model/kernel/geometry.ts';
import { ok } from '#model/kernel/result.ts';
import { roundMm } from '#model/kernel/units.ts';
import type { Mm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { isStyled, type LabelElement, type StyledElement } from '#model/elements/element.ts';
import { FONT_SIZE_LIMITS, keepsLength } from '#model/elements/base/text-style.ts';
import { withTableSize } from '#model/elements/table/table-cells.ts';
import type { Command, ResizeHandle } from '../editor.ts';
import { changed, withElements, withFootprint } from '../footprint.ts';
import { mapped } from '../measured-bounds.ts';
import { refitted } from '../refit.ts';
import { keepsProportion, runsAcross, scaleLimits } from '../resize-limits.ts';
import { unlockedElements } from '../selection.ts';
import { handleSide } from '../snapping.ts';

export interface ResizeOptions {
  /** Width and height change together (Shift); always so for what keeps its proportions. */
  readonly keepRatio?: boolean;
  /** The centre stays instead of the opposite edge (Alt). */
  readonly fromCentre?: boolean;
}

/** Drags a handle of the box around what is selected by this much. */
export function resizeBy(handle: ResizeHandle, dxMm: Mm, dyMm: Mm, options: ResizeOptions = {}): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const elements = selected.value.map((e) => refitted(e, context.bounds));
    return ok({ template: withElements(context.template, resizedElements(elements, handle, dxMm, dyMm, options)) });
  };
}

/** Lays the selected images over the whole label, at their rotation. */
export function fitToLabel(): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const { widthMm, heightMm } = context.template.label;
    const whole = { x: 0, y: 0, width: widthMm, height: heightMm };
    const images = selected.value.filter((e) => e.type === 'image');
    return ok({
      template: withElements(
        context.template,
        images.map((e) => withFootprint(e, whole)),
      ),
    });
  };
}

/** The elements as they are after the drag of a handle; texts must be refitted before. */
export function resizedElements(
  elements: readonly LabelElement[],
  handle: ResizeHandle,
  dxMm: Mm,
  dyMm: Mm,
  options: ResizeOptions,
): readonly LabelElement[] {
  const box = unionRects(elements.map(elementBox));
  if (box === null) return elements;
  const target = resizedBox(elements, box, handle, { x: dxMm, y: dyMm }, options);
  const [only] = elements;
  if (elements.length === 1 && only !== undefined && isStyled(only)) {
    return [resizedText(only, box, target, handle, fixedCorner(handle, options))];
  }
  return elements.map((element) => resizedInside(element, box, target));
}

/** What the box around the elements becomes, within the limits of each of them. */
function resizedBox(
  elements: readonly LabelElement[],
  box: Rect,
  handle: ResizeHandle,
  by: Point,
  options: ResizeOptions,
): Rect {
  const wrapOnly = isWrapWidth(elements, handle);
  const limits = scaleLimits(elements, wrapOnly);
  const reach = options.fromCentre === true ? 2 : 1;
  const hx = handleSide(handle, 'x');
  const hy = handleSide(handle, 'y');
  let sx = hx === 0 || box.width === 0 ? 1 : (box.width + hx * by.x * reach) / box.width;
  let sy = hy === 0 || box.height === 0 ? 1 : (box.height + hy * by.y * reach) / box.height;
  if (!wrapOnly && (options.keepRatio === true || keepsProportion(elements))) {
    const together = commonScale(sx, sy, hx, hy, box);
    sx = sy = Math.min(limits.max, Math.max(limits.minX, limits.minY, together));
  } else {
    sx = hx === 0 ? 1 : Math.max(limits.minX, sx);
    sy = hy === 0 ? 1 : Math.max(limits.minY, sy);
  }
  const fixed = fixedCorner(handle, options);
  const width = box.width * sx;
  const height = box.height * sy;
  return {
    x: box.x + (box.width - width) * fixed.x,
    y: box.y + (box.height - height) * fixed.y,
    width,
    height,
  };
}

/** One factor for both: the pointer's way along the diagonal, or that of the side that is dragged. */
function commonScale(sx: number, sy: number, hx: number, hy: number, box: Rect): number {
  if (hx === 0) return sy;
  if (hy === 0) return sx;
  const w = box.width * box.width;
  const h = box.height * box.height;
  return w + h === 0 ? 1 : (sx * w + sy * h) / (w + h);
}

/** What stays: 0 the left or top edge, 1 the right or bottom one, 0.5 the middle. */
function fixedCorner(handle: ResizeHandle, options: ResizeOptions): Point {
  if (options.fromCentre === true) return { x: 0.5, y: 0.5 };
  return { x: (1 - handleSide(handle, 'x')) / 2, y: (1 - handleSide(handle, 'y')) / 2 };
}

/** A side handle of a text only changes how long its lines may be. */
function isWrapWidth(elements: readonly LabelElement[], handle: ResizeHandle): boolean {
  const [only] = elements;
  return elements.length === 1 && only !== undefined && isStyled(only) && keepsLength(only) && handle.length === 1;
}

function resizedInside(element: LabelElement, box: Rect, target: Rect): LabelElement {
  const from = elementBox(element);
  const to = mapped(from, box, target);
  switch (element.type) {
    case 'text':
    case 'timeText':
      return resizedText(element, from, to, 'se', textAnchor(element));
    case 'line': {
      if (element.direction === 'left' || element.direction === 'right') return withFootprint(element, to);
      // A straight line's box is as thick as its pen, whatever it is stretched to.
      const across = runsAcross(element, element.direction === 'horizontal' ? 'width' : 'height');
      return withFootprint(
        element,
        across
          ? { ...to, y: to.y + (to.height - from.height) / 2, height: from.height }
          : { ...to, x: to.x + (to.width - from.width) / 2, width: from.width },
      );
    }
    case 'table': {
      const next = withFootprint(element, to);
      return withTableSize(next, next.widthMm, next.heightMm);
    }
    case 'barcode':
    case 'qrcode':
    case 'image':
    case 'rectangle':
    case 'roundRectangle':
    case 'ellipse':
    case 'diamond':
    case 'triangle':
      return withFootprint(element, to);
  }
}

/** A larger text is one in a larger font: in its steps, so the box follows the font and not the pointer. */
function resizedText(element: StyledElement, from: Rect, to: Rect, handle: ResizeHandle, fixed: Point): StyledElement {
  if (isWrapWidth([element], handle)) return withFootprint(element, to);
  const wanted = from.width > 0 ? to.width / from.width : 1;
  const { min, max, step } = FONT_SIZE_LIMITS;
  const stepped = Math.round((element.fontSize * wanted) / step) * step;
  const fontSize = roundMm(Math.min(max, Math.max(min, stepped)));
  const ratio = fontSize / element.fontSize;
  const width = from.width * ratio;
  const height = from.height * ratio;
  return changed(
    withFootprint(element, {
      x: to.x + (to.width - width) * fixed.x,
      y: to.y + (to.height - height) * fixed.y,
      width,
      height,
    }),
    { fontSize },
  );
}

/** The point of a text's box that its alignment keeps, as parts of the box on the label. */
function textAnchor(element: StyledElement): Point {
  const along = element.align === 'center' ? 0.5 : element.align === 'right' ? 1 : 0;
  const { x, y } = element.arrange === 'vertical' ? { x: 1, y: along } : { x: along, y: 0 };
  switch (element.rotation) {
    case 0:
      return { x, y };
    case 90:
      return { x: 1 - y, y: x };
    case 180:
      return { x: 1 - x, y: 1 - y };
    case 270:
      return { x: y, y: 1 - x };
  }
}
