import { multiply, type Affine, type Rotation } from '#model/kernel/geometry.ts';
import { mmToDots, type Dots, type Mm } from '#model/kernel/units.ts';
import { mirroredOnCanvas, mirrorOfCanvas } from '#model/elements/base/canvas-mirror.ts';
import type { DisplayOp, DotRect } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import type { DisplayItem } from './display-list.ts';

/**
 * The copy of an item, mirrored about the vertical center line of a label of this width. `dots` ops of symbols, which
 * are in whole dots already, are mirrored about the middle of the label's dots.
 */
export function mirroredItem(item: DisplayItem, labelWidthMm: Mm, dpi: number): DisplayItem {
  const widthDots = mmToDots(labelWidthMm, dpi);
  return {
    elementId: item.elementId,
    transform: multiply(mirrorOfCanvas(labelWidthMm), item.transform),
    ops: item.ops.map((op) => mirroredOp(op, widthDots)),
    bounds: mirroredOnCanvas(item.bounds, labelWidthMm),
    copy: true,
  };
}

/**
 * The symbol of a mirrored copy. It can't be read and is left out of the read-back, unless its original was mirrored:
 * then the copy can be read.
 */
export function mirroredSymbol<S extends PlacedSymbol>(placed: S, labelWidthMm: Mm, dpi: number): S {
  return {
    ...placed,
    bounds: mirroredDots(placed.bounds, mmToDots(labelWidthMm, dpi)),
    rotation: ((360 - placed.rotation) % 360) as Rotation,
    mirrored: !placed.mirrored,
    ...(placed.turned === undefined
      ? {}
      : { turned: { ...placed.turned, toLabel: mirroredTurn(placed.turned.toLabel, mmToDots(labelWidthMm, dpi)) } }),
  };
}

function mirroredTurn(turn: Affine, widthDots: Dots): Affine {
  return multiply({ a: -1, b: 0, c: 0, d: 1, e: widthDots, f: 0 }, turn);
}

function mirroredOp(op: DisplayOp, widthDots: Dots): DisplayOp {
  if (op.type !== 'dots') return op;
  if (op.turn !== undefined) return { ...op, turn: mirroredTurn(op.turn, widthDots) };
  const rects = op.rects.slice();
  for (let i = 0; i < rects.length; i += 4) rects[i] = widthDots - (rects[i] ?? 0) - (rects[i + 2] ?? 0);
  return { ...op, rects };
}

function mirroredDots(rect: DotRect, widthDots: Dots): DotRect {
  return { ...rect, x: widthDots - rect.x - rect.width };
}
