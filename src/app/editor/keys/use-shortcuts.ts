import { useLayoutEffect } from 'react';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import { clickedCells, neighbourCell, selectedTable } from '#editor/cell-selection.ts';
import { typableContent } from '#editor/commands/content.ts';
import type { Editor, EditorState } from '#editor/editor.ts';
import { problem } from '#model/kernel/problem.ts';
import { isPreferenceOn } from '#app/state/editor-preferences.ts';
import { nudgeMm, useUnit } from '#app/state/unit.ts';
import { firstInside, groupAround } from '#editor/groups.ts';
import { tabbed, toggledAtFocus } from '#editor/keyboard-selection.ts';
import { moveBy, nudge, NUDGE_MERGE } from '#editor/commands/move.ts';
import { readingOrder } from '#editor/reading-order.ts';
import { ACTION_IDS, actionInfo, TEXT_STYLE_ACTIONS, type ActionId } from '../session/action-table.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { useElementDescriptors } from '../session/element-descriptor.ts';
import { actsHere, belongsToDialog, belongsToField, matchesChord } from '../session/chords.ts';
import { closeDrawers, panelOpen } from '../session/side-tab.ts';
import { bringIntoView } from '../session/show-element.ts';
import { onCellKey } from './cell-keys.ts';
import { focusCanvas, focusRegion, isOutsideCanvas, isOnCanvas, watchRegions } from './regions.ts';
import { watchAltKey } from './alt-key.ts';
import { watchSpaceKey } from './space-key.ts';

const ARROWS: Readonly<Record<string, readonly [dx: -1 | 0 | 1, dy: -1 | 0 | 1]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Handled by clipboard events instead of keys: only in those may a page read the clipboard without asking. */
const BY_CLIPBOARD_EVENT: ReadonlySet<ActionId> = new Set(['copy', 'cut', 'paste', 'pasteInPlace']);

/** Open lists, calendars and menus of antd; they are at the end of the document and not inside their openers. */
const OPEN_POPUPS = [
  '.ant-select-dropdown:not(.ant-select-dropdown-hidden)',
  '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)',
  '.ant-dropdown:not(.ant-dropdown-hidden)',
  '.ant-popover:not(.ant-popover-hidden)',
].join();

/** Actions whose keys have their own meaning in a text field. */
const TEXT_ACTIONS: ReadonlySet<ActionId> = new Set([
  'selectAll',
  'copy',
  'cut',
  'paste',
  'pasteInPlace',
  'undo',
  'redo',
]);

