import { grownRect, rectContains, type Point } from '#model/kernel/geometry.ts';
import type { Editor, EditorPointer } from '#editor/editor.ts';
import { selectionBox } from '#editor/footprint.ts';
import { chosenElements } from '#editor/selection.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';

/**
 * A gesture of two fingers on the canvas: moving them together pans, moving them apart zooms. Around the selection they
 * rotate it, if the gesture starts with a rotation.
 */
export interface TouchGesture {
  /** Returns true if two fingers are down: the action of the first one then has to be canceled. */
  down(id: number, at: Point): boolean;
  /** Returns true while the gesture lasts. */
  move(id: number, at: Point): boolean;
  up(id: number): void;
}

/** Thresholds that distinguish a rotation from a pan and a zoom: the first one exceeded decides. */
const TURN_DEGREES = 12;
const ZOOM_SHARE = 0.1;
const PAN_PX = 12;
/** Two fingers do not fit on a small element: they may touch this far around it. */
const REACH_PX = 48;
/** The editor gets the rotation as if a pointer held the frame's handle, this far from the middle. */
const ARM_PX = 100;

interface Span {
  readonly middle: Point;
  readonly distance: number;
  /** The angle of the line from the first finger to the second, in degrees clockwise. */
  readonly degrees: number;
}

export function createTouchGesture(editor: Editor): TouchGesture {
  const fingers = new Map<number, Point>();
  /** Stays true until all fingers are up: otherwise the last finger would start to drag an element. */
  let active = false;
  let mode: 'undecided' | 'view' | 'turn' | 'over' = 'view';
  let begun: Span | null = null;
  /** The center of the rotation, on the canvas. */
  let pivot: Point = { x: 0, y: 0 };

  /** The center of the selection, if the fingers are around it and it may be rotated. */
  function pivotUnder(span: Span): Point | null {
    const { template, selection, bounds, viewport, armed } = editor.state();
    const elements = chosenElements(template, selection);
    const box = selectionBox(elements, bounds);
    if (box === null || armed !== null || elements.some((e) => e.locked)) return null;
    const rect = labelRectToCanvas(viewport, box);
    if (!rectContains(grownRect(rect, REACH_PX), span.middle)) return null;
    return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
  }

  function hand(degrees: number): EditorPointer {
    const angle = (degrees * Math.PI) / 180;
    return {
      xPx: pivot.x + ARM_PX * Math.cos(angle),
      yPx: pivot.y + ARM_PX * Math.sin(angle),
      button: 'primary',
      shift: false,
      control: false,
      alt: false,
      space: false,
    };
  }

  function decide(from: Span, now: Span): void {
    if (Math.abs(angleBetween(from.degrees, now.degrees)) >= TURN_DEGREES) {
      mode = editor.pointerDown(hand(from.degrees), 'rotate').ok ? 'turn' : 'view';
    } else if (
      Math.abs(now.distance / Math.max(1, from.distance) - 1) >= ZOOM_SHARE ||
      Math.hypot(now.middle.x - from.middle.x, now.middle.y - from.middle.y) >= PAN_PX
    ) {
      mode = 'view';
    }
  }

  return {
    down(id, at) {
      fingers.set(id, at);
      if (fingers.size === 2) {
        active = true;
        begun = spanOf(fingers);
        const found = begun === null ? null : pivotUnder(begun);
        mode = found === null ? 'view' : 'undecided';
        pivot = found ?? pivot;
      }
      return active;
    },
    move(id, at) {
      if (!fingers.has(id)) return false;
      const before = spanOf(fingers);
      fingers.set(id, at);
      const after = spanOf(fingers);
      if (!active || before === null || after === null) return active;
      if (mode === 'undecided' && begun !== null) decide(begun, after);
      if (mode === 'turn') editor.pointerMove(hand(after.degrees));
      else if (mode === 'view') {
        editor.panBy(after.middle.x - before.middle.x, after.middle.y - before.middle.y);
        if (before.distance > 0) {
          editor.zoomAt(editor.state().viewport.zoom * (after.distance / before.distance), after.middle);
        }
      }
      return active;
    },
    up(id) {
      const last = spanOf(fingers);
      if (!fingers.delete(id)) return;
      if (mode === 'turn') {
        if (last !== null) editor.pointerUp(hand(last.degrees));
        // The remaining finger makes no gesture.
        mode = 'over';
      }
      if (fingers.size === 0) active = false;
    },
  };
}

/** The signed difference of two angles: -180 to 180. */
function angleBetween(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

function spanOf(fingers: ReadonlyMap<number, Point>): Span | null {
  const [a, b] = [...fingers.values()];
  if (a === undefined || b === undefined) return null;
  return {
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    distance: Math.hypot(a.x - b.x, a.y - b.y),
    degrees: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
  };
}
