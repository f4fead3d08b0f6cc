import type { Rotation } from '#model/kernel/geometry.ts';
import { mmToDots, type Dots } from '#model/kernel/units.ts';
import { fittingModule, symbolGeometry, type Sides, type SymbolGeometry } from '#model/symbology/geometry.ts';
import type { EncodedSymbol } from '#model/symbology/types.ts';
import type { DotRect, DotsOp } from './display-op.ts';
import type { ElementBase } from './element.ts';
import type { PlacedSymbol } from './layout.ts';

/** A content box in whole dots: where it starts on the label, and its size before rotation. */
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

/** Content dots to label dots, exact: mirror, then rotate, then move. */
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
  /** What must fit in at the sides of a linear symbol too. */
  readonly sides?: Sides;
  /** The most dots a module. */
  readonly mostDots?: number;
}

export interface LaidOutSymbol {
  readonly op: DotsOp;
  readonly placed: PlacedSymbol;
  readonly geometry: SymbolGeometry;
  /** In content dots. */
  readonly rect: DotRect;
  /** False when not even one dot a module fits: it is drawn with one, beyond its box. */
  readonly fits: boolean;
}

const NO_SIDES: Sides = { left: 0, right: 0 };

/** The symbol as large as fits into the room in whole dots a module. */
export function layoutSymbol(symbol: EncodedSymbol, box: DotBox, room: SymbolRoom): LaidOutSymbol {
  const sides = room.sides ?? NO_SIDES;
  const fitting = Math.min(fittingModule(symbol, box.widthDots, room.heightDots, sides), room.mostDots ?? Infinity);
  const geometry = symbolGeometry(symbol, Math.max(1, fitting), Math.max(1, room.heightDots));
  const [left, right] = [sides.left * geometry.dotsPerModule, sides.right * geometry.dotsPerModule];
  const free = box.widthDots - left - geometry.widthDots - right;
  const x = left + (room.align === 'left' ? 0 : room.align === 'right' ? free : Math.floor(free / 2));
  const y = room.topDots + (symbol.kind === 'matrix' ? Math.floor((room.heightDots - geometry.heightDots) / 2) : 0);
  const rect: DotRect = { x, y, width: geometry.widthDots, height: geometry.heightDots };
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

/** Rectangles of a symbol whose top left is at (x, y) of the content box, on the label. */
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
