import { applyToRect, multiply, type Affine, type Rotation } from '#model/kernel/geometry.ts';
import { dotsPerMm, mmToDots, type Dots } from '#model/kernel/units.ts';
import { fittingModule, symbolGeometry, type Sides, type SymbolGeometry } from '#model/symbology/geometry.ts';
import type { EncodedSymbol } from '#model/symbology/types.ts';
import type { DotRect, DotsOp } from './display-op.ts';
import { contentTransform } from './box.ts';
import type { ElementBase } from './element.ts';
import type { PlacedSymbol, TurnedSymbol } from './layout.ts';

/** A content box in whole dots: its top left corner on the label, and its size before rotation. */
export interface DotBox {
  readonly xDots: Dots;
  readonly yDots: Dots;
  readonly widthDots: Dots;
  readonly heightDots: Dots;
  readonly rotation: Rotation;
  readonly mirror: boolean;
  /**
   * From the box's dots to the label's, at a free angle: everything is laid out as if the box was upright at (0, 0), and
   * turned when it is painted.
   */
  readonly turn?: Affine;
}

export function dotBox(element: ElementBase, dpi: number): DotBox {
  if (element.turnDegrees !== undefined) return turnedBox(element, dpi);
  return {
    xDots: mmToDots(element.xMm, dpi),
    yDots: mmToDots(element.yMm, dpi),
    widthDots: mmToDots(element.widthMm, dpi),
    heightDots: mmToDots(element.heightMm, dpi),
    rotation: element.rotation,
    mirror: element.mirror,
  };
}

function turnedBox(element: ElementBase, dpi: number): DotBox {
  const { a, b, c, d, e, f } = contentTransform(element);
  const perMm = dotsPerMm(dpi);
  return {
    xDots: 0,
    yDots: 0,
    widthDots: mmToDots(element.widthMm, dpi),
    heightDots: mmToDots(element.heightMm, dpi),
    rotation: 0,
    mirror: false,
    turn: { a, b, c, d, e: e * perMm, f: f * perMm },
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
  /** Space that a linear symbol needs at its sides, in modules. */
  readonly sides?: Sides;
  /** The largest module width in dots. */
  readonly mostDots?: number;
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
 * Places the largest symbol, with whole dots per module, that fits into the room. Its size depends only on the box and
 * not on the box's place: near the label's edge it keeps its size, and the read-back reports what its quiet zone lacks.
 */
export function layoutSymbol(symbol: EncodedSymbol, box: DotBox, room: SymbolRoom): LaidOutSymbol {
  const { left: l, right: r } = room.sides ?? NO_SIDES;
  const fitting = Math.min(
    fittingModule(symbol, box.widthDots, room.heightDots, room.sides),
    room.mostDots ?? Infinity,
  );
  const geometry = symbolGeometry(symbol, Math.max(1, fitting), Math.max(1, room.heightDots));
  const [left, right] = [l * geometry.moduleDots, r * geometry.moduleDots];
  const free = box.widthDots - left - geometry.widthDots - right;
  const x = left + (room.align === 'left' ? 0 : room.align === 'right' ? free : Math.floor(free / 2));
  const y = room.topDots + (symbol.kind === 'matrix' ? Math.floor((room.heightDots - geometry.heightDots) / 2) : 0);
  const rect = { x, y, width: geometry.widthDots, height: geometry.heightDots };
  return {
    op: dotsOp(box, geometry.rects, x, y),
    placed: placedSymbol(symbol, box, rect, geometry.moduleDots),
    geometry,
    rect,
    fits: fitting > 0,
  };
}

/** The op of a symbol's rectangles; the symbol's top left corner is at (x, y) of the content box. */
export function dotsOp(box: DotBox, of: ArrayLike<number>, x: Dots, y: Dots): DotsOp {
  const op = { type: 'dots', rects: rectsOnLabel(box, of, x, y), ink: 'black' } as const;
  return box.turn === undefined ? op : { ...op, turn: box.turn };
}

function placedSymbol(symbol: EncodedSymbol, box: DotBox, rect: DotRect, moduleDots: number): PlacedSymbol {
  const { turn, rotation } = box;
  if (turn === undefined) return { symbol, bounds: dotsOnLabel(box, rect), rotation, mirrored: box.mirror, moduleDots };
  const toLabel = multiply(turn, { a: 1, b: 0, c: 0, d: 1, e: rect.x, f: rect.y });
  const turned = { widthDots: rect.width, heightDots: rect.height, toLabel };
  const mirrored = turn.a * turn.d - turn.b * turn.c < 0;
  return { symbol, bounds: boundsOfTurned(turned), turned, rotation, mirrored, moduleDots };
}

/** The whole dots around a turned symbol, with margins in its own dots. */
export function boundsOfTurned(
  { widthDots, heightDots, toLabel }: TurnedSymbol,
  { left, right, top, bottom }: SymbolMargins = NO_MARGINS,
): DotRect {
  const width = left + widthDots + right;
  const height = top + heightDots + bottom;
  const around = applyToRect(toLabel, { x: -left, y: -top, width, height });
  const [x, y] = [Math.floor(around.x), Math.floor(around.y)];
  return { x, y, width: Math.ceil(around.x + around.width) - x, height: Math.ceil(around.y + around.height) - y };
}

/** Distances from the edges of an upright symbol. */
interface SymbolMargins {
  readonly left: Dots;
  readonly right: Dots;
  readonly top: Dots;
  readonly bottom: Dots;
}
const NO_MARGINS: SymbolMargins = { left: 0, right: 0, top: 0, bottom: 0 };

/** Converts a symbol's rectangles to label dots; the symbol's top left corner is at (x, y) of the content box. */
function rectsOnLabel(box: DotBox, of: ArrayLike<number>, x: Dots, y: Dots): Int32Array {
  const rects = new Int32Array(of.length);
  if (box.rotation === 0 && !box.mirror) {
    const [left, top] = [box.xDots + x, box.yDots + y];
    for (let i = 0; i < rects.length; i += 4) {
      rects[i] = left + (of[i] ?? 0);
      rects[i + 1] = top + (of[i + 1] ?? 0);
      rects[i + 2] = of[i + 2] ?? 0;
      rects[i + 3] = of[i + 3] ?? 0;
    }
    return rects;
  }
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
