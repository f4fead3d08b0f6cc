import type { Result } from '#model/kernel/result.ts';
import {
  cellInReadingOrder,
  clickedCells,
  neighbourCell,
  selectedCells,
  selectedTable,
} from '#editor/cell-selection.ts';
import { typableContent } from '#editor/commands/content.ts';
import { insertTableLine } from '#editor/commands/table.ts';
import type { Editor } from '#editor/editor.ts';

/** Which cell the typing goes on in: Tab, Shift+Tab, Enter. */
export type CellStep = 'next' | 'previous' | 'below';

/**
 * Takes the typing to another cell of the table: `next` makes a new row after the last cell, `previous` of the first
 * cell and `below` the last row end the typing. It also ends in a cell whose content comes from data, which is chosen
 * but cannot be typed into. Problems of a new row: `table.tooManyLines`, `edit.locked`; the typing then stays.
 */
export function typeInOtherCell(editor: Editor, step: CellStep): Result<null> | null {
  const state = editor.state();
  const table = selectedTable(state);
  const [index] = selectedCells(state);
  const cell = index === undefined ? undefined : table?.cells[index];
  if (table === null || cell === undefined) return null;
  let wanted =
    step === 'below' ? neighbourCell(table, cell, 0, 1) : cellInReadingOrder(table, cell, step === 'next' ? 1 : -1);
  if (wanted === null && step === 'next') {
    const inserted = editor.run(insertTableLine('row'));
    if (!inserted.ok) return inserted;
    const longer = selectedTable(editor.state());
    wanted = longer === null ? null : cellInReadingOrder(longer, cell, 1);
  }
  const now = selectedTable(editor.state());
  if (wanted === null || now === null) {
    editor.setTextEditing(null);
    return null;
  }
  editor.selectCells(clickedCells(now, null, wanted, 'only'));
  if (typableContent(editor.state(), now.id) === null) editor.setTextEditing(null);
  return null;
}
