import { useState, useSyncExternalStore } from 'react';
import type { Editor, EditorState } from '#editor/editor.ts';
import { useEditorSession } from './editor-session.tsx';

/**
 * A part of the editor's state from before the current gesture until it has ended: a list next to the canvas does not
 * follow each move of a drag. `select` is that of the first render, and returns a value of the state itself.
 */
export function useSettled<T>(select: (state: EditorState) => T): T {
  const { editor } = useEditorSession();
  const [read] = useState(() => settled(editor, () => select(editor.state()), isSettled));
  return useSyncExternalStore(editor.subscribe, read);
}

/** The same for parts that need not follow typing on the canvas either. */
export function useAtRest<T>(select: (state: EditorState) => T): T {
  const { editor } = useEditorSession();
  const [read] = useState(() => settled(editor, () => select(editor.state()), isAtRest));
  return useSyncExternalStore(editor.subscribe, read);
}

function isSettled({ interaction }: EditorState): boolean {
  return interaction.type === 'none';
}

/** Whether nothing is dragged or typed on the canvas. */
export function isAtRest(state: EditorState): boolean {
  return isSettled(state) && state.textEditing === null;
}

function settled<T>(editor: Editor, read: () => T, isDone: (state: EditorState) => boolean): () => T {
  let last = read();
  return () => {
    if (isDone(editor.state())) last = read();
    return last;
  };
}
