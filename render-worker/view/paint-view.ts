import type { Canvas } from 'canvaskit-wasm';
import { unionRects, type Rect } from '#model/kernel/geometry.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { ViewState } from '#protocol/render.ts';
import type { ImagePainter } from '../paint/image-painter.ts';
import type { Painter, PaintOptions } from '../paint/painter.ts';
import { snapRect } from '../paint/snap.ts';
import { withBackground } from '../print/with-background.ts';
import type { Skia } from '../skia/load.ts';
import { paintPaper, paintVeil } from './paper.ts';

/** Slanted glyphs and pens reach beyond the bounds of their element: the veil covers that, too. */
const VEIL_MARGIN_MM = 2;

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
    paintVeil(skia, canvas, veilArea(area, options), state.surroundings);
  }

  paintPaper(skia, canvas, paper);
  canvas.save();
  canvas.clipRect([paper.x, paper.y, paper.x + paper.width, paper.y + paper.height], skia.ClipOp.Intersect, false);
  painter.paint(canvas, withBackground(list, label), options);
  canvas.restore();
}

function isInside(bounds: Rect, list: DisplayList): boolean {
  return (
    bounds.x >= 0 &&
    bounds.y >= 0 &&
    bounds.x + bounds.width <= list.widthMm &&
    bounds.y + bounds.height <= list.heightMm
  );
}

function veilArea(rect: Rect, { pxPerMm, originXPx, originYPx }: PaintOptions): Rect {
  return {
    x: (rect.x - VEIL_MARGIN_MM) * pxPerMm + originXPx,
    y: (rect.y - VEIL_MARGIN_MM) * pxPerMm + originYPx,
    width: (rect.width + 2 * VEIL_MARGIN_MM) * pxPerMm,
    height: (rect.height + 2 * VEIL_MARGIN_MM) * pxPerMm,
  };
}
