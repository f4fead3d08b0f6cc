import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { createElement } from '#model/elements/registry.ts';
import { applyToPoint, applyToRect, type Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import type { ComposedLabel } from '#model/page/display-list.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import type { Template } from '#model/template/template.ts';

export const VIEW_WIDTH = 1000;
export const VIEW_HEIGHT = 800;
export const PX_PER_MM = 4;
export const VIEW_DPI = 300;

/** The same scene in pixels, for the peers. */
export type Shape =
  | { readonly type: 'rects'; readonly x: number; readonly y: number; readonly rects: readonly Rect[] }
  | { readonly type: 'text'; readonly x: number; readonly y: number; readonly size: number; readonly text: string };

/** Half rectangles, two fifths texts, a tenth barcodes, scattered over a label that fills the view. */
export function createViewTemplate(count: number): Template {
  let seed = 12_345;
  const random = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  const widthMm = VIEW_WIDTH / PX_PER_MM;
  const heightMm = VIEW_HEIGHT / PX_PER_MM;
  const elements = Array.from({ length: count }, (_, i): LabelElement => {
    const type = i % 10 < 5 ? 'rectangle' : i % 10 < 9 ? 'text' : 'barcode';
    const options = {
      id: `V${String(i).padStart(7, '0')}` as ElementId,
      name: `${type}${i}`,
      centreMm: { x: 50, y: 40 },
      labelWidthMm: widthMm,
      labelHeightMm: heightMm,
      zoom: 1,
    };
    const place = { xMm: random() * (widthMm - 22), yMm: random() * (heightMm - 6) };
    const fields =
      type === 'rectangle'
        ? { widthMm: 2 + random() * 8, heightMm: 1 + random() * 3, filled: true }
        : type === 'text'
          ? { sources: [fixedText(`Item ${i}`)], fontFamily: 'Roboto', fontSize: 10, widthMm: 12, heightMm: 4 }
          : { sources: [fixedText(`B${i}`)], numberPosition: 'none', widthMm: 20, heightMm: 5 };
    return { ...createElement(type, options), ...place, ...fields } as LabelElement;
  });
  return { label: createLabelSettings('View', { widthMm, heightMm }), elements, assets: new Map() };
}

/** The peers' shapes in painting order: one shape per element. */
export function toShapes(template: Template, { list }: ComposedLabel): readonly Shape[] {
  return list.items.map((item, i): Shape => {
    const element = template.elements[i];
    for (const op of item.ops) {
      if (op.type === 'glyphs' && element?.type === 'text') {
        const at = applyToPoint(item.transform, { x: op.run.positions[0] ?? 0, y: op.run.positions[1] ?? 0 });
        const text = element.sources.map((source) => (source.type === 'fixed' ? source.text : '')).join('');
        return { type: 'text', x: at.x * PX_PER_MM, y: at.y * PX_PER_MM, size: op.run.sizeMm * PX_PER_MM, text };
      }
    }
    const rects = item.ops.flatMap((op): Rect[] => {
      if (op.type === 'rect') return [scaled(applyToRect(item.transform, op.rect), PX_PER_MM)];
      if (op.type !== 'dots') return [];
      const rectangles: Rect[] = [];
      for (let at = 0; at + 3 < op.rects.length; at += 4) {
        const [x = 0, y = 0, width = 0, height = 0] = op.rects.subarray(at, at + 4);
        rectangles.push(scaled({ x, y, width, height }, PX_PER_MM / dotsPerMm(VIEW_DPI)));
      }
      return rectangles;
    });
    const x = Math.min(...rects.map((rect) => rect.x));
    const y = Math.min(...rects.map((rect) => rect.y));
    return { type: 'rects', x, y, rects: rects.map((rect) => ({ ...rect, x: rect.x - x, y: rect.y - y })) };
  });
}

function scaled({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}
