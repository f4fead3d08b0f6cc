import type { DisplayOp, DotsOp } from '#model/elements/base/display-op.ts';
import type { DisplayItem, DisplayList } from '#model/page/display-list.ts';

/** A part of a display list: what the painter draws, or a symbol's dots. */
export type PaintStep =
  | { readonly type: 'list'; readonly list: DisplayList }
  | { readonly type: 'dots'; readonly op: DotsOp };

/** The list cut at each `dots` op, in painting order. */
export function splitAtDots(list: DisplayList): readonly PaintStep[] {
  const steps: PaintStep[] = [];
  let items: DisplayItem[] = [];
  const flushItems = (): void => {
    if (items.length > 0) steps.push({ type: 'list', list: { ...list, items } });
    items = [];
  };
  for (const item of list.items) {
    if (!item.ops.some((op) => op.type === 'dots')) {
      items.push(item);
      continue;
    }
    let ops: DisplayOp[] = [];
    for (const op of item.ops) {
      if (op.type !== 'dots') {
        ops.push(op);
        continue;
      }
      if (ops.length > 0) items.push({ ...item, ops });
      ops = [];
      flushItems();
      steps.push({ type: 'dots', op });
    }
    if (ops.length > 0) items.push({ ...item, ops });
  }
  flushItems();
  return steps;
}

/** From this width on the built-in fill is faster than a loop. */
const FILL_FROM = 48;

/**
 * Puts a symbol's rectangles into grey rows whose first is the label's row `top`. A call into Skia for each of a
 * QR code's hundreds of runs would cost more than all else on the label.
 */
export function putDots(op: DotsOp, pixels: Uint8Array, width: number, rows: number, top: number): void {
  const value = op.ink === 'black' ? 0 : 255;
  const { rects } = op;
  for (let i = 0; i + 3 < rects.length; i += 4) {
    const left = rects[i] as number;
    const above = (rects[i + 1] as number) - top;
    const fromX = Math.max(0, left);
    const toX = Math.min(width, left + (rects[i + 2] as number));
    const fromY = Math.max(0, above);
    const toY = Math.min(rows, above + (rects[i + 3] as number));
    if (fromX >= toX) continue;
    for (let y = fromY; y < toY; y++) {
      const row = y * width;
      if (toX - fromX >= FILL_FROM) pixels.fill(value, row + fromX, row + toX);
      else for (let x = row + fromX; x < row + toX; x++) pixels[x] = value;
    }
  }
}
