import type { Rotation } from '#model/kernel/geometry.ts';
import { mmToDots, type Dots } from '#model/kernel/units.ts';
import { fittingModule, symbolGeometry, type Sides, type SymbolGeometry } from '#model/symbology/geometry.ts';
import type { EncodedSymbol } from '#model/symbology/types.ts';
import type { DotRect, DotsOp } from './display-op.ts';
import type { ElementBase } from './element.ts';
import type { LayoutContext, PlacedSymbol } from './layout.ts';

/** A content box in whole dots: its top left corner on the label, and its size before rotation. */
export interface DotBox {
  readonly xDots: Dots;
  readonly yDots: Dots;
  readonly widthDots: Dots;
  readonly heightDots: Dots;
  readonly rotation: Rotation;
  readonly mirror: boolean;
}

export function dotBox(element: ElementBase, dpi: number): DotBox {
  return {
    xDots: mmToDots(element.xMm, dpi),
    yDots: mmToDots(element.yMm, dpi),
    widthDots: mmToDots(element.widthMm, dpi),
    heightDots: mmToDots(element.heightMm, dpi),
    rotation: element.rotation,
    mirror: element.mirror,
  };
}

/** Converts content dots to label dots exactly: mirrors, then rotates, then moves. */
export function dotsOnLabel(box: DotBox, r: DotRect): DotRect {
  const x = box.mirror ? box.widthDots - r.x - r.width : r.x;
  const { xDots, yDots, widthDots: w, heightDots: h } = box;
  switch (box.rotation) {
    case 0:
      return { x: xDots + x, y: yDots + r.y, width: r.width, height: r.height };
    case 90:
      return { x: xDots + h - r.y - r.height, y: yDots + x, width: r.height, height: r.width };
    case 180:
      return { x: xDots + w - x - r.width, y: yDots + h - r.y - r.height, width: r.width, height: r.height };
    case 270:
      return { x: xDots + r.y, y: yDots + w - x - r.width, width: r.height, height: r.width };
  }
}

/** The part of the content box, in content dots, that a symbol may fill. */
export interface SymbolRoom {
  readonly topDots: Dots;
  readonly heightDots: Dots;
  readonly align: 'left' | 'center' | 'right';
  /** Room that a linear symbol needs at its sides, in modules. */
  readonly sides?: Sides;
  /** The most dots that a module may be wide. */
  readonly mostDots?: number;
  /** The label's size in dots, on which the quiet zone must find room. */
  readonly label: { readonly width: Dots; readonly height: Dots };
  /**
   * The usual number of dots per module: a symbol is not made smaller than this to keep its quiet zone on the label.
   */
  readonly nominalDots: number;
}

/** GS1 General Specifications, 5.2.3.1: the X-dimension of an EAN or UPC symbol at 100 %. */
const NOMINAL_MODULE_MM = 0.33;

/** The parts of a room that depend on the label alone. */
export function labelRoom({ label, dpi }: LayoutContext): Pick<SymbolRoom, 'label' | 'nominalDots'> {
  return {
    label: { width: mmToDots(label.widthMm, dpi), height: mmToDots(label.heightMm, dpi) },
    nominalDots: Math.max(1, mmToDots(NOMINAL_MODULE_MM, dpi)),
  };
}

export interface LaidOutSymbol {
  readonly op: DotsOp;
  readonly placed: PlacedSymbol;
  readonly geometry: SymbolGeometry;
  /** The symbol's rectangle in content dots. */
  readonly rect: DotRect;
  /** False when not even one dot per module fits: the symbol is then drawn with one dot and exceeds its box. */
  readonly fits: boolean;
}

const NO_SIDES: Sides = { left: 0, right: 0 };

/**
 * Places the largest symbol, with whole dots per module, that fits into the room and keeps its quiet zone on the label.
 * If that would need modules smaller than usual, the quiet zone is ignored.
 */
export function layoutSymbol(symbol: EncodedSymbol, box: DotBox, room: SymbolRoom): LaidOutSymbol {
  const sides = room.sides ?? NO_SIDES;
  const fitting = Math.min(fittingModule(symbol, box.widthDots, room.heightDots, sides), room.mostDots ?? Infinity);
  const { geometry, rect } = placeSymbol(symbol, box, room, moduleWithQuietZone(symbol, box, room, fitting));
  const { x, y } = rect;
  return {
    op: { type: 'dots', rects: rectsOnLabel(box, geometry.rects, x, y), ink: 'black' },
    placed: {
      symbol,
      bounds: dotsOnLabel(box, rect),
      rotation: box.rotation,
      mirrored: box.mirror,
      dotsPerModule: geometry.dotsPerModule,
    },
    geometry,
    rect,
    fits: fitting > 0,
  };
}

/** The symbol at its place in the content box, with the given number of dots per module. */
function placeSymbol(
  symbol: EncodedSymbol,
  box: DotBox,
  room: SymbolRoom,
  dotsPerModule: number,
): { readonly geometry: SymbolGeometry; readonly rect: DotRect } {
  const { left: l, right: r } = room.sides ?? NO_SIDES;
  const geometry = symbolGeometry(symbol, Math.max(1, dotsPerModule), Math.max(1, room.heightDots));
  const [left, right] = [l * geometry.dotsPerModule, r * geometry.dotsPerModule];
  const free = box.widthDots - left - geometry.widthDots - right;
  const x = left + (room.align === 'left' ? 0 : room.align === 'right' ? free : Math.floor(free / 2));
  const y = room.topDots + (symbol.kind === 'matrix' ? Math.floor((room.heightDots - geometry.heightDots) / 2) : 0);
  return { geometry, rect: { x, y, width: geometry.widthDots, height: geometry.heightDots } };
}

/** The most dots per module that keep the quiet zone on the label; `fitting` when no usual size does. */
function moduleWithQuietZone(symbol: EncodedSymbol, box: DotBox, room: SymbolRoom, fitting: number): number {
  // A postal code has the one size that its post wants.
  if (symbol.kind === 'linear' && symbol.fixedMm !== undefined) return fitting;
  for (let dots = fitting; dots >= room.nominalDots; dots--) {
    const { rect } = placeSymbol(symbol, box, room, dots);
    const around = dotsOnLabel(box, withQuietZone(symbol, rect, dots));
    if (around.x < 0 || around.y < 0) continue;
    if (around.x + around.width <= room.label.width && around.y + around.height <= room.label.height) return dots;
  }
  return fitting;
}

function withQuietZone(symbol: EncodedSymbol, { x, y, width, height }: DotRect, dotsPerModule: number): DotRect {
  if (symbol.kind === 'matrix') {
    const by = symbol.quietModules * dotsPerModule;
    return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
  }
  const left = symbol.quietModules.left * dotsPerModule;
  return { x: x - left, y, width: left + width + symbol.quietModules.right * dotsPerModule, height };
}

/** Converts a symbol's rectangles to label dots; the symbol's top left corner is at (x, y) of the content box. */
export function rectsOnLabel(box: DotBox, of: ArrayLike<number>, x: Dots, y: Dots): Int32Array {
  const rects = new Int32Array(of.length);
  for (let i = 0; i < rects.length; i += 4) {
    const on = dotsOnLabel(box, {
      x: x + (of[i] ?? 0),
      y: y + (of[i + 1] ?? 0),
      width: of[i + 2] ?? 0,
      height: of[i + 3] ?? 0,
    });
    rects[i] = on.x;
    rects[i + 1] = on.y;
    rects[i + 2] = on.width;
    rects[i + 3] = on.height;
  }
  return rects;
}