/** The keyboard shortcuts of the editor's screen. `enabled` is false while a dialog is open. */
export function useShortcuts(enabled: boolean): void {
  const { editor } = useEditorSession();
  const actions = useActions();
  const describe = useElementDescriptors();
  const unit = useUnit();

  // Before the first paint: a key pressed at first sight of the screen must not be lost.
  useLayoutEffect(() => {
    if (!enabled) return;
    const stop = new AbortController();
    const { signal } = stop;
    watchSpaceKey(signal);
    watchAltKey(signal);
    watchRegions(signal);
    /** Whether a list, calendar or menu was open when Esc was pressed, which then closes that and nothing else. */
    let popupOpen = false;
    const notePopup = ({ key }: KeyboardEvent): void => {
      popupOpen = key === 'Escape' && document.querySelector(OPEN_POPUPS) !== null;
    };

    /** A paste event does not contain its keys. */
    let pastesInPlace = false;

    function onKey(event: KeyboardEvent): void {
      if (event.isComposing || event.defaultPrevented) return;
      // A run's report may also open over the editor, without the editor's knowledge.
      if (belongsToDialog(event.target)) return;
      if (event.code === 'F6' && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        focusRegion(event.target, event.shiftKey ? -1 : 1);
        return;
      }
      if (event.key === 'Escape' && !popupOpen && isOutsideCanvas(event.target)) {
        event.preventDefault();
        closeDrawers();
        focusCanvas();
        return;
      }
      const typing = belongsToField(event.target);
      if (!typing && onCellKey(editor, event)) return;
      const id = actionOf(event, editor.state());
      pastesInPlace = id === 'pasteInPlace';
      // The browser's own dialogs for saving and printing are never wanted here.
      if (id === 'save' || id === 'download' || id === 'print') {
        event.preventDefault();
        if (!event.repeat) actions.perform(id);
        return;
      }
      if (typing) {
        if (id !== undefined && TEXT_STYLE_ACTIONS.includes(id) && isContentField(event.target)) {
          event.preventDefault();
          actions.perform(id);
          return;
        }
        // Shortcuts do nothing in a field. The browser must not act on them either, such as go to its address bar for
        // Ctrl+L.
        if (id !== undefined && !TEXT_ACTIONS.has(id) && (event.ctrlKey || event.metaKey)) event.preventDefault();
        return;
      }
      const place = { onCanvas: isOnCanvas(event.target), singleKeys: isPreferenceOn('singleKeys') };
      if (!actsHere(event, place)) {
        if (onNavigation(event)) event.preventDefault();
        return;
      }
      if (id !== undefined) {
        if (BY_CLIPBOARD_EVENT.has(id)) return;
        event.preventDefault();
        if (actionInfo(id).disabled?.(editor.state()) !== true) actions.perform(id);
        return;
      }
      const type = ELEMENT_TYPES.find((each) => describe(each).chords.some((chord) => matchesChord(event, chord)));
      if (type !== undefined) {
        event.preventDefault();
        if (!event.repeat) actions.arm(type);
        return;
      }
      if (onNavigation(event)) event.preventDefault();
    }

    function onNavigation(event: KeyboardEvent): boolean {
      const state = editor.state();
      const onCanvas = isOnCanvas(event.target);
      const arrow = ARROWS[event.code];
      if (arrow !== undefined && onCanvas && !event.altKey) {
        if (state.selection.length === 0) {
          actions.report(problem('edit.nothingSelected'));
          return true;
        }
        if (state.cellSelection !== null) return chooseNextCell(editor, arrow[0], arrow[1]);
        const [dx, dy] = arrow;
        const step = nudgeMm(unit);
        const byUnit = event.ctrlKey || event.metaKey;
        actions.run(byUnit ? moveBy(dx * step, dy * step) : nudge(dx, dy, event.shiftKey), NUDGE_MERGE);
        return true;
      }
      switch (event.code) {
        case 'Escape':
          if (panelOpen.get()) closeDrawers();
          else if (state.armed !== null) {
            editor.pointerCancel();
            editor.disarm();
          } else if (state.interaction.type !== 'none') editor.pointerCancel();
          else if (state.textEditing !== null) editor.setTextEditing(null);
          else if (state.cellSelection !== null) editor.selectCells(null);
          else if (state.focused !== null && state.selection.length === 0) editor.select([]);
          else if (state.selection.length > 0) editor.select(groupAround(state) ?? []);
          // Leaves the canvas: the next Tab moves to the element after it in the page.
          else if (event.target instanceof HTMLElement && isCanvas(event.target)) event.target.blur();
          return true;
        case 'Tab': {
          // Tab selects the elements in reading order. After the last one the browser moves the focus out of the canvas.
          if (!isCanvas(event.target) || event.ctrlKey || event.altKey) return false;
          const order = readingOrder(state.template.elements, state.bounds);
          const next = tabbed(state, order, event.shiftKey ? -1 : 1);
          if (next === null) return false;
          editor.select(next.selection, next.focused);
          bringIntoView(editor, next.focused ?? next.selection);
          return true;
        }
        case 'Space': {
          if (!onCanvas || !(event.shiftKey || event.ctrlKey || event.metaKey)) return false;
          if (state.cellSelection !== null || state.interaction.type !== 'none') return false;
          const next = toggledAtFocus(state);
          if (next !== null) editor.select(next.selection, next.focused);
          return true;
        }
        case 'Enter': {
          if (!onCanvas) return false;
          if (state.armed !== null) {
            actions.place(state.armed);
            return true;
          }
          if (state.focused !== null) {
            editor.select(state.focused);
            return true;
          }
          // Enter from elsewhere would open a text, and the next typing would replace it.
          if (!isCanvas(event.target)) return false;
          const inside = event.shiftKey ? groupAround(state) : firstInside(state);
          if (inside !== null) {
            editor.select(inside);
            return true;
          }
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
      actions.clipboard.pasteFrom(event.clipboardData, pastesInPlace ? 'inPlace' : undefined);
      pastesInPlace = false;
    }
    window.addEventListener('keydown', notePopup, { signal, capture: true });
    window.addEventListener('keydown', onKey, { signal });
    document.addEventListener('copy', onCopy, { signal });
    document.addEventListener('cut', onCopy, { signal });
    document.addEventListener('paste', onPaste, { signal });
    return () => stop.abort();
  }, [enabled, editor, actions, describe, unit]);
}

/** The action of these keys. */
function actionOf(event: KeyboardEvent, state: EditorState): ActionId | undefined {
  const all = ACTION_IDS.filter((action) => actionInfo(action).chords.some((chord) => matchesChord(event, chord)));
  const yielding = all.find((action) => {
    const { yieldsTo } = actionInfo(action);
    return yieldsTo !== undefined && actionInfo(yieldsTo).dim?.(state) === true;
  });
  return yielding ?? all[0];
}

/** Enter on a selected table selects its first cell. */
function chooseFirstCell(editor: Editor): boolean {
  const state = editor.state();
  const table = selectedTable(state);
  const [first] = table?.cells ?? [];
  if (table === null || first === undefined || state.cellSelection !== null) return false;
  editor.selectCells(clickedCells(table, null, first, 'only'));
  return true;
}

/** While a cell is selected, the arrow keys select the neighboring cell. */
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

/** True in a field of the canvas or of the panel in which the text of an element is typed. */
function isContentField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.ed-text-input, [data-content-field]') !== null;
}

function hasSelectedText(): boolean {
  return (window.getSelection()?.toString() ?? '') !== '';
}
