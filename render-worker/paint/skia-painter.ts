import type { Canvas, Paint } from 'canvaskit-wasm';
import type { DisplayOp, DotsOp, RectOp, ImageOp } from '#model/elements/base/display-op.ts';
import { assertNever } from '#model/kernel/assert-never.ts';
import { applyToRect, keepsLevel, multiply, rectsOverlap, type Affine, type Rect } from '#model/kernel/geometry.ts';
import { dotsPerMm, type Mm } from '#model/kernel/units.ts';
import type { DisplayItem, DisplayList } from '#model/page/display-list.ts';
import type { FontStore } from '../fonts/font-store.ts';
import type { Skia } from '../skia/load.ts';
import { cutTextMm } from './cut-text.ts';
import { paintDots } from './dots.ts';
import { GlyphPainter } from './glyphs.ts';
import { inkBelowMm } from './ink-below.ts';
import { inkBounds } from './ink-bounds.ts';
import { offPage, type OffPage } from './off-page.ts';
import { rectPath } from './path-data.ts';
import { paintPath } from './path.ts';
import { PatternPainter } from './pattern-painter.ts';
import { snapRect } from './snap.ts';

export interface PaintOptions {
  /** Pixels per millimeter of the label. */
  readonly pxPerMm: number;
  /**
   * The label's top left on the canvas, in pixels. A whole number on a print bitmap, negative in a band below the top.
   */
  readonly originXPx: number;
  readonly originYPx: number;
  /** True for the screen. False for a print bitmap: every pixel is black or white, and edges are on whole dots. */
  readonly antialias: boolean;
  readonly images: ImagePainter;
  /** Whether texts have their colors: only on color pages, so that the screen shows what prints in black. */
  readonly colors?: boolean;
  /** In mm of the label. Items outside it are skipped; pixels are not clipped. */
  readonly clip?: Rect;
}

/** Turns a display list into pixels: the same way for the view, the print bitmap and every export. */
export interface SkiaPainter {
  /**
   * Paints on top of the existing content; the canvas' own matrix must be the identity. The same list, scale, origin
   * and canvas size give the same pixels everywhere. Painted in bands, curves and diagonals may differ by single dots
   * from a painting in one piece, so equal prints need equal bands.
   */
  paint(canvas: Canvas, list: DisplayList, options: PaintOptions): void;
  /**
   * Paints one op of an item. `toPixels` maps its millimeters to pixels; `dots` ops are placed by the options and
   * `dpi`.
   */
  paintOp(canvas: Canvas, op: DisplayOp, toPixels: Affine, dpi: number, options: PaintOptions): void;
  /** The ink bounds of the item, in mm of the label, before edges are rounded to pixels. */
  inkBounds(item: DisplayItem, dpi: number): Rect;
  /** How far the item's text extends beyond the label, in mm; see `cut-text.ts`. */
  cutTextMm(item: DisplayItem, label: Rect, dpi: number): Mm;
  /** The item's part that is on the label but not on the page; see `off-page.ts`. */
  offPage(item: DisplayItem, label: Rect, page: Rect, dpi: number): OffPage;
  /** How far the item's ink extends below a height of the label; see `ink-below.ts`. */
  inkBelowMm(item: DisplayItem, yMm: Mm, dpi: number): Mm;
  dispose(): void;
}

type Inked = Pick<RectOp, 'ink' | 'color'>;

/** How far ink may extend beyond an element's bounds: overhanging glyphs, pens rounded up to a dot. */
const OVERHANG_MM = 1;

