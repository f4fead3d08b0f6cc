import { useEffect, useMemo, useRef, type PointerEvent, type RefObject } from 'react';
import type { EditorPointer } from '#editor/editor.ts';
import type { RulerGuide } from '#model/template/ruler-guides.ts';
import { useEditorSession } from '../session/editor-session.tsx';

export interface RulerHandlers {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(event: PointerEvent): void;
}

/** A drag out of a ruler makes a guide beside it: level ones come from the upper ruler, upright ones from the left one. */
export function useRulerDrag(area: RefObject<HTMLElement | null>): Readonly<Record<'x' | 'y', RulerHandlers>> {
  const { editor } = useEditorSession();
  const pressed = useRef<number | null>(null);

  useEffect(() => {
    const cancel = (): void => {
      if (pressed.current === null) return;
      pressed.current = null;
      editor.pointerCancel();
    };
    window.addEventListener('blur', cancel);
    return () => window.removeEventListener('blur', cancel);
  }, [editor]);

  // The same for the whole visit: rulers are drawn anew only when they show something else.
  return useMemo(() => {
    const pointer = (event: PointerEvent): EditorPointer => {
      const rect = area.current?.getBoundingClientRect();
      return {
        xPx: event.clientX - (rect?.left ?? 0),
        yPx: event.clientY - (rect?.top ?? 0),
        button: 'primary',
        shift: event.shiftKey,
        control: event.ctrlKey || event.metaKey,
        alt: event.altKey,
        space: false,
      };
    };
    const isEnd = (event: PointerEvent): boolean => {
      if (pressed.current !== event.pointerId) return false;
      pressed.current = null;
      return true;
    };
    const handlers = (axis: RulerGuide['axis']): RulerHandlers => ({
      onPointerDown(event) {
        if (event.button !== 0 || pressed.current !== null) return;
        // Esc and the other keys of the canvas are for this drag.
        event.preventDefault();
        area.current?.focus({ preventScroll: true });
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = event.pointerId;
        editor.guideDown(pointer(event), axis, null);
      },
      onPointerMove(event) {
        if (pressed.current === event.pointerId) editor.pointerMove(pointer(event));
      },
      onPointerUp(event) {
        if (isEnd(event)) editor.pointerUp(pointer(event));
      },
      onPointerCancel(event) {
        if (isEnd(event)) editor.pointerCancel();
      },
    });
    return { x: handlers('y'), y: handlers('x') };
  }, [editor, area]);
}
