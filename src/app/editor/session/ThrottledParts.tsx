import { useMemo, type JSX, type ReactNode } from 'react';
import { CalmSourceContext, StateSourceContext, useEditorSession, type StateSource } from './editor-session.tsx';
import { definitionOf } from '#model/elements/element.ts';
import { hasOnlyMoved } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';
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
 * shown after a pause. Otherwise like the throttled one. Fields of a position are not for it: while elements only move, it
 * has the template from before.
 */
export function createDeferredSource(editor: StateSource): StateSource {
  const following = (now: EditorState): Following => {
    if (now.interaction.type === 'move') return 'later';
    if (now.interaction.type === 'none' && now.textEditing !== null) return { afterRest: IDLE_MS };
    return isMoving(now) ? { every: PAUSE_MS } : 'atOnce';
  };
  return createFollower(editor, following, unplacedState);
}

/** The state with the template of the previous one, if that differs in nothing but positions. */
function unplacedState(before: EditorState, now: EditorState): EditorState {
  const { template } = before;
  return now.template === template || !isSameUnplaced(template, now.template) ? now : { ...now, template };
}

function isSameUnplaced(one: Template, other: Template): boolean {
  return (
    one.label === other.label &&
    one.assets === other.assets &&
    one.elements.length === other.elements.length &&
    one.elements.every((element, i) => {
      const now = other.elements[i];
      if (now === element || now === undefined) return now === element;
      // A symbol's size in whole dots can depend on its place.
      return definitionOf(element.type).staysWhenMoved === true && hasOnlyMoved(element, now);
    })
  );
}

function createFollower(
  editor: StateSource,
  following: (state: EditorState) => Following,
  shownOf: (before: EditorState, now: EditorState) => EditorState = (_before, now) => now,
): StateSource {
  const listeners = new Set<() => void>();
  /** The editor's state that is shown, and what this source gives for it. */
  let followed = editor.state();
  let shown = followed;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  /** The last template that `follow` was called with. */
  let latest = followed.template;

  function take(): void {
    followed = editor.state();
    shown = shownOf(shown, followed);
  }

  function endTimer(): void {
    stopTimer(timer);
    timer = undefined;
  }

  function show(): void {
    endTimer();
    if (followed === editor.state()) return;
    take();
    for (const listener of listeners) listener();
  }

  function follow(): void {
    const now = editor.state();
    const how = now.selection === followed.selection ? following(now) : 'atOnce';
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
      if (listeners.size === 0 && followed !== editor.state()) take();
      return shown;
    },
    subscribe(listener) {
      // React checks again afterwards, in case something changed since its last check.
      if (listeners.size === 0 && followed !== editor.state()) take();
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
