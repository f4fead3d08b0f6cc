import type { Point } from '#model/kernel/geometry.ts';
import type { Editor } from '#editor/editor.ts';

/** Two fingers on the canvas: their middle pans, their distance zooms. */
export interface TouchGesture {
  /** True when this finger makes it two: the editor's own gesture is then over. */
  down(id: number, at: Point): boolean;
  /** True while two fingers are down. */
  move(id: number, at: Point): boolean;
  up(id: number): void;
}

export function createTouchGesture(editor: Editor): TouchGesture {
  const fingers = new Map<number, Point>();
  /** Until all fingers are up, the one that is left does not start to drag. */
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
