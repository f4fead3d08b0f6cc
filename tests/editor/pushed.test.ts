import { describe, expect, test } from 'vitest';
import { selectedCells } from '#editor/cell-selection.ts';
import { align } from '#editor/commands/align.ts';
import { pushAllBelow, setPushed, stayingBelow } from '#editor/commands/push.ts';
import { setProperties } from '#editor/commands/properties.ts';
import { pasteStyle } from '#editor/commands/style.ts';
import type { Editor } from '#editor/editor.ts';
import { drawnBounds } from '#editor/footprint.ts';
import { tableLinePlaces } from '#editor/table-line-places.ts';
import { elementBox } from '#model/elements/base/box.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import { createTestElement } from '../support/create-elements.ts';
import { createTestTable } from '../support/create-table.ts';
import { click, createTestEditor, drag, elementNamed, pointerAt } from './create-test-editor.ts';

const PUSH_MM = 20;

const createBox = (name: string, yMm: Mm, fields: object = {}): LabelElement =>
  createTestElement('rectangle', {
    name,
    xMm: 10,
    yMm,
    widthMm: 20,
    heightMm: 10,
    filled: true,
    pushed: true,
    ...fields,
  });

/** Reports the elements as painted; these are pushed. */
function paint(editor: Editor, pushed: readonly ElementId[], painted = elementBox): void {
  const { template, revision } = editor.state();
  const bounds = template.elements.map((element): [ElementId, Rect] => {
    const box = painted(element);
    return [element.id, pushed.includes(element.id) ? { ...box, y: box.y + PUSH_MM } : box];
  });
  editor.setBounds(revision, new Map(bounds), new Map(pushed.map((id) => [id, PUSH_MM])));
}

function createPushedEditor(element: LabelElement, ...others: readonly LabelElement[]): Editor {
  const editor = createTestEditor([element, ...others], { widthMm: 100, heightMm: 80 });
  paint(editor, [element.id]);
  return editor;
}

describe('an element that a text pushes', () => {
  test.each([
    ['box', createBox('pushed', 10)],
    [
      'line',
      createTestElement('line', { name: 'pushed', direction: 'left', xMm: 10, yMm: 10, widthMm: 20, heightMm: 10 }),
    ],
    [
      'shape',
      createTestElement('triangle', { name: 'pushed', xMm: 10, yMm: 10, widthMm: 20, heightMm: 10, filled: true }),
    ],
  ])('is selected where it is painted: %s', (_type, element) => {
    const editor = createPushedEditor(element);
    click(editor, 20, 15);
    expect(editor.state().selection).toEqual([]);
    click(editor, 20, 35);
    expect(editor.state().selection).toEqual([element.id]);
    expect(editor.state().bounds.get(element.id)?.y).toBe(30);
  });

  test('moves its place by the distance of a drag, and its frame follows at once', () => {
    const element = createBox('pushed', 10);
    const editor = createPushedEditor(element);
    drag(editor, [20, 35], [25, 42], { control: true });
    const moved = elementNamed(editor, 'pushed');
    expect([moved.xMm, moved.yMm]).toEqual([15, 17]);
    expect(editor.state().bounds.get(element.id)).toMatchObject({ x: 15, y: 37 });
    editor.undo();
    expect(editor.state().bounds.get(element.id)).toMatchObject({ x: 10, y: 30 });
  });

  test('changes its size by its handle without a jump, and snaps to edges where it is painted', () => {
    const element = createBox('pushed', 10);
    const editor = createPushedEditor(element, createBox('other', 60, { xMm: 50, pushed: undefined }));
    editor.select([element.id]);
    editor.pointerDown(pointerAt(editor, 20, 40), 's');
    editor.pointerMove(pointerAt(editor, 20, 50));
    editor.pointerMove(pointerAt(editor, 20, 59.7));
    editor.pointerUp(pointerAt(editor, 20, 59.7));
    expect(elementNamed(editor, 'pushed')).toMatchObject({ yMm: 10, heightMm: 30 });
    expect(editor.state().bounds.get(element.id)).toEqual({ x: 10, y: 30, width: 20, height: 30 });
  });

  test('turns about its painted middle', () => {
    const element = createBox('pushed', 10);
    const editor = createPushedEditor(element);
    editor.select([element.id]);
    editor.pointerDown(pointerAt(editor, 20, 20), 'rotate');
    editor.pointerMove(pointerAt(editor, 40, 35));
    const { interaction } = editor.state();
    expect(interaction).toMatchObject({ turn: { boxMm: { y: 30 }, keptDegrees: 90 } });
    editor.pointerUp(pointerAt(editor, 40, 35));
    expect(elementNamed(editor, 'pushed')).toMatchObject({ rotation: 90, xMm: 15, yMm: 5 });
  });

  test('is aligned by its place without the push', () => {
    const element = createBox('pushed', 10);
    const other = createBox('other', 15, { xMm: 50, pushed: undefined });
    const editor = createPushedEditor(element, other);
    editor.select([element.id, other.id]);
    editor.run(align('bottom'));
    expect(elementNamed(editor, 'pushed').yMm).toBe(15);
    expect(drawnBounds(editor.state()).get(element.id)?.y).toBe(15);
  });

  test('keeps its place when the box of a text is fitted to its picture', () => {
    const text = createTestElement('text', {
      name: 'pushed',
      xMm: 10,
      yMm: 10,
      widthMm: 20,
      heightMm: 10,
      pushed: true,
    });
    const editor = createTestEditor([text]);
    paint(editor, [text.id], (element) => ({ ...elementBox(element), width: 24, height: 6 }));
    editor.select([text.id]);
    editor.run(setProperties('text', { align: 'right' }));
    expect(elementNamed(editor, 'pushed')).toMatchObject({ xMm: 10, yMm: 10, widthMm: 24, heightMm: 6 });
  });

  test('is a table whose cells and lines are where they are painted', () => {
    const table = createTestTable(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      { pushed: true },
    );
    const editor = createPushedEditor(table);
    editor.select([table.id]);
    const lines = tableLinePlaces(editor.state()).map(({ rectMm }) => rectMm.y);
    paint(editor, []);
    expect(lines).toEqual(tableLinePlaces(editor.state()).map(({ rectMm }) => rectMm.y + PUSH_MM));
    paint(editor, [table.id]);
    click(editor, table.xMm + 5, table.yMm + PUSH_MM + 3);
    expect(selectedCells(editor.state())).toEqual([0]);
  });

  test('is in place again once nothing pushes it', () => {
    const element = createBox('pushed', 10);
    const editor = createPushedEditor(element);
    paint(editor, []);
    expect(editor.state().pushes.size).toBe(0);
    click(editor, 20, 15);
    expect(editor.state().selection).toEqual([element.id]);
  });
});

