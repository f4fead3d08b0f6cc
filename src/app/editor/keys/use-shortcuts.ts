import { useEffect } from 'react';
import { clickedCells, neighbourCell, selectedTable } from '#editor/cell-selection.ts';
import { typableContent } from '#editor/commands/content.ts';
import type { Editor } from '#editor/editor.ts';
import { problem } from '#model/kernel/problem.ts';
import { cycleSelection } from '#editor/selection.ts';
import { nudge, NUDGE_MERGE } from '#editor/commands/move.ts';
import { ACTION_IDS, actionInfo, type ActionId } from '../session/action-table.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { belongsToField, matchesChord } from '../session/chords.ts';
import { watchSpaceKey } from './space-key.ts';

const ARROWS: Readonly<Record<string, readonly [dx: -1 | 0 | 1, dy: -1 | 0 | 1]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** These come as the browser's own clipboard events, which alone may read the clipboard without asking. */
const BY_CLIPBOARD_EVENT: ReadonlySet<ActionId> = new Set(['copy', 'cut', 'paste']);

/** What a field does itself with the same keys. */
const TEXT_ACTIONS: ReadonlySet<ActionId> = new Set(['selectAll', 'copy', 'cut', 'paste', 'undo', 'redo']);

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
      if (typing) {
        // In a field the shortcuts do nothing; nor shall the browser then go to its address bar (Ctrl+L) or bookmark the page.
        if (id !== undefined && !TEXT_ACTIONS.has(id) && (event.ctrlKey || event.metaKey)) event.preventDefault();
        return;
      }
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
      const onCanvas = event.target === document.body || isCanvas(event.target);
      const arrow = ARROWS[event.code];
      if (arrow !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
        if (state.selection.length === 0) {
          if (onCanvas) actions.report(problem('edit.nothingSelected'));
          return onCanvas;
        }
        if (state.cellSelection !== null) return chooseNextCell(editor, arrow[0], arrow[1]);
        actions.run(nudge(arrow[0], arrow[1], event.shiftKey), NUDGE_MERGE);
        return true;
      }
      switch (event.code) {
        case 'Escape':
          if (state.interaction.type !== 'none') editor.pointerCancel();
          else if (state.textEditing !== null) editor.setTextEditing(null);
          else if (state.cellSelection !== null) editor.selectCells(null);
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
          const [only, more] = state.selection;
          if (only === undefined || more !== undefined) return false;
          if (typableContent(state, only) !== null) editor.setTextEditing(only);
          else if (!chooseFirstCell(editor)) return false;
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

/** Enter on a table goes into it. */
function chooseFirstCell(editor: Editor): boolean {
  const state = editor.state();
  const table = selectedTable(state);
  const [first] = table?.cells ?? [];
  if (table === null || first === undefined || state.cellSelection !== null) return false;
  editor.selectCells(clickedCells(table, null, first, 'only'));
  return true;
}

/** Arrows go from cell to cell while one is chosen. */
function chooseNextCell(editor: Editor, dx: -1 | 0 | 1, dy: -1 | 0 | 1): boolean {
  const state = editor.state();
  const table = selectedTable(state);
  const corner = state.cellSelection?.corners.at(-1);
  const cell = table?.cells.find((c) => c.row === corner?.row && c.column === corner.column);
  const next = table === null || cell === undefined ? null : neighbourCell(table, cell, dx, dy);
  if (table !== null && next !== null) editor.selectCells(clickedCells(table, null, next, 'only'));
  return true;
}

function isCanvas(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.classList.contains('ed-canvas');
}

function hasSelectedText(): boolean {
  return (window.getSelection()?.toString() ?? '') !== '';
}
