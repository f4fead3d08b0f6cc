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
import { withScope } from '../skia/scope.ts';
import { clipped } from './dirty-region.ts';
import { paintPaper, paintVeil } from './paper.ts';
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
 * the same pixels, provided that the region has its anchors (`withAnchors`).
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
  const list: DisplayList = {
    widthMm: label.widthMm,
    heightMm: label.heightMm,
    dpi: state.dpi,
    items: items.map(({ item }) => item),
  };
  canvas.save();
  if (region !== null) clipTo(skia, canvas, region);
  canvas.clear(skia.parseColorString(state.surroundings));
  if (hasBeside) {
    const beside = items.filter((item) => item.beside).map(({ item }) => item);
    if (beside.length > 0) painter.paint(canvas, { ...list, items: beside }, options);
    // Over everything: a veil with edges would have to grow and shrink with what it covers.
    paintVeil(skia, canvas, state.surroundings);
  }
  const paper = paperOf(label, state);
  paintPaper(skia, canvas, paper);
  canvas.clipRect([paper.x, paper.y, paper.x + paper.width, paper.y + paper.height], skia.ClipOp.Intersect, false);
  painter.paint(canvas, withBackground(list, label), options);
  canvas.restore();
}

/**
 * The region with the first and last pixel of the canvas and of the paper on it. Skia cuts a shape at the box around
 * the clip before it fills it, and a slanted edge cut elsewhere rounds differently: with the anchors the box is that of
 * a whole painting.
 */
export function withAnchors(region: readonly Rect[], label: LabelSettings, state: ViewState): readonly Rect[] {
  const width = Math.round(state.viewport.widthPx);
  const height = Math.round(state.viewport.heightPx);
  const paper = clipped(paperOf(label, state), width, height);
  return [...region, ...ends({ x: 0, y: 0, width, height }), ...(paper === null ? [] : ends(paper))];
}

function ends({ x, y, width, height }: Rect): readonly Rect[] {
  return [
    { x, y, width: 1, height: 1 },
    { x: x + width - 1, y: y + height - 1, width: 1, height: 1 },
  ];
}

function paperOf({ widthMm, heightMm }: LabelSettings, { viewport }: ViewState): Rect {
  const { pxPerMm, originXPx, originYPx } = viewport;
  return snapRect({ x: originXPx, y: originYPx, width: widthMm * pxPerMm, height: heightMm * pxPerMm });
}

function clipTo(skia: Skia, canvas: Canvas, region: readonly Rect[]): void {
  withScope((scope) => {
    const builder = scope.own(new skia.PathBuilder());
    for (const { x, y, width, height } of region) builder.addRect([x, y, x + width, y + height]);
    canvas.clipPath(scope.own(builder.snapshot()), skia.ClipOp.Intersect, false);
  });
}
