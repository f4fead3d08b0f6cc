import { multiply, type Affine, type Rect } from '#model/kernel/geometry.ts';
import { mmToDots, type Dots, type Mm } from '#model/kernel/units.ts';
import type { DotRect, DisplayOp } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import type { DisplayItem } from './display-list.ts';

/**
 * The correction of a printer's size and position: its pages are scaled up if it prints short, and moved if it prints
 * next to the paper's corner.
 */
export interface Calibration {
  /** Scale across and along the page: above 1 for a printer that prints short. */
  readonly acrossScale: number;
  readonly alongScale: number;
  /** Offset to the right and down. Each page is moved by the nearest whole dots. */
  readonly rightMm: Mm;
  readonly downMm: Mm;
}

export type Scale = Pick<Calibration, 'acrossScale' | 'alongScale'>;

/** The largest correction: a printer with a larger error needs repair, or was measured wrong. */
export const MAX_SCALE_CHANGE = 0.05;
export const MAX_MOVE_MM = 50;

export const NO_CALIBRATION: Calibration = { acrossScale: 1, alongScale: 1, rightMm: 0, downMm: 0 };

export function scalesNothing({ acrossScale, alongScale }: Scale): boolean {
  return acrossScale === 1 && alongScale === 1;
}

export function changesNothing(calibration: Calibration): boolean {
  return scalesNothing(calibration) && calibration.rightMm === 0 && calibration.downMm === 0;
}

/** By how many dots each page is moved. */
export function moveInDots(
  { rightMm, downMm }: Calibration,
  dpi: number,
): { readonly rightDots: Dots; readonly downDots: Dots } {
  return { rightDots: mmToDots(rightMm, dpi), downDots: mmToDots(downMm, dpi) };
}

export function scaledRect({ x, y, width, height }: Rect, { acrossScale, alongScale }: Scale): Rect {
  return { x: x * acrossScale, y: y * alongScale, width: width * acrossScale, height: height * alongScale };
}

/**
 * The painted items and the read-back of one element, scaled. Text, shapes and images take their new place and size.
 * Symbols keep every dot, so that no module is wider than another: each is moved as a whole, until its middle is within
 * half a dot of its new place.
 */
export function scaledPainted<S extends PlacedSymbol>(
  painted: { readonly item: DisplayItem; readonly symbols: readonly S[] },
  scale: Scale,
): { readonly item: DisplayItem; readonly symbols: readonly S[] } {
  const { item, symbols } = painted;
  const stretch: Affine = { a: scale.acrossScale, b: 0, c: 0, d: scale.alongScale, e: 0, f: 0 };
  const [first] = symbols;
  const move = first === undefined ? { x: 0, y: 0 } : moveOf(first.bounds, scale);
  return {
    item: {
      ...item,
      transform: multiply(stretch, item.transform),
      ops: item.ops.map((op) => movedDots(op, move)),
      bounds: scaledRect(item.bounds, scale),
    },
    symbols: symbols.map((symbol) => ({
      ...symbol,
      bounds: movedBy(symbol.bounds, move),
      ...(symbol.turned === undefined
        ? {}
        : { turned: { ...symbol.turned, toLabel: movedTurn(symbol.turned.toLabel, move) } }),
    })),
  };
}

interface Move {
  readonly x: Dots;
  readonly y: Dots;
}

function moveOf({ x, y, width, height }: DotRect, { acrossScale, alongScale }: Scale): Move {
  return {
    x: Math.round((x + width / 2) * (acrossScale - 1)),
    y: Math.round((y + height / 2) * (alongScale - 1)),
  };
}

function movedBy(rect: DotRect, { x, y }: Move): DotRect {
  return { ...rect, x: rect.x + x, y: rect.y + y };
}

function movedTurn(turn: Affine, { x, y }: Move): Affine {
  return { ...turn, e: turn.e + x, f: turn.f + y };
}

function movedDots(op: DisplayOp, { x, y }: Move): DisplayOp {
  if (op.type !== 'dots') return op;
  if (op.turn !== undefined) return { ...op, turn: movedTurn(op.turn, { x, y }) };
  return { ...op, rects: op.rects.map((value, i) => (i % 4 === 0 ? value + x : i % 4 === 1 ? value + y : value)) };
}
