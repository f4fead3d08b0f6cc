import { useState, useSyncExternalStore } from 'react';
import type { EditorState } from '#editor/editor.ts';
import { useEditorSession } from './editor-session.tsx';

/**
 * A part of the editor's state as it was before what the pointer is doing, and as it is when that has ended: a list beside the
 * canvas has no part in each move of a drag. `select` is that of the first rendering, and returns a value of the state itself.
 */
export function useSettled<T>(select: (state: EditorState) => T): T {
  const { editor } = useEditorSession();
  const [read] = useState(() => {
    let settled = select(editor.state());
    return (): T => {
      const state = editor.state();
      if (state.interaction.type === 'none') settled = select(state);
      return settled;
    };
  });
  return useSyncExternalStore(editor.subscribe, read);
}
