import { useRef, type RefObject } from 'react';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { EditorPointer } from '#editor/editor.ts';
import { pointedOnCanvas } from '../session/highlighted-element.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { editorPointer, placeOn, usePressedRef } from './canvas-press.ts';
import { guideAt } from './RulerGuides.tsx';
import { handleOf } from './SelectionFrame.tsx';
import { createTouchGesture } from './touch-gesture.ts';
import { isSpaceHeld } from '../keys/space-key.ts';

export interface CanvasPointerHandlers {
  onPointerDown(event: React.PointerEvent): void;
  onPointerMove(event: React.PointerEvent): void;
  onPointerUp(event: React.PointerEvent): void;
  onPointerCancel(event: React.PointerEvent): void;
  onPointerLeave(): void;
}

/** Passes presses and moves of the pointer to the editor; two fingers pan, zoom and rotate. */
export function useCanvasPointer(
  area: RefObject<HTMLElement | null>,
  onProblem: (problem: Problem) => void,
): CanvasPointerHandlers {
  const { editor } = useEditorSession();
  const pressedRef = usePressedRef(editor);
  const touch = useRef(createTouchGesture(editor));

  const place = (event: React.PointerEvent): { x: number; y: number } => placeOn(area, event);
  const pointer = (event: React.PointerEvent): EditorPointer => editorPointer(area, event);

  /** The cursor shows that something can be moved here, without React. */
  function hover(id: ElementId | null): void {
    if (id === pointedOnCanvas.get()) return;
    pointedOnCanvas.set(id);
    area.current?.toggleAttribute('data-over', id !== null);
  }

  return {
    onPointerDown(event) {
      if (event.button > 2) return;
      const badged = event.button === 0 && !isSpaceHeld() ? badgedElement(event.target) : undefined;
      if (badged !== undefined) {
        area.current?.focus({ preventScroll: true });
        editor.select([badged]);
        return;
      }
      if (document.activeElement instanceof HTMLElement && document.activeElement !== area.current) {
        document.activeElement.blur();
      }
      area.current?.focus({ preventScroll: true });
      area.current?.setPointerCapture(event.pointerId);
      if (event.pointerType === 'touch' && touch.current.down(event.pointerId, place(event))) {
        pressedRef.current = null;
        editor.pointerCancel();
        return;
      }
      if (event.button === 1) event.preventDefault();
      pressedRef.current = event.pointerId;
      const guide = event.button === 0 && !isSpaceHeld() ? guideAt(event.target) : null;
      if (guide !== null) {
        editor.guideDown(pointer(event), guide.axis, guide.index);
        return;
      }
      const result = editor.pointerDown(pointer(event), handleOf(event.target));
      if (!result.ok) onProblem(result.error);
    },
    onPointerMove(event) {
      if (event.pointerType === 'touch' && touch.current.move(event.pointerId, place(event))) return;
      const at = pointer(event);
      if (pressedRef.current === event.pointerId) {
        const result = editor.pointerMove(at);
        if (!result.ok) onProblem(result.error);
      } else if (pressedRef.current === null)
        hover(editor.state().armed === null ? editor.elementAt(at.xPx, at.yPx) : null);
    },
    onPointerUp(event) {
      touch.current.up(event.pointerId);
      if (pressedRef.current !== event.pointerId) return;
      pressedRef.current = null;
      editor.pointerUp(pointer(event));
    },
    onPointerCancel(event) {
      touch.current.up(event.pointerId);
      if (pressedRef.current !== event.pointerId) return;
      pressedRef.current = null;
      editor.pointerCancel();
    },
    onPointerLeave() {
      hover(null);
    },
  };
}

/**
 * The element of the pressed badge; undefined if the press was not on a badge. Badges carry their element's id as
 * `data-leads-to`.
 */
function badgedElement(target: EventTarget | null): ElementId | undefined {
  const badge = target instanceof Element ? target.closest('[data-leads-to]') : null;
  return (badge?.getAttribute('data-leads-to') ?? undefined) as ElementId | undefined;
}