describe('the commands', () => {
  const text = createTestElement('text', { name: 'text', fit: 'grow', xMm: 10, yMm: 10, widthMm: 30, heightMm: 10 });

  test('let everything below a text move with it as one step', () => {
    const editor = createTestEditor([
      text,
      createBox('first', 30, { pushed: undefined }),
      createBox('second', 50),
      createBox('column', 30, { xMm: 60, pushed: undefined }),
    ]);
    const { template } = editor.state();
    expect(stayingBelow(template, text.id).map(({ name }) => name)).toEqual(['first']);
    editor.run(pushAllBelow(text.id));
    expect(editor.state().template.elements.map(({ pushed }) => pushed)).toEqual([undefined, true, true, undefined]);
    expect(stayingBelow(editor.state().template, text.id)).toEqual([]);
    editor.undo();
    expect(editor.state().template).toEqual(template);
  });

  test('set and unset the selection', () => {
    const editor = createTestEditor([createBox('one', 10), createBox('two', 30, { pushed: undefined })]);
    expect(editor.run(setPushed(true))).toMatchObject({ ok: false });
    editor.select(editor.state().template.elements.map(({ id }) => id));
    editor.run(setPushed(true));
    expect(editor.state().template.elements.map(({ pushed }) => pushed)).toEqual([true, true]);
    editor.run(setPushed(false));
    expect(editor.state().template.elements.some((element) => 'pushed' in element)).toBe(false);
  });

  test('give the growth of a copied style to texts and not to cells', () => {
    const table = createTestTable([['a']]);
    const other = createTestElement('text', { name: 'other' });
    const editor = createTestEditor([table, other]);
    editor.select([table.id, other.id]);
    editor.run(pasteStyle({ fit: 'grow', bold: true }));
    expect(elementNamed(editor, 'other')).toMatchObject({ fit: 'grow', bold: true });
    const [styled] = editor.state().template.elements;
    expect(styled?.type === 'table' ? styled.cells[0]?.style : null).toMatchObject({ fit: 'none', bold: true });
  });
});
