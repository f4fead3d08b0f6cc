import { unionRects, type Rect, type Rotation, type Size } from '#model/kernel/geometry.ts';
import { roundMm } from '#model/kernel/units.ts';

/** A part of a page that becomes a separate label. */
export interface PageBox {
  /** Unique on its page. */
  readonly id: number;
  /** In millimeters of the page as shown. */
  readonly rect: Rect;
  /** The rotation of its content on the label. */
  readonly turn: Rotation;
}

/** Which edges a handle moves: -1 for left or top, 1 for right or bottom, 0 for neither. */
export interface Handle {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

export const HANDLES: readonly Handle[] = ([-1, 0, 1] as const)
  .flatMap((y) => ([-1, 0, 1] as const).map((x) => ({ x, y })))
  .filter(({ x, y }) => x !== 0 || y !== 0);

/** The smallest box that can be dragged. */
export const MIN_BOX_MM = 3;

export function movedRect(rect: Rect, by: { readonly x: number; readonly y: number }, page: Size): Rect {
  return {
    ...rect,
    x: roundMm(clamp(rect.x + by.x, 0, page.width - rect.width)),
    y: roundMm(clamp(rect.y + by.y, 0, page.height - rect.height)),
  };
}

/** Moves the edges of a handle; they stop at the page's edges and at the smallest size. */
export function resizedRect(
  rect: Rect,
  handle: Handle,
  by: { readonly x: number; readonly y: number },
  page: Size,
): Rect {
  const [x, width] = resizedSpan(rect.x, rect.width, handle.x, by.x, page.width);
  const [y, height] = resizedSpan(rect.y, rect.height, handle.y, by.y, page.height);
  return { x, y, width, height };
}

function resizedSpan(start: number, length: number, edge: -1 | 0 | 1, by: number, room: number): [number, number] {
  const end = start + length;
  if (edge === 0 || by === 0) return [start, length];
  if (edge < 0) {
    const moved = roundMm(clamp(start + by, 0, Math.max(0, end - MIN_BOX_MM)));
    return [moved, roundMm(end - moved)];
  }
  return [start, roundMm(clamp(end + by, Math.min(room, start + MIN_BOX_MM), room) - start)];
}

/** The rectangle between two corners, limited to the page and to the smallest size. */
export function drawnRect(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  page: Size,
): Rect {
  const [x, width] = drawnSpan(from.x, to.x, page.width);
  const [y, height] = drawnSpan(from.y, to.y, page.height);
  return { x, y, width, height };
}

function drawnSpan(from: number, to: number, room: number): [number, number] {
  const start = clamp(Math.min(from, to), 0, Math.max(0, room - MIN_BOX_MM));
  const end = clamp(Math.max(from, to), Math.min(room, start + MIN_BOX_MM), room);
  return [roundMm(start), roundMm(end - start)];
}

/** Moves a typed rectangle that extends beyond the page back onto it. */
export function rectOnPage(rect: Rect, page: Size): Rect {
  const width = clamp(rect.width, Math.min(MIN_BOX_MM, page.width), page.width);
  const height = clamp(rect.height, Math.min(MIN_BOX_MM, page.height), page.height);
  return movedRect({ x: rect.x, y: rect.y, width, height }, { x: 0, y: 0 }, page);
}

/** Adds a box after the others. */
export function withBox(boxes: readonly PageBox[], rect: Rect, turn: Rotation = 0): readonly PageBox[] {
  return [...boxes, { id: nextId(boxes), rect, turn }];
}

export function withRect(boxes: readonly PageBox[], id: number, rect: Rect): readonly PageBox[] {
  return boxes.map((box) => (box.id === id ? { ...box, rect } : box));
}

export function withTurn(boxes: readonly PageBox[], id: number, turn: Rotation): readonly PageBox[] {
  return boxes.map((box) => (box.id === id ? { ...box, turn } : box));
}

export function withoutBoxes(boxes: readonly PageBox[], ids: ReadonlySet<number>): readonly PageBox[] {
  return boxes.filter(({ id }) => !ids.has(id));
}

/** Merges the boxes into one around all of them, at the place and with the rotation of the first. */
export function mergedBoxes(boxes: readonly PageBox[], ids: ReadonlySet<number>): readonly PageBox[] {
  const chosen = boxes.filter(({ id }) => ids.has(id));
  const rect = unionRects(chosen.map((box) => box.rect));
  const first = chosen[0];
  if (rect === null || first === undefined || chosen.length < 2) return boxes;
  return boxes.flatMap((box) => (box === first ? [{ ...box, rect }] : ids.has(box.id) ? [] : [box]));
}

/** A cut of a box in two: from left to right at `x`, or from top to bottom at `y`. */
export type Cut = { readonly axis: 'x'; readonly at: number } | { readonly axis: 'y'; readonly at: number };

/** Cuts a box in two; the second part follows the first. No change if a part would be too small. */
export function splitBox(boxes: readonly PageBox[], id: number, { axis, at }: Cut): readonly PageBox[] {
  return boxes.flatMap((box) => {
    if (box.id !== id) return [box];
    const { rect } = box;
    const side = axis === 'x' ? 'width' : 'height';
    const first = roundMm(at - rect[axis]);
    const second = roundMm(rect[side] - first);
    if (first < MIN_BOX_MM || second < MIN_BOX_MM) return [box];
    return [
      { ...box, rect: { ...rect, [side]: first } },
      { ...box, id: nextId(boxes), rect: { ...rect, [axis]: roundMm(at), [side]: second } },
    ];
  });
}

/** The middle of a box, across its longer side: for a split by key. */
export function middleCut({ x, y, width, height }: Rect): Cut {
  return width >= height ? { axis: 'x', at: x + width / 2 } : { axis: 'y', at: y + height / 2 };
}

/** Moves a box one place forward or back in the order of labels. */
export function reorderedBoxes(boxes: readonly PageBox[], id: number, step: -1 | 1): readonly PageBox[] {
  const from = boxes.findIndex((box) => box.id === id);
  const box = boxes[from];
  const other = boxes[from + step];
  if (box === undefined || other === undefined) return boxes;
  return boxes.map((one) => (one === box ? other : one === other ? box : one));
}

/**
 * The smallest box that covers a point, so that a nested one can be selected.
 * Null for none.
 */
export function boxAt(boxes: readonly PageBox[], at: { readonly x: number; readonly y: number }): PageBox | null {
  const under = boxes.filter(
    ({ rect }) => at.x >= rect.x && at.x <= rect.x + rect.width && at.y >= rect.y && at.y <= rect.y + rect.height,
  );
  return under.toSorted((a, b) => a.rect.width * a.rect.height - b.rect.width * b.rect.height)[0] ?? null;
}

/** Adds ids to the rectangles of a splitter or of a preset. */
export function boxesOf(parts: readonly Omit<PageBox, 'id'>[]): readonly PageBox[] {
  return parts.map(({ rect, turn }, i) => ({ id: i + 1, rect: rounded(rect), turn }));
}

/** Clips the boxes to a page of another size, and removes empty ones. */
export function boxesOnPage(boxes: readonly PageBox[], page: Size): readonly PageBox[] {
  return boxes
    .filter(({ rect }) => page.width - rect.x >= MIN_BOX_MM && page.height - rect.y >= MIN_BOX_MM)
    .map((box) => ({
      ...box,
      rect: {
        ...box.rect,
        width: Math.min(box.rect.width, roundMm(page.width - box.rect.x)),
        height: Math.min(box.rect.height, roundMm(page.height - box.rect.y)),
      },
    }));
}

function rounded({ x, y, width, height }: Rect): Rect {
  return { x: roundMm(x), y: roundMm(y), width: roundMm(width), height: roundMm(height) };
}

function nextId(boxes: readonly PageBox[]): number {
  return Math.max(0, ...boxes.map(({ id }) => id)) + 1;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(least, most), Math.max(least, value));
}
