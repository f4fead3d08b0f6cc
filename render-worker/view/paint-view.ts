import type { Canvas } from 'canvaskit-wasm';
import type { ImageOp } from '#model/elements/base/display-op.ts';
import { unionRects, type Rect } from '#model/kernel/geometry.ts';
import { IDENTITY } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { DisplayItem, DisplayList } from '#model/page/display-list.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { ViewState } from '#protocol/render.ts';
import type { ImagePainter } from '../paint/image-painter.ts';
import type { Painter, PaintOptions } from '../paint/painter.ts';
import { snapRect } from '../paint/snap.ts';
import type { Skia } from '../skia/load.ts';
import { paintPaper, paintVeil } from './paper.ts';

/** Beyond an element's bounds, for the veil. */
const VEIL_MARGIN_PX = 4;

/** The label on its paper, on the surroundings: all of what the canvas shows. */
export function paintView(
  skia: Skia,
  canvas: Canvas,
  painter: Painter,
  images: ImagePainter,
  list: DisplayList,
  label: LabelSettings,
  state: ViewState,
): void {
  const { pxPerMm, originXPx, originYPx, widthPx, heightPx } = state.viewport;
  const options: PaintOptions = {
    pxPerMm,
    originXPx,
    originYPx,
    antialias: true,
    images,
    clip: { x: -originXPx / pxPerMm, y: -originYPx / pxPerMm, width: widthPx / pxPerMm, height: heightPx / pxPerMm },
  };
  const paper = snapRect({
    x: originXPx,
    y: originYPx,
    width: list.widthMm * pxPerMm,
    height: list.heightMm * pxPerMm,
  });
  canvas.clear(skia.parseColorString(state.surroundings));

  const beside = list.items.filter((item) => !isInside(item.bounds, list));
  const area = unionRects(beside.map((item) => item.bounds));
  if (area !== null) {
    painter.paint(canvas, { ...list, items: beside }, options);
    paintVeil(skia, canvas, toPixels(area, options), state.surroundings);
  }

  paintPaper(skia, canvas, paper);
  canvas.save();
  canvas.clipRect([paper.x, paper.y, paper.x + paper.width, paper.y + paper.height], skia.ClipOp.Intersect, false);
  painter.paint(canvas, withBackground(list, label), options);
  canvas.restore();
}

/** The label's background image lies under everything, stretched over the label. */
function withBackground(list: DisplayList, label: LabelSettings): DisplayList {
  if (label.background === null) return list;
  const rect = { x: 0, y: 0, width: list.widthMm, height: list.heightMm };
  const op: ImageOp = { type: 'image', asset: label.background, rect, oneBit: 'threshold' };
  const item: DisplayItem = { elementId: '' as ElementId, transform: IDENTITY, ops: [op], bounds: rect };
  return { ...list, items: [item, ...list.items] };
}

function isInside(bounds: Rect, list: DisplayList): boolean {
  return (
    bounds.x >= 0 &&
    bounds.y >= 0 &&
    bounds.x + bounds.width <= list.widthMm &&
    bounds.y + bounds.height <= list.heightMm
  );
}

function toPixels(rect: Rect, { pxPerMm, originXPx, originYPx }: PaintOptions): Rect {
  return {
    x: rect.x * pxPerMm + originXPx - VEIL_MARGIN_PX,
    y: rect.y * pxPerMm + originYPx - VEIL_MARGIN_PX,
    width: rect.width * pxPerMm + 2 * VEIL_MARGIN_PX,
    height: rect.height * pxPerMm + 2 * VEIL_MARGIN_PX,
  };
}
