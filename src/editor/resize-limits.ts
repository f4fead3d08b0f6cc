import { rotatedSize } from '#model/kernel/geometry.ts';
import type { Size } from '#model/kernel/geometry.ts';
import { canvasUnitsToMm, fontUnitsToMm } from '#model/kernel/units.ts';
import type { Mm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { isStyled, type LabelElement } from '#model/elements/element.ts';
import { FONT_SIZE_LIMITS, keepsLength, type TextStyle } from '#model/elements/base/text-style.ts';
import { minTableSideMm } from '#model/elements/table/table-limits.ts';
import { RESIZE_HANDLES } from './editor.ts';
import type { ResizeHandle } from './editor.ts';

/** Specification 2, section 5: general 20 canvas units, lines 1, text by its font size. */
const MIN_SIZE_UNITS = 20;
const MIN_LINE_UNITS = 1;
const CORNERS: readonly ResizeHandle[] = ['nw', 'ne', 'se', 'sw'];

/** How far a resize may go, as factors of the present size. */
export interface ScaleLimits {
  readonly minX: number;
  readonly minY: number;
  readonly max: number;
}

/** The handles that what is selected offers; an image that keeps its proportions has the bottom right one only. */
export function handlesFor(elements: readonly LabelElement[]): readonly ResizeHandle[] {
  const [only] = elements;
  if (only === undefined || elements.some((e) => e.locked)) return [];
  if (elements.length > 1) return keepsProportion(elements) ? CORNERS : RESIZE_HANDLES;
  switch (only.type) {
    case 'image':
      return only.keepProportion ? ['se'] : RESIZE_HANDLES;
    case 'qrcode':
      return CORNERS;
    case 'text':
    case 'timeText':
      return keepsLength(only) ? [...CORNERS, ...sidesAlong(only, lengthSide(only))] : CORNERS;
    case 'line':
      if (only.direction === 'horizontal') return sidesAlong(only, 'width');
      return only.direction === 'vertical' ? sidesAlong(only, 'height') : CORNERS;
    case 'barcode':
    case 'table':
    case 'rectangle':
    case 'roundRectangle':
    case 'ellipse':
    case 'diamond':
    case 'triangle':
      return RESIZE_HANDLES;
  }
}

/** True where width and height may only change together. */
export function keepsProportion(elements: readonly LabelElement[]): boolean {
  return elements.some((e) => isStyled(e) || e.type === 'qrcode' || (e.type === 'image' && e.keepProportion));
}

/** Whether the content's width (or height) runs across or down the label, after rotation. */
export function runsAcross(element: LabelElement, side: 'width' | 'height'): boolean {
  const turned = element.rotation === 90 || element.rotation === 270;
  return (side === 'width') !== turned;
}

export function scaleLimits(elements: readonly LabelElement[], wrapWidthOnly: boolean): ScaleLimits {
  let minX = 0;
  let minY = 0;
  let max = Infinity;
  for (const element of elements) {
    const box = elementBox(element);
    const least = minSize(element, wrapWidthOnly);
    if (box.width > 0) minX = Math.max(minX, Math.min(1, least.width / box.width));
    if (box.height > 0) minY = Math.max(minY, Math.min(1, least.height / box.height));
    if (isStyled(element) && !wrapWidthOnly) max = Math.min(max, FONT_SIZE_LIMITS.max / element.fontSize);
  }
  return { minX, minY, max };
}

/** The least width and height of the element on the label. */
function minSize(element: LabelElement, wrapWidthOnly: boolean): Size {
  const box = elementBox(element);
  if (isStyled(element)) {
    const em: Mm = fontUnitsToMm(element.fontSize);
    if (wrapWidthOnly) return { width: em, height: em };
    const factor = FONT_SIZE_LIMITS.min / element.fontSize;
    return { width: box.width * factor, height: box.height * factor };
  }
  if (element.type === 'table') {
    const least = {
      width: minTableSideMm(element.columnWidthsMm.length, element.penWidthMm),
      height: minTableSideMm(element.rowHeightsMm.length, element.penWidthMm),
    };
    return rotatedSize(least, element.rotation);
  }
  if (element.type === 'line') {
    const least = canvasUnitsToMm(MIN_LINE_UNITS);
    if (element.direction === 'left' || element.direction === 'right') return { width: least, height: least };
    const across = runsAcross(element, element.direction === 'horizontal' ? 'width' : 'height');
    return across ? { width: least, height: 0 } : { width: 0, height: least };
  }
  const least = canvasUnitsToMm(MIN_SIZE_UNITS);
  return { width: least, height: least };
}

/** The side of its box along which a text is written. */
function lengthSide(style: TextStyle): 'width' | 'height' {
  return style.arrange === 'vertical' ? 'height' : 'width';
}

function sidesAlong(element: LabelElement, side: 'width' | 'height'): readonly ResizeHandle[] {
  return runsAcross(element, side) ? ['e', 'w'] : ['n', 's'];
}
