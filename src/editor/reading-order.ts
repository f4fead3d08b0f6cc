import type { ElementId } from '#model/kernel/ids.ts';
import { unionRects, type Rect } from '#model/kernel/geometry.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { visibleBounds } from './footprint.ts';
import { groupsAround } from './groups.ts';

/** A unit of reading: an element, or a group with its content. */
interface Piece {
  readonly elements: readonly LabelElement[];
  readonly box: Rect;
}

/**
 * The elements in reading order: line by line from the top, each line from the left. Groups stay together. An element
 * that covers others, such as a frame, comes first if it starts higher up.
 */
export function readingOrder(
  elements: readonly LabelElement[],
  bounds: ReadonlyMap<ElementId, Rect>,
): readonly LabelElement[] {
  return orderedAt(elements, bounds, 0);
}

function orderedAt(
  elements: readonly LabelElement[],
  bounds: ReadonlyMap<ElementId, Rect>,
  depth: number,
): readonly LabelElement[] {
  const members = new Map<string, LabelElement[]>();
  for (const element of elements) {
    // Paths start with a letter or digit; the mark distinguishes single elements from groups.
    const group = element.group === undefined ? undefined : groupsAround(element.group)[depth];
    const key = group ?? `:${element.id}`;
    const known = members.get(key);
    if (known === undefined) members.set(key, [element]);
    else known.push(element);
  }
  const pieces = [...members.values()].map((those): Piece => {
    const [first, more] = those;
    const isGroup = more !== undefined && first?.group !== undefined;
    const box = unionRects(those.map((e) => visibleBounds(e, bounds))) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { elements: isGroup ? orderedAt(those, bounds, depth + 1) : those, box };
  });
  return inLines(pieces).flatMap((piece) => piece.elements);
}

/**
 * Sorts into lines: a piece is in the line of its first piece if it begins above the middle of the lower one of the
 * two.
 */
function inLines(pieces: readonly Piece[]): readonly Piece[] {
  const lines: Piece[][] = [];
  for (const piece of pieces.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)) {
    const line = lines.at(-1);
    const first = line?.[0];
    const isInLine =
      first !== undefined && piece.box.y < first.box.y + Math.min(first.box.height, piece.box.height) / 2;
    if (line !== undefined && isInLine) line.push(piece);
    else lines.push([piece]);
  }
  return lines.flatMap((line) => line.toSorted((a, b) => a.box.x - b.box.x));
}
