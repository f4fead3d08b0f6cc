import { describe, expect, test } from 'vitest';
import { cellBoundsMm, selectedCells } from '#editor/cell-selection.ts';
import { clipboardText, parseClipboard } from '#editor/clipboard.ts';
import { setText, typableContent } from '#editor/commands/content.ts';
import { setCommon } from '#editor/commands/properties.ts';
import { resizeBy } from '#tests/support/resize-by.ts';
import {
  clearCells,
  deleteTableLines,
  insertTableLine,
  mergeSelectedCells,
  resizeTableLines,
  setTablePen,
  splitSelectedCell,
  styleCells,
} from '#editor/commands/table.ts';
import type { Command, Editor, EditorPointer } from '#editor/editor.ts';
import type { TableElement } from '#model/elements/table/table-element.ts';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { createTestElement } from '../support/create-elements.ts';
import { createTestTable } from '../support/create-table.ts';
import { click, createTestEditor } from './create-test-editor.ts';

const TEXTS = [
  ['a', 'b', 'c'],
  ['d', 'e', 'f'],
];

/** An editor with a table of two rows of three, selected. */
function createTableEditor(fields: Partial<TableElement> = {}): Editor {
  const table = createTestTable(TEXTS, fields);
  const editor = createTestEditor([table]);
  editor.select([table.id]);
  return editor;
}

function tableOf(editor: Editor): TableElement {
  const [table] = editor.state().template.elements;
  if (table?.type !== 'table') throw new Error('no table');
  return table;
}

/** Clicks the center of a cell. */
function clickCell(editor: Editor, index: number, keys: Partial<EditorPointer> = {}): void {
  const table = tableOf(editor);
  const cell = table.cells[index];
  if (cell === undefined) throw new Error('no such cell');
  const { x, y, width, height } = cellBoundsMm(table, cell);
  click(editor, x + width / 2, y + height / 2, keys);
}

const textsOf = (editor: Editor): string[] => tableOf(editor).cells.map((c) => c.sources.map((s) => s.text).join('|'));
const chosen = (editor: Editor): readonly number[] => selectedCells(editor.state());
function codeOf(editor: Editor, command: Command): string {
  const result = editor.run(command);
  return result.ok ? 'ok' : result.error.code;
}

describe('selecting cells', () => {
  test('in the toggling mode each click adds or removes a cell, until the table is left', () => {
    const editor = createTableEditor();
    editor.setCellsToggle(true);
    clickCell(editor, 0);
    clickCell(editor, 4);
    clickCell(editor, 2);
    expect(chosen(editor)).toEqual([0, 2, 4]);
    clickCell(editor, 4);
    expect(chosen(editor)).toEqual([0, 2]);
    // A click with Ctrl does the same; Shift still takes all in between.
    clickCell(editor, 0, { control: true });
    clickCell(editor, 5, { shift: true });
    expect(chosen(editor)).toEqual([2, 5]);
    editor.setCellsToggle(false);
    clickCell(editor, 1);
    expect(chosen(editor)).toEqual([1]);
    editor.setCellsToggle(true);
    editor.select([]);
    expect(editor.state().cellsToggle).toBe(false);
  });

  test('the first click selects the table, the next the cell', () => {
    const table = createTestTable(TEXTS);
    const editor = createTestEditor([table]);
    clickCell(editor, 4);
    expect(editor.state().selection).toEqual([table.id]);
    expect(chosen(editor)).toEqual([]);
    clickCell(editor, 4);
    expect(chosen(editor)).toEqual([4]);
    clickCell(editor, 1);
    expect(chosen(editor)).toEqual([1]);
  });

  test('Ctrl toggles cells, Shift selects all between', () => {
    const editor = createTableEditor();
    clickCell(editor, 0);
    clickCell(editor, 5, { control: true });
    expect(chosen(editor)).toEqual([0, 5]);
    clickCell(editor, 0, { control: true });
    expect(chosen(editor)).toEqual([5]);
    clickCell(editor, 1, { shift: true });
    expect(chosen(editor)).toEqual([1, 2, 4, 5]);
    clickCell(editor, 3, { shift: true });
    expect(chosen(editor)).toEqual([3, 4, 5]);
    expect(editor.state().selection).toHaveLength(1);
  });

  test.each(ROTATIONS)('a cell is hit at its position, rotated by %i and mirrored', (rotation) => {
    const editor = createTableEditor({ rotation, mirror: true });
    for (const index of [0, 2, 4]) {
      clickCell(editor, index);
      expect(chosen(editor)).toEqual([index]);
    }
  });

  test('ends when something else is selected, and when the cells are deleted', () => {
    const editor = createTableEditor();
    clickCell(editor, 5);
    editor.run(deleteTableLines('row'));
    expect(editor.state().cellSelection).toBeNull();
    clickCell(editor, 0);
    editor.select([]);
    expect(editor.state().cellSelection).toBeNull();
  });
});

