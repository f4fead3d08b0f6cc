import type { Canvas } from 'canvaskit-wasm';
import type { Rect } from '#model/kernel/geometry.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { ViewState } from '#protocol/render.ts';
import type { ViewImagePainter } from '../images/view-image-painter.ts';
import type { PaintOptions } from '../paint/skia-painter.ts';
import { snapRect } from '../paint/snap.ts';
import { withBackground } from '../compose/with-background.ts';
import type { Skia } from '../skia/load.ts';
import { paintPaper, paintPaperEdge, surroundingColors } from './paper.ts';
import type { SceneItem } from './scene.ts';
import type { ShadePainter } from './shade-painter.ts';
import type { PixelBox } from './shade-plane.ts';
import type { StaticLayer } from './static-layer.ts';
import type { GpuPainter } from './gpu-painter.ts';
import type { Easel } from './view-target.ts';

/** The painters of the view. */
export interface ViewBrush {
  readonly skia: Skia;
  /** Used for pictures in memory. */
  readonly shades: ShadePainter;
  /** Used for pictures on a graphics processor. */
  readonly gpu: GpuPainter;
  readonly images: ViewImagePainter;
}

export interface ViewPicture {
  readonly label: LabelSettings;
  /** All items that may leave ink on the painted region, in painting order. */
  readonly items: readonly SceneItem[];
  /** True when anything extends beyond the label, whether visible or not. */
  readonly hasItemsOutside: boolean;
}

/**
 * Paints these whole pixels of the label on its paper and surroundings, or of the items on top of `under`. A pixel is
 * the same whichever region is painted, because Skia's shapes are never cut at its border (how Skia smooths an edge
 * depends on where its shape is cut). So the pixels outside the region are undefined afterwards.
 */
export function paintView(
  { skia, shades, gpu, images }: ViewBrush,
  { canvas, plane }: Easel,
  { label, items, hasItemsOutside }: ViewPicture,
  state: ViewState,
  region: readonly Rect[],
  under: StaticLayer | null,
): void {
  const { pxPerMm, originXPx, originYPx } = state.viewport;
  const options: PaintOptions = { pxPerMm, originXPx, originYPx, antialias: true, images };
  const { widthMm, heightMm } = label;
  const list: DisplayList = { widthMm, heightMm, dpi: state.dpi, items: items.map(({ item }) => item) };
  const paper = paperOf(label, state);

  function paintItems(some: DisplayList, boxes: readonly PixelBox[]): void {
    if (plane === undefined) gpu.paint(canvas, some.items, some.dpi, options);
    else shades.paint({ canvas, plane }, some.items, some.dpi, boxes, options);
  }
  function paintItemsOutside(): void {
    const outside = items.filter((item) => item.isOutside).map(({ item }) => item);
    if (outside.length > 0) paintItems({ ...list, items: outside }, region.map(boxOf));
  }

  if (under !== null && plane !== undefined) under.putBack(plane(), region);
  else paintGround(skia, canvas, paper, state, region, hasItemsOutside ? paintItemsOutside : null);
  canvas.save();
  canvas.clipRect([paper.x, paper.y, paper.x + paper.width, paper.y + paper.height], skia.ClipOp.Intersect, false);
  paintItems(
    under === null ? withBackground(list, label) : list,
    region.map((rect) => shared(boxOf(rect), boxOf(paper))),
  );
  canvas.restore();
}

/** The paper in whole pixels. */
export function paperOf({ widthMm, heightMm }: LabelSettings, { viewport }: ViewState): Rect {
  const { pxPerMm, originXPx, originYPx } = viewport;
  return snapRect({ x: originXPx, y: originYPx, width: widthMm * pxPerMm, height: heightMm * pxPerMm });
}

/**
 * Paints the blank paper and its surroundings; `paintItemsOutside` paints what is outside of the label, null where nothing
 * is.
 */
export function paintGround(
  skia: Skia,
  canvas: Canvas,
  paper: Rect,
  state: ViewState,
  region: readonly Rect[],
  paintItemsOutside: (() => void) | null,
): void {
  // Where the region is all paper, what is under the paper need not be painted.
  if (!region.every((rect) => isInside(rect, paper))) {
    const { ground, veil } = surroundingColors(skia, state.surroundings);
    const bare = paintItemsOutside === null ? skia.parseColorString(state.surroundings) : ground;
    clippedTo(skia, canvas, region, () => canvas.clear(bare));
    if (paintItemsOutside !== null) {
      paintItemsOutside();
      // The veil covers everything: one with edges would have to grow and shrink with what it covers.
      clippedTo(skia, canvas, region, () => canvas.drawColor(veil, skia.BlendMode.SrcOver));
    }
    paintPaperEdge(skia, canvas, paper);
  }
  clippedTo(skia, canvas, region, () => paintPaper(skia, canvas, paper));
}

/** Only for fills of whole pixels. */
function clippedTo(skia: Skia, canvas: Canvas, region: readonly Rect[], fill: () => void): void {
  for (const { x, y, width, height } of region) {
    canvas.save();
    canvas.clipRect([x, y, x + width, y + height], skia.ClipOp.Intersect, false);
    fill();
    canvas.restore();
  }
}

function isInside(rect: Rect, paper: Rect): boolean {
  return (
    rect.x >= paper.x &&
    rect.y >= paper.y &&
    rect.x + rect.width <= paper.x + paper.width &&
    rect.y + rect.height <= paper.y + paper.height
  );
}

function boxOf({ x, y, width, height }: Rect): PixelBox {
  return { x0: x, y0: y, x1: x + width, y1: y + height };
}

function shared(a: PixelBox, b: PixelBox): PixelBox {
  return {
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  };
}
