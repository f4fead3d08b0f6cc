import { useMemo, type PointerEvent, type RefObject } from 'react';
import type { EditorPointer } from '#editor/editor.ts';
import type { RulerGuide } from '#model/template/ruler-guides.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { editorPointer, usePressedRef } from './canvas-press.ts';

export interface RulerHandlers {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(event: PointerEvent): void;
}

/**
 * Dragging out of a ruler creates a guide parallel to it: horizontal ones from the upper ruler, vertical ones from the left
 * one.
 */
export function useRulerDrag(area: RefObject<HTMLElement | null>): Readonly<Record<'x' | 'y', RulerHandlers>> {
  const { editor } = useEditorSession();
  const pressedRef = usePressedRef(editor);

  // Stable while mounted: rulers render again only when their content changes.
  return useMemo(() => {
    const pointer = (event: PointerEvent): EditorPointer => editorPointer(area, event);
    const isEnd = (event: PointerEvent): boolean => {
      if (pressedRef.current !== event.pointerId) return false;
      pressedRef.current = null;
      return true;
    };
    const handlers = (axis: RulerGuide['axis']): RulerHandlers => ({
      onPointerDown(event) {
        if (event.button !== 0 || pressedRef.current !== null) return;
        // Esc and the other keys of the canvas apply to this drag.
        event.preventDefault();
        area.current?.focus({ preventScroll: true });
        event.currentTarget.setPointerCapture(event.pointerId);
        pressedRef.current = event.pointerId;
        editor.guideDown(pointer(event), axis, null);
      },
      onPointerMove(event) {
        if (pressedRef.current === event.pointerId) editor.pointerMove(pointer(event));
      },
      onPointerUp(event) {
        if (isEnd(event)) editor.pointerUp(pointer(event));
      },
      onPointerCancel(event) {
        if (isEnd(event)) editor.pointerCancel();
      },
    });
    return { x: handlers('y'), y: handlers('x') };
  }, [editor, area, pressedRef]);
}