describe('commands', () => {
  test('merge and split the selection, each as one undo entry', () => {
    const editor = createTableEditor();
    clickCell(editor, 1);
    clickCell(editor, 5, { shift: true });
    editor.run(mergeSelectedCells());
    expect(textsOf(editor)).toEqual(['a', 'b\nc\ne\nf', 'd']);
    expect(chosen(editor)).toEqual([1]);
    editor.run(splitSelectedCell());
    expect(textsOf(editor)).toEqual(['a', 'b\nc\ne\nf', '', 'd', '', '']);
    editor.undo();
    editor.undo();
    expect(textsOf(editor)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  test('insert a row below and a column to the right of the selection, at the end without one', () => {
    const editor = createTableEditor();
    clickCell(editor, 1);
    editor.run(insertTableLine('row'));
    expect(textsOf(editor)).toEqual(['a', 'b', 'c', '', '', '', 'd', 'e', 'f']);
    editor.run(insertTableLine('column'));
    expect(textsOf(editor).slice(0, 4)).toEqual(['a', 'b', '', 'c']);
    editor.selectCells(null);
    editor.run(insertTableLine('row'));
    expect(textsOf(editor).slice(-4)).toEqual(['', '', '', '']);
    expect(tableOf(editor)).toMatchObject({ widthMm: 81, heightMm: 41, xMm: 10, yMm: 10 });
  });

  test('a row inserted above leaves the same cell selected', () => {
    const editor = createTableEditor();
    clickCell(editor, 4);
    editor.run(insertTableLine('row', 'before'));
    expect(textsOf(editor).slice(0, 6)).toEqual(['a', 'b', 'c', '', '', '']);
    expect(chosen(editor)).toEqual([7]);
  });

  test('delete every selected row and column, but never the last', () => {
    const editor = createTableEditor();
    clickCell(editor, 0);
    clickCell(editor, 2, { control: true });
    editor.run(deleteTableLines('column'));
    expect(textsOf(editor)).toEqual(['b', 'e']);
    expect(codeOf(editor, deleteTableLines('column'))).toBe('table.lastColumn');
    editor.run(deleteTableLines('row'));
    expect(codeOf(editor, deleteTableLines('row'))).toBe('table.lastRow');
    // The selection stays at its position, the first row.
    expect(textsOf(editor)).toEqual(['e']);
  });

  test('size the rows and columns of the selection; too small is rejected', () => {
    const editor = createTableEditor();
    clickCell(editor, 1);
    editor.run(resizeTableLines('column', 30));
    editor.run(resizeTableLines('row', 0.7));
    expect(tableOf(editor)).toMatchObject({ columnWidthsMm: [20, 30, 20], rowHeightsMm: [1, 10], widthMm: 71 });
    expect(codeOf(editor, resizeTableLines('row', 0.4))).toBe('table.cellTooSmall');
    editor.run(setTablePen(2.5));
    expect(tableOf(editor)).toMatchObject({ penWidthMm: 2.5, widthMm: 72.5, heightMm: 13.5 });
  });

  test('style and clear the selection, or style every cell', () => {
    const editor = createTableEditor();
    clickCell(editor, 1);
    editor.run(styleCells({ bold: true, antiMirror: true }));
    expect(tableOf(editor).cells.map((c) => c.style.bold)).toEqual([false, true, false, false, false, false]);
    editor.run(clearCells());
    expect(textsOf(editor)).toEqual(['a', '', 'c', 'd', 'e', 'f']);
    editor.selectCells(null);
    editor.run(styleCells({ fontSize: 9 }));
    expect(new Set(tableOf(editor).cells.map((c) => c.style.fontSize))).toEqual(new Set([9]));
  });

  test('report their requirements', () => {
    const editor = createTableEditor();
    clickCell(editor, 0);
    expect(codeOf(editor, mergeSelectedCells())).toBe('table.mergeTwo');
    expect(codeOf(editor, splitSelectedCell())).toBe('table.notMerged');
    clickCell(editor, 4, { control: true });
    expect(codeOf(editor, mergeSelectedCells())).toBe('table.mergeRectangle');
    editor.select([]);
    expect(codeOf(editor, insertTableLine('row'))).toBe('table.noCell');
    const locked = createTableEditor({ locked: true });
    expect(codeOf(locked, insertTableLine('row'))).toBe('edit.locked');
    expect(codeOf(locked, styleCells({ bold: true }))).toBe('ok');
  });

  test('type into the one selected cell', () => {
    const editor = createTableEditor();
    const { id } = tableOf(editor);
    expect(typableContent(editor.state(), id)).toBeNull();
    clickCell(editor, 3);
    const slot = typableContent(editor.state(), id);
    expect(slot).toMatchObject({ id, content: 3 });
    if (slot !== null) editor.run(setText(slot, 'typed'));
    expect(textsOf(editor)).toEqual(['a', 'b', 'c', 'typed', 'e', 'f']);
    clickCell(editor, 0, { control: true });
    expect(typableContent(editor.state(), id)).toBeNull();
  });
});

describe('the box', () => {
  test('scales columns and rows when it is dragged, at any rotation', () => {
    for (const rotation of ROTATIONS) {
      const editor = createTableEditor({ rotation });
      const across = rotation % 180 === 0;
      editor.run(resizeBy('se', across ? 60 : 20, across ? 20 : 60));
      expect(tableOf(editor)).toMatchObject({
        widthMm: 121,
        heightMm: 41,
        columnWidthsMm: [40, 40, 40],
        rowHeightsMm: [20, 20],
      });
    }
  });

  test('is never smaller than 2 for each row and column and the pen', () => {
    for (const rotation of ROTATIONS) {
      const editor = createTableEditor({ rotation });
      editor.run(resizeBy('se', -500, -500));
      expect(tableOf(editor)).toMatchObject({
        widthMm: 7,
        heightMm: 5,
        columnWidthsMm: [2, 2, 2],
        rowHeightsMm: [2, 2],
      });
    }
  });

  test('includes its columns when it is set by number', () => {
    const editor = createTableEditor();
    editor.run(setCommon({ widthMm: 31 }));
    expect(tableOf(editor).columnWidthsMm).toEqual([10, 10, 10]);
  });

  test('has no canvas mirror', () => {
    const editor = createTableEditor();
    editor.run(setCommon({ canvasMirror: true }));
    expect(tableOf(editor).canvasMirror).toBe(false);
  });
});

describe('the clipboard', () => {
  test('copies a table to another label unchanged', () => {
    const editor = createTableEditor();
    const content = editor.copy();
    if (!content.ok) throw new Error('nothing copied');
    const read = parseClipboard(clipboardText(content.value));
    const other = createTestEditor([createTestElement('text')]);
    expect(read.ok && other.paste(read.value).ok).toBe(true);
    const pasted = other.state().template.elements[1];
    expect(pasted?.type === 'table' && pasted.cells).toEqual(tableOf(editor).cells);
  });
});
