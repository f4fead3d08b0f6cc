import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import type { Editor, EditorPointer } from '#editor/editor.ts';
import { isSpaceHeld } from '../keys/space-key.ts';

const BUTTONS = ['primary', 'middle', 'secondary'] as const;

/** The position of the pointer on the canvas, in CSS pixels from its top left. */
export function placeOn(area: RefObject<HTMLElement | null>, event: PointerEvent): { x: number; y: number } {
  const rect = area.current?.getBoundingClientRect();
  return { x: event.clientX - (rect?.left ?? 0), y: event.clientY - (rect?.top ?? 0) };
}

/** The pointer event in the editor's form. */
export function editorPointer(area: RefObject<HTMLElement | null>, event: PointerEvent): EditorPointer {
  const at = placeOn(area, event);
  return {
    xPx: at.x,
    yPx: at.y,
    button: BUTTONS[event.button] ?? 'primary',
    shift: event.shiftKey,
    control: event.ctrlKey || event.metaKey,
    alt: event.altKey,
    space: isSpaceHeld(),
  };
}

/** The id of the pressed pointer; null for none. Its gesture is canceled when the window loses the focus. */
export function usePressedRef(editor: Editor): RefObject<number | null> {
  const pressedRef = useRef<number | null>(null);
  useEffect(() => {
    const cancel = (): void => {
      if (pressedRef.current === null) return;
      pressedRef.current = null;
      editor.pointerCancel();
    };
    window.addEventListener('blur', cancel);
    return () => window.removeEventListener('blur', cancel);
  }, [editor]);
  return pressedRef;
}
