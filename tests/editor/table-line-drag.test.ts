import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { selectedCells } from '#editor/cell-selection.ts';
import { mergeSelectedCells } from '#editor/commands/table.ts';
import type { Editor, EditorPointer } from '#editor/editor.ts';
import { tableLinePlaces } from '#editor/table-line-places.ts';
import { elementBox } from '#model/elements/base/box.ts';
import type { TableElement } from '#model/elements/table/table-element.ts';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { createTestElement } from '../support/create-elements.ts';
import { createTestTable } from '../support/create-table.ts';
import { click, contentOf, createTestEditor, drag, pointerAt } from './create-test-editor.ts';

/** Columns of 20 mm, rows of 10 mm and a pen of 1 mm, at 10, 10. */
function createTableEditor(fields: Partial<TableElement> = {}): Editor {
  const table = createTestTable(
    [
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ],
    fields,
  );
  const editor = createTestEditor([table]);
  editor.select([table.id]);
  return editor;
}

function tableOf(editor: Editor): TableElement {
  const table = editor.state().template.elements.find((e) => e.type === 'table');
  if (table?.type !== 'table') throw new Error('no table');
  return table;
}

/** Drags the center of the first visible segment of a line by this much on the label. */
function dragLine(
  editor: Editor,
  axis: 'row' | 'column',
  at: number,
  [dx, dy]: readonly [number, number],
  keys: Partial<EditorPointer> = {},
): void {
  const place = tableLinePlaces(editor.state()).find((each) => each.axis === axis && each.at === at);
  if (place === undefined) throw new Error(`no line behind ${axis} ${at}`);
  const { x, y, width, height } = place.rectMm;
  const from = [x + width / 2, y + height / 2] as const;
  drag(editor, from, [from[0] + dx, from[1] + dy], keys);
}

