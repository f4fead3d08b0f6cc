import type { EditorState } from '#editor/editor.ts';
import type { StateSource } from './editor-session.tsx';

/** How often what is calm changes while a hand moves something, in milliseconds. */
const PAUSE_MS = 100;

/**
 * The editor's state for parts that show many fields, such as the panel: while something is dragged or typed on the
 * canvas it follows ten times a second, so that the picture has the time; otherwise, and when the selection changes, at
 * once.
 */
export function createCalmSource(editor: StateSource): StateSource {
  const listeners = new Set<() => void>();
  let shown = editor.state();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;

  function show(): void {
    clearTimeout(timer);
    timer = undefined;
    if (shown === editor.state()) return;
    shown = editor.state();
    for (const listener of listeners) listener();
  }

  function follow(): void {
    const now = editor.state();
    if (isMoving(now) && now.selection === shown.selection) timer ??= setTimeout(show, PAUSE_MS);
    else show();
  }

  return {
    state() {
      // Nobody has been told of anything yet.
      if (listeners.size === 0) shown = editor.state();
      return shown;
    },
    subscribe(listener) {
      // React looks again afterwards, in case something changed since it last looked.
      if (listeners.size === 0) shown = editor.state();
      listeners.add(listener);
      stop ??= editor.subscribe(follow);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        timer = undefined;
        stop?.();
        stop = undefined;
      };
    },
  };
}

function isMoving({ interaction, textEditing }: EditorState): boolean {
  return interaction.type !== 'none' || textEditing !== null;
}