/** The painter caches one paint, and one font for each face and look; `dispose` deletes them. */
export function createSkiaPainter(skia: Skia, fonts: FontStore): SkiaPainter {
  const paint = new skia.Paint();
  const glyphs = new GlyphPainter(skia, fonts);
  const patterns = new PatternPainter(skia);

  function paintItem(canvas: Canvas, item: DisplayItem, list: DisplayList, options: PaintOptions): void {
    const label: Affine = {
      a: options.pxPerMm,
      b: 0,
      c: 0,
      d: options.pxPerMm,
      e: options.originXPx,
      f: options.originYPx,
    };
    const toPixels = multiply(label, item.transform);
    for (const op of item.ops) paintOp(canvas, op, toPixels, list.dpi, options);
  }

  function paintOp(canvas: Canvas, op: DisplayOp, toPixels: Affine, dpi: number, options: PaintOptions): void {
    switch (op.type) {
      case 'rect':
        setInk(op, options.antialias, options.colors);
        return paintRect(canvas, op, toPixels, options.antialias);
      case 'path':
        if (op.paint.style === 'fill' && op.paint.pattern !== undefined)
          return patterns.paint(canvas, op, op.paint.pattern, toPixels, dpi, options);
        setInk(op, options.antialias, options.colors);
        return paintPath(skia, canvas, op, toPixels, paint, options.antialias);
      case 'glyphs':
        setInk(op, options.antialias, options.colors);
        return glyphs.paint(canvas, op.run, toPixels, paint, options.antialias);
      case 'image':
        return options.images.drawImage(canvas, op, toPixels, options);
      case 'dots':
        return paintDotsOp(canvas, op, dpi, options);
      case 'group': {
        const inside = multiply(toPixels, op.transform);
        for (const inner of op.ops) paintOp(canvas, inner, inside, dpi, options);
        return;
      }
      default:
        return assertNever(op);
    }
  }

  function setInk({ ink, color }: Inked, antialias: boolean, colors = false): void {
    const black = colors && color !== undefined ? colorOf(color) : skia.BLACK;
    paint.setColor(ink === 'black' ? black : skia.WHITE);
    paint.setAntiAlias(antialias);
  }

  function colorOf(color: string): Float32Array {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    return skia.Color(red, green, blue);
  }

  function paintRect(canvas: Canvas, op: RectOp, toPixels: Affine, antialias: boolean): void {
    if (!keepsLevel(toPixels)) {
      const leastMm = antialias ? 0 : 1 / Math.hypot(toPixels.a, toPixels.b);
      return paintPath(skia, canvas, rectPath(op, leastMm), toPixels, paint, antialias);
    }
    const rect = applyToRect(toPixels, op.rect);
    drawRect(canvas, antialias ? rect : snapRect(rect), paint);
  }

  function paintDotsOp(canvas: Canvas, op: DotsOp, dpi: number, options: PaintOptions): void {
    const scale = options.pxPerMm / dotsPerMm(dpi);
    const exact = Math.abs(scale - 1) < 1e-9 && isWhole(options.originXPx) && isWhole(options.originYPx);
    setInk(op, !exact && options.antialias);
    paintDots(skia, canvas, op, paint, {
      scale: exact ? 1 : scale,
      originX: options.originXPx,
      originY: options.originYPx,
      exact: exact || !options.antialias,
    });
  }

  return {
    paint(canvas, list, options): void {
      const { clip } = options;
      for (const item of list.items) {
        if (clip === undefined || rectsOverlap(clip, grown(item.bounds))) paintItem(canvas, item, list, options);
      }
    },
    paintOp,
    inkBounds: (item, dpi) => inkBounds(item, dpi, (run) => glyphs.runBounds(run)),
    offPage: (item, label, page, dpi) => offPage(item, label, page, dpi, (run) => glyphs.runBounds(run)),
    inkBelowMm: (item, yMm, dpi) => inkBelowMm(item, yMm, dpi, (run) => glyphs.runBounds(run)),
    cutTextMm: (item, label, dpi) => cutTextMm(item, label, dpi, (run) => glyphs.runBounds(run)),
    dispose(): void {
      glyphs.dispose();
      patterns.dispose();
      paint.delete();
    },
  };
}

function drawRect(canvas: Canvas, rect: Rect, paint: Paint): void {
  canvas.drawRect4f(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height, paint);
}

function grown(bounds: Rect): Rect {
  return {
    x: bounds.x - OVERHANG_MM,
    y: bounds.y - OVERHANG_MM,
    width: bounds.width + 2 * OVERHANG_MM,
    height: bounds.height + 2 * OVERHANG_MM,
  };
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6;
}

interface ImagePaintContext {
  /** Pixels per millimeter of the label. */
  readonly pxPerMm: number;
  /** False on a print bitmap, where the image is made black and white at exactly these pixels. */
  readonly antialias: boolean;
}

/** Draws the images of a template. */
export interface ImagePainter {
  /** `toPixels` maps the op's millimeters to pixels of the canvas, whose own matrix is the identity. */
  drawImage(canvas: Canvas, op: ImageOp, toPixels: Affine, context: ImagePaintContext): void;
}