describe('dragging the lines of a table', () => {
  test('an inner line gives to one side what it takes from the other, in one undo step', () => {
    const editor = createTableEditor();
    const before = contentOf(editor.state().template);
    const box = elementBox(tableOf(editor));
    dragLine(editor, 'column', 0, [5, 3]);
    expect(tableOf(editor).columnWidthsMm).toEqual([25, 15, 20]);
    dragLine(editor, 'row', 0, [7, -2]);
    expect(tableOf(editor).rowHeightsMm).toEqual([8, 12]);
    expect(elementBox(tableOf(editor))).toEqual(box);
    editor.undo();
    editor.undo();
    expect(contentOf(editor.state().template)).toBe(before);
  });

  test('the outer line enlarges the last column or row and the table', () => {
    const editor = createTableEditor();
    dragLine(editor, 'column', 2, [9, 0]);
    dragLine(editor, 'row', 1, [0, 4]);
    expect(tableOf(editor)).toMatchObject({
      columnWidthsMm: [20, 20, 29],
      rowHeightsMm: [10, 14],
      widthMm: 70,
      heightMm: 25,
      xMm: 10,
      yMm: 10,
    });
  });

  test('no cell gets smaller than 1 mm, and no table than 2 for each column and the pen', () => {
    const editor = createTableEditor();
    dragLine(editor, 'column', 0, [-50, 0]);
    expect(tableOf(editor).columnWidthsMm).toEqual([1, 39, 20]);
    dragLine(editor, 'column', 1, [50, 0]);
    expect(tableOf(editor).columnWidthsMm).toEqual([1, 58, 1]);
    dragLine(editor, 'row', 1, [0, -50]);
    expect(tableOf(editor).rowHeightsMm).toEqual([10, 1]);
    const small = createTableEditor({ columnWidthsMm: [2, 2, 8], widthMm: 13 });
    dragLine(small, 'column', 2, [-50, 0]);
    expect(tableOf(small)).toMatchObject({ columnWidthsMm: [2, 2, 2], widthMm: 7 });
  });

  test.each(ROTATIONS.flatMap((rotation) => [false, true].map((mirror) => ({ rotation, mirror }))))(
    'follows the pointer, and the other side stays: %o',
    ({ rotation, mirror }) => {
      const editor = createTableEditor({ rotation, mirror, xMm: 20, yMm: 15 });
      const first = (): unknown =>
        tableLinePlaces(editor.state()).find((p) => p.axis === 'column' && p.at === 0)?.rectMm;
      const outer = tableLinePlaces(editor.state()).find((p) => p.axis === 'column' && p.at === 2);
      const inner = tableLinePlaces(editor.state()).find((p) => p.axis === 'column' && p.at === 1);
      if (outer === undefined || inner === undefined) throw new Error('no lines');
      const away = [
        Math.sign(Math.round(outer.rectMm.x - inner.rectMm.x)) * 6,
        Math.sign(Math.round(outer.rectMm.y - inner.rectMm.y)) * 6,
      ] as const;
      const before = first();
      dragLine(editor, 'column', 2, away);
      expect(tableOf(editor).columnWidthsMm).toEqual([20, 20, 26]);
      expect(first()).toEqual(before);
      const after = tableLinePlaces(editor.state()).find((p) => p.axis === 'column' && p.at === 2);
      expect(after?.rectMm.x).toBeCloseTo(outer.rectMm.x + away[0], 3);
      expect(after?.rectMm.y).toBeCloseTo(outer.rectMm.y + away[1], 3);
    },
  );

  test('Esc reverts it; a click on a line selects the cell next to it', () => {
    const editor = createTableEditor();
    const before = contentOf(editor.state().template);
    editor.pointerDown(pointerAt(editor, 30.5, 15));
    editor.pointerMove(pointerAt(editor, 36, 15));
    expect(editor.state().interaction).toMatchObject({ type: 'resize', partMm: { x: 10, width: 25.5 } });
    editor.pointerCancel();
    expect(contentOf(editor.state().template)).toBe(before);
    expect(editor.state().canUndo).toBe(false);
    click(editor, 30.2, 15);
    expect(selectedCells(editor.state())).toEqual([0]);
  });

  test('there is none inside a merged cell, in a locked table, while it is not selected, or under another element', () => {
    const editor = createTableEditor();
    const { id } = tableOf(editor);
    editor.selectCells({
      id,
      corners: [
        { row: 0, column: 0 },
        { row: 0, column: 1 },
      ],
    });
    editor.run(mergeSelectedCells());
    const columns = tableLinePlaces(editor.state()).filter((p) => p.axis === 'column' && p.at === 0);
    expect(columns.map((p) => p.rectMm.y)).toEqual([20.5]);
    editor.select([]);
    expect(tableLinePlaces(editor.state())).toEqual([]);

    expect(tableLinePlaces(createTableEditor({ locked: true }).state())).toEqual([]);

    const table = createTestTable([['a', 'b']]);
    const cover = createTestElement('rectangle', { xMm: 25, yMm: 12, widthMm: 12, heightMm: 6, filled: true });
    const covered = createTestEditor([table, cover]);
    covered.select([table.id]);
    drag(covered, [30.5, 15], [36, 15]);
    expect(tableOf(covered)).toMatchObject({ columnWidthsMm: [20, 20] });
  });

  test('after any drag, the sizes fill the box and none is below 1 mm', () => {
    const one = fc.record({
      axis: fc.constantFrom<'row' | 'column'>('row', 'column'),
      at: fc.nat(1),
      by: fc.tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -60, max: 60 })),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), fc.constantFrom(...ROTATIONS), (drags, rotation) => {
        const editor = createTableEditor({ rotation });
        for (const { axis, at, by } of drags) {
          const offered = tableLinePlaces(editor.state()).some((p) => p.axis === axis && p.at === at);
          if (offered) dragLine(editor, axis, at, by);
        }
        const { columnWidthsMm, rowHeightsMm, widthMm, heightMm, penWidthMm } = tableOf(editor);
        const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, penWidthMm);
        expect(sum(columnWidthsMm)).toBeCloseTo(widthMm, 2);
        expect(sum(rowHeightsMm)).toBeCloseTo(heightMm, 2);
        expect(Math.min(...columnWidthsMm, ...rowHeightsMm)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
