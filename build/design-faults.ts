import type { LayoutContext, TextMeasure } from '#model/elements/base/layout.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { dotsToMm } from '#model/kernel/units.ts';
import { readSvg } from '#model/template/svg/read-svg.ts';
import { expectOk } from '#model/kernel/result.ts';
import { composeLabel } from '#model/page/compose.ts';
import type { Template } from '#model/template/template.ts';
import { SHOWN_TIME } from './paint-designs.ts';

/** Minimum distance between print and the edge of the label: printers are not exact. */
const MARGIN_MM = 1;
const HAIR_MM = 0.25;
/** The empty part of a text line above its capitals and below its baseline. */
const ABOVE_SHARE = 0.22;
const BELOW_SHARE = 0.16;

interface Placed {
  readonly element: LabelElement;
  readonly area: Rect;
}

/**
 * Finds layout faults of a design: text that is wider than its box, too near to the edge or over something else. The
 * fonts that it needs must be loaded.
 */
export function designFaults(template: Template, measure: TextMeasure, dpi: number): readonly string[] {
  const { label, elements } = template;
  const composed = composeLabel(
    template,
    { row: 1, values: {} },
    { measure, dpi, label, imageSize: imagesOf(template), now: SHOWN_TIME },
  );
  const byId = new Map(elements.map((element) => [element.id, element]));
  const faults: string[] = [];
  const placed: Placed[] = [];
  for (const { elementId, bounds } of composed.list.items) {
    const element = byId.get(elementId);
    if (element === undefined || element.type === 'barcode' || element.type === 'qrcode') continue;
    const isText = element.type === 'text' || element.type === 'timeText';
    const turned = element.rotation === 90 || element.rotation === 270;
    if (isText && !element.autoWrap && (turned ? bounds.height : bounds.width) > element.widthMm + HAIR_MM) {
      faults.push(`${textOf(element)} is ${bounds.width.toFixed(1)} mm wide in ${element.widthMm} mm`);
    }
    placed.push({ element, area: isText ? inked(bounds, turned) : bounds });
  }
  for (const { elementId, bounds } of composed.symbols) {
    const element = byId.get(elementId);
    const { x, y, width, height } = bounds;
    const [left, top] = [dotsToMm(x, dpi), dotsToMm(y, dpi)];
    const area = { x: left, y: top, width: dotsToMm(width, dpi), height: dotsToMm(height, dpi) };
    if (element !== undefined) placed.push({ element, area });
  }
  for (const one of placed) {
    const { x, y, width, height } = one.area;
    const [right, bottom] = [label.widthMm - x - width, label.heightMm - y - height];
    if (Math.min(x, y, right, bottom) < MARGIN_MM) faults.push(`${textOf(one.element)} is too near to the edge`);
  }
  for (const [i, one] of placed.entries()) {
    for (const other of placed.slice(i + 1)) {
      if (areApart(one.area, other.area) || mayOverlap(one, other)) continue;
      faults.push(`${textOf(one.element)} is upon ${textOf(other.element)}`);
    }
  }
  return faults;
}

/** The drawings of a template; ready designs have no images of pixels. */
function imagesOf({ assets }: Template): LayoutContext['imageSize'] {
  return (key) => {
    const asset = assets.get(key);
    if (asset === undefined) return null;
    const drawing = expectOk(readSvg(asset.bytes));
    return { width: drawing.width, height: drawing.height, drawing };
  };
}

function inked({ x, y, width, height }: Rect, turned: boolean): Rect {
  if (turned) return { x: x + width * BELOW_SHARE, y, width: width * (1 - ABOVE_SHARE - BELOW_SHARE), height };
  // The empty parts are those of one line; for several lines they are only a little too large.
  return { x, y: y + height * ABOVE_SHARE, width, height: height * (1 - ABOVE_SHARE - BELOW_SHARE) };
}

function areApart(a: Rect, b: Rect): boolean {
  return (
    a.x + a.width <= b.x + 0.05 ||
    b.x + b.width <= a.x + 0.05 ||
    a.y + a.height <= b.y + 0.05 ||
    b.y + b.height <= a.y + 0.05
  );
}

/** Frames surround things, white text is on black blocks, and rules meet. */
function mayOverlap(one: Placed, other: Placed): boolean {
  const [shape, thing] = isShape(one.element) ? [one, other] : [other, one];
  if (!isShape(shape.element)) return false;
  if (isShape(thing.element)) return true;
  if (shape.element.type === 'line') return false;
  if ('filled' in shape.element && shape.element.filled) {
    return 'antiMirror' in thing.element && thing.element.antiMirror && isInside(thing.area, shape.area);
  }
  return true;
}

function isShape(element: LabelElement): boolean {
  return !['text', 'timeText', 'barcode', 'qrcode', 'table', 'image'].includes(element.type);
}

function isInside(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function textOf(element: LabelElement): string {
  const text = 'sources' in element ? element.sources.map((source) => source.text).join('') : '';
  return `${element.name} "${text}"`;
}
