import { useMemo, type JSX, type ReactNode } from 'react';
import { CalmSourceContext, StateSourceContext, useEditorSession, type StateSource } from './editor-session.tsx';
import type { EditorState } from '#editor/editor.ts';
import { startTimer, stopTimer } from '#services/idle.ts';

/**
 * Its children do not render during a move or typing on the canvas; `useThrottledState` follows it ten times a second.
 */
export function ThrottledParts({ children }: { readonly children: ReactNode }): JSX.Element {
  const { editor } = useEditorSession();
  const still = useMemo(() => createDeferredSource(editor), [editor]);
  const calm = useMemo(() => createThrottledSource(editor), [editor]);
  return (
    <CalmSourceContext value={calm}>
      <StateSourceContext value={still}>{children}</StateSourceContext>
    </CalmSourceContext>
  );
}

/** Update interval of the throttled state during a gesture, in milliseconds. */
const PAUSE_MS = 100;
/** Delay after typing before the deferred state changes, in milliseconds. */
const IDLE_MS = 300;

/** How a source follows the editor during an interaction: at once, at an interval, or after a pause. */
type Following = 'atOnce' | { readonly every: number } | { readonly afterRest: number } | 'later';

/**
 * The editor's state for parts that show a few moving values: during a drag or typing on the canvas it follows ten times a
 * second, which leaves time for the picture; otherwise, and when the selection changes, at once.
 */
export function createThrottledSource(editor: StateSource): StateSource {
  return createFollower(editor, (now) => (isMoving(now) ? { every: PAUSE_MS } : 'atOnce'));
}

/**
 * The editor's state for parts with many fields: a move changes nothing in them before its end, and typing on the canvas is
 * shown after a pause. Otherwise like the throttled one.
 */
export function createDeferredSource(editor: StateSource): StateSource {
  return createFollower(editor, (now) => {
    if (now.interaction.type === 'move') return 'later';
    if (now.interaction.type === 'none' && now.textEditing !== null) return { afterRest: IDLE_MS };
    return isMoving(now) ? { every: PAUSE_MS } : 'atOnce';
  });
}

function createFollower(editor: StateSource, following: (state: EditorState) => Following): StateSource {
  const listeners = new Set<() => void>();
  let shown = editor.state();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  /** The last template that `follow` was called with. */
  let latest = shown.template;

  function endTimer(): void {
    stopTimer(timer);
    timer = undefined;
  }

  function show(): void {
    endTimer();
    if (shown === editor.state()) return;
    shown = editor.state();
    for (const listener of listeners) listener();
  }

  function follow(): void {
    const now = editor.state();
    const how = now.selection === shown.selection ? following(now) : 'atOnce';
    if (how === 'atOnce') show();
    else if (how === 'later') endTimer();
    else if ('every' in how) timer ??= startTimer(show, how.every);
    else if (now.template !== latest || timer === undefined) {
      endTimer();
      timer = startTimer(show, how.afterRest);
    }
    latest = now.template;
  }

  return {
    state() {
      // Without listeners nothing follows the editor.
      if (listeners.size === 0) shown = editor.state();
      return shown;
    },
    subscribe(listener) {
      // React checks again afterwards, in case something changed since its last check.
      if (listeners.size === 0) shown = editor.state();
      listeners.add(listener);
      stop ??= editor.subscribe(follow);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        endTimer();
        stop?.();
        stop = undefined;
      };
    },
  };
}

function isMoving({ interaction, textEditing }: EditorState): boolean {
  return interaction.type !== 'none' || textEditing !== null;
}
