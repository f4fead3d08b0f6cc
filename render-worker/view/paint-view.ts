import type { Canvas } from 'canvaskit-wasm';
import type { Rect } from '#model/kernel/geometry.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { ViewState } from '#protocol/render.ts';
import type { ImagePainter } from '../paint/image-painter.ts';
import type { Painter, PaintOptions } from '../paint/painter.ts';
import { snapRect } from '../paint/snap.ts';
import { withBackground } from '../print/with-background.ts';
import type { Skia } from '../skia/load.ts';
import { paintPaper, paintPaperEdge, paintVeil } from './paper.ts';
import type { SceneItem } from './scene.ts';

/** What paints the view. */
export interface ViewBrush {
  readonly skia: Skia;
  readonly painter: Painter;
  readonly images: ImagePainter;
}

export interface ViewPicture {
  readonly label: LabelSettings;
  /** In painting order: all that may leave ink on what is painted. */
  readonly items: readonly SceneItem[];
  /** Whether anything on the label reaches beyond it, seen or not. */
  readonly hasBeside: boolean;
}

/**
 * The label on its paper, on the surroundings: all of what the canvas shows, or only these whole pixels of it. Both give
 * the same pixels there, for shapes are never cut at the region: how Skia smooths an edge depends on where its shape is
 * cut. So in the second case what comes to lie outside the region is rubbish.
 */
export function paintView(
  { skia, painter, images }: ViewBrush,
  canvas: Canvas,
  { label, items, hasBeside }: ViewPicture,
  state: ViewState,
  region: readonly Rect[] | null,
): void {
  const { pxPerMm, originXPx, originYPx } = state.viewport;
  const options: PaintOptions = { pxPerMm, originXPx, originYPx, antialias: true, images };
  const { widthMm, heightMm } = label;
  const list: DisplayList = { widthMm, heightMm, dpi: state.dpi, items: items.map(({ item }) => item) };
  const paper = snapRect({ x: originXPx, y: originYPx, width: widthMm * pxPerMm, height: heightMm * pxPerMm });
  clippedTo(skia, canvas, region, () => canvas.clear(skia.parseColorString(state.surroundings)));
  if (hasBeside) {
    const beside = items.filter((item) => item.beside).map(({ item }) => item);
    if (beside.length > 0) painter.paint(canvas, { ...list, items: beside }, options);
    // Over everything: a veil with edges would have to grow and shrink with what it covers.
    clippedTo(skia, canvas, region, () => paintVeil(skia, canvas, state.surroundings));
  }
  if (region === null || !region.every((rect) => lies(rect, paper))) paintPaperEdge(skia, canvas, paper);
  clippedTo(skia, canvas, region, () => paintPaper(skia, canvas, paper));
  canvas.save();
  canvas.clipRect([paper.x, paper.y, paper.x + paper.width, paper.y + paper.height], skia.ClipOp.Intersect, false);
  painter.paint(canvas, withBackground(list, label), options);
  canvas.restore();
}

/** For fills of whole pixels only. */
function clippedTo(skia: Skia, canvas: Canvas, region: readonly Rect[] | null, fill: () => void): void {
  if (region === null) return fill();
  for (const { x, y, width, height } of region) {
    canvas.save();
    canvas.clipRect([x, y, x + width, y + height], skia.ClipOp.Intersect, false);
    fill();
    canvas.restore();
  }
}

function lies(rect: Rect, paper: Rect): boolean {
  return (
    rect.x >= paper.x &&
    rect.y >= paper.y &&
    rect.x + rect.width <= paper.x + paper.width &&
    rect.y + rect.height <= paper.y + paper.height
  );
}
