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

/** The cell in which typing continues: for Tab, Shift+Tab and Enter. */
export type CellStep = 'next' | 'previous' | 'below';

/**
 * Moves the typing to another cell of the table. `next` adds a row after the last cell; `previous` from the first cell and
 * `below` from the last row end the typing. So does a cell whose content comes from data: it is selected, but can't be
 * typed into. If no row can be added (`table.tooManyLines`, `edit.locked`), the typing stays where it is.
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
