import { useEffect } from 'react';
import { cycleSelection } from '#editor/selection.ts';
import { nudge, NUDGE_MERGE } from '#editor/commands/move.ts';
import { ACTION_IDS, actionInfo, type ActionId } from '../session/action-table.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { belongsToField, matchesChord } from './chords.ts';
import { watchSpaceKey } from './space-key.ts';

const ARROWS: Readonly<Record<string, readonly [dx: -1 | 0 | 1, dy: -1 | 0 | 1]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** These come as the browser's own clipboard events, which alone may read the clipboard without asking. */
const BY_CLIPBOARD_EVENT: ReadonlySet<ActionId> = new Set(['copy', 'cut', 'paste']);

/** The keyboard of the whole screen, while no dialog is open and nothing is typed anywhere. */
export function useShortcuts(enabled: boolean): void {
  const { editor } = useEditorSession();
  const actions = useActions();

  useEffect(() => {
    if (!enabled) return;
    const stop = new AbortController();
    const { signal } = stop;
    watchSpaceKey(signal);

    function onKey(event: KeyboardEvent): void {
      if (event.isComposing || event.defaultPrevented) return;
      const typing = belongsToField(event.target);
      const id = ACTION_IDS.find((action) => actionInfo(action).chords.some((chord) => matchesChord(event, chord)));
      // The browser's own save and print dialogs are never what is wanted here.
      if (id === 'save' || id === 'download' || id === 'print') {
        event.preventDefault();
        if (!event.repeat) actions.perform(id);
        return;
      }
      if (typing) return;
      if (id !== undefined) {
        if (BY_CLIPBOARD_EVENT.has(id)) return;
        event.preventDefault();
        if (actionInfo(id).disabled?.(editor.state()) !== true) actions.perform(id);
        return;
      }
      if (onNavigation(event)) event.preventDefault();
    }

    function onNavigation(event: KeyboardEvent): boolean {
      const state = editor.state();
      const arrow = ARROWS[event.code];
      if (arrow !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
        if (state.selection.length === 0) return false;
        actions.run(nudge(arrow[0], arrow[1], event.shiftKey), NUDGE_MERGE);
        return true;
      }
      const onCanvas = event.target === document.body || isCanvas(event.target);
      switch (event.code) {
        case 'Escape':
          if (state.interaction.type !== 'none') editor.pointerCancel();
          else if (state.textEditing !== null) editor.setTextEditing(null);
          else if (state.selection.length > 0) editor.select([]);
          // Tab goes round the elements while the canvas has the focus: this is the way out for the keyboard.
          else if (event.target instanceof HTMLElement && isCanvas(event.target)) event.target.blur();
          return true;
        case 'Tab': {
          // Elsewhere Tab goes through the buttons; an empty label lets it leave the canvas.
          if (!isCanvas(event.target) || event.ctrlKey || event.altKey) return false;
          const next = cycleSelection(state, event.shiftKey ? -1 : 1);
          if (next.length === 0) return false;
          editor.select(next);
          return true;
        }
        case 'Enter': {
          if (!onCanvas) return false;
          const only = state.selection.length === 1 ? state.selection[0] : undefined;
          const element = state.template.elements.find((e) => e.id === only);
          if (element?.type !== 'text' || element.sources.length !== 1 || element.sources[0]?.type !== 'fixed') {
            return false;
          }
          editor.setTextEditing(element.id);
          return true;
        }
        default:
          return false;
      }
    }

    function onCopy(event: ClipboardEvent): void {
      if (belongsToField(event.target) || hasSelectedText() || event.clipboardData === null) return;
      if (actions.clipboard.copyTo(event.clipboardData, event.type === 'cut')) event.preventDefault();
    }
    function onPaste(event: ClipboardEvent): void {
      if (belongsToField(event.target) || event.clipboardData === null) return;
      event.preventDefault();
      actions.clipboard.pasteFrom(event.clipboardData);
    }
    window.addEventListener('keydown', onKey, { signal });
    document.addEventListener('copy', onCopy, { signal });
    document.addEventListener('cut', onCopy, { signal });
    document.addEventListener('paste', onPaste, { signal });
    return () => stop.abort();
  }, [enabled, editor, actions]);
}

function isCanvas(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.classList.contains('ed-canvas');
}

function hasSelectedText(): boolean {
  return (window.getSelection()?.toString() ?? '') !== '';
}
