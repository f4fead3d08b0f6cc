import type { Point } from '#model/kernel/geometry.ts';
import type { Editor } from '#editor/editor.ts';

/** A gesture of two fingers on the canvas: moving them together pans, moving them apart zooms. */
export interface TouchGesture {
  /** Returns true when two fingers are down: what the editor did with the first one has to be cancelled. */
  down(id: number, at: Point): boolean;
  /** Returns true while the gesture lasts. */
  move(id: number, at: Point): boolean;
  up(id: number): void;
}

export function createTouchGesture(editor: Editor): TouchGesture {
  const fingers = new Map<number, Point>();
  /** Stays true until all fingers are up: otherwise the last finger would begin to drag an element. */
  let active = false;
  return {
    down(id, at) {
      fingers.set(id, at);
      if (fingers.size === 2) active = true;
      return active;
    },
    move(id, at) {
      if (!fingers.has(id)) return false;
      const before = span(fingers);
      fingers.set(id, at);
      const after = span(fingers);
      if (active && before !== null && after !== null) {
        editor.panBy(after.middle.x - before.middle.x, after.middle.y - before.middle.y);
        if (before.distance > 0) {
          editor.zoomAt(editor.state().viewport.zoom * (after.distance / before.distance), after.middle);
        }
      }
      return active;
    },
    up(id) {
      fingers.delete(id);
      if (fingers.size === 0) active = false;
    },
  };
}

function span(fingers: ReadonlyMap<number, Point>): { middle: Point; distance: number } | null {
  const [a, b] = [...fingers.values()];
  if (a === undefined || b === undefined) return null;
  return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, distance: Math.hypot(a.x - b.x, a.y - b.y) };
}
