import { flushSync } from 'react-dom';
import { cellInReadingOrder, clickedCells, selectedTable } from '#editor/cell-selection.ts';
import { typableContent } from '#editor/commands/content.ts';
import type { Editor, EditorState } from '#editor/editor.ts';
import type { TableCell, TableElement } from '#model/elements/table/table-element.ts';
import { isOnCanvas } from './regions.ts';

/**
 * Handles a key on the canvas while a cell of a table is selected, other than the arrows and Enter: Tab moves to the next
 * cell, and from the last one out of the table; a letter replaces the cell's text. True if the key is handled.
 */
export function onCellKey(editor: Editor, event: KeyboardEvent): boolean {
  const state = editor.state();
  if (state.cellSelection === null || state.textEditing !== null || !isOnCanvas(event.target)) return false;
  if (event.code === 'Tab' && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const { table, cell } = lastChosen(state);
    const next = table === null || cell === null ? null : cellInReadingOrder(table, cell, event.shiftKey ? -1 : 1);
    if (table === null || next === null) return false;
    event.preventDefault();
    editor.selectCells(clickedCells(table, null, next, 'only'));
    return true;
  }
  if (!writesText(event)) return false;
  const id = state.cellSelection.id;
  if (typableContent(state, id) === null) return false;
  // Synchronously, with its text selected: the browser then replaces it with the character, or starts to compose there.
  flushSync(() => editor.setTextEditing(id));
  return true;
}

/** The space bar is for panning. A composing input method sends its first key as `Process`. */
function writesText(event: KeyboardEvent): boolean {
  if (event.key === 'Process') return true;
  const isShortcut = event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'));
  return !isShortcut && event.key !== ' ' && [...event.key].length === 1;
}

function lastChosen(state: EditorState): { readonly table: TableElement | null; readonly cell: TableCell | null } {
  const table = selectedTable(state);
  const corner = state.cellSelection?.corners.at(-1);
  const cell = table?.cells.find((c) => c.row === corner?.row && c.column === corner.column);
  return { table, cell: cell ?? null };
}
