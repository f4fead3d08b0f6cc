import { describe, expect, test } from 'vitest';
import { addElement } from '#editor/commands/add.ts';
import type { Editor } from '#editor/editor.ts';
import type { ElementType, LabelElement } from '#model/elements/element.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, drag, click, pointerAt } from './create-test-editor.ts';

/** Arms a type as the screen does. */
function arm(editor: Editor, type: ElementType): void {
  editor.arm(type, (where) => void editor.run(addElement(type, { ...where, text: 'Tea' })));
}
function drawn(
  type: ElementType,
  from: readonly [number, number],
  to: readonly [number, number],
  keys: Parameters<typeof drag>[3] = {},
): LabelElement {
  const editor = createTestEditor();
  arm(editor, type);
  drag(editor, from, to, { control: true, ...keys });
  const [element, more] = editor.state().template.elements;
  if (element === undefined || more !== undefined) throw new Error('not one element');
  expect(editor.state().selection).toEqual([element.id]);
  expect(editor.state().armed).toBeNull();
  return element;
}

describe('an armed type', () => {
  test.each(['rectangle', 'ellipse', 'barcode', 'table'] as const)('%s is drawn in the box of the drag', (type) => {
    expect(drawn(type, [20, 10], [60, 45])).toMatchObject({ xMm: 20, yMm: 10, widthMm: 40, heightMm: 35 });
    // Backwards from the lower right corner, too.
    expect(drawn(type, [60, 45], [20, 10])).toMatchObject({ xMm: 20, yMm: 10, widthMm: 40, heightMm: 35 });
  });

  test('Shift draws a square, Alt around the starting point', () => {
    expect(drawn('rectangle', [20, 10], [50, 20], { shift: true })).toMatchObject({ widthMm: 30, heightMm: 30 });
    expect(drawn('rectangle', [50, 40], [60, 45], { alt: true })).toMatchObject({
      xMm: 40,
      yMm: 35,
      widthMm: 20,
      heightMm: 10,
    });
  });

  test('a square code stays square; nothing gets smaller than its type allows', () => {
    const code = drawn('qrcode', [20, 10], [50, 30]);
    expect(code.widthMm).toBe(code.heightMm);
    expect(code).toMatchObject({ xMm: 20, yMm: 10 });
    // 20 canvas units.
    expect(drawn('rectangle', [20, 10], [22, 12]).widthMm).toBeCloseTo(20 / 3.78, 2);
  });

  test('a text wraps in the drawn width, at the size of new texts', () => {
    const placed = createTestEditor();
    placed.run(addElement('text', { text: 'Tea' }));
    const [usual] = placed.state().template.elements;
    const text = drawn('text', [20, 10], [70, 40]);
    expect(text).toMatchObject({ xMm: 20, yMm: 10, widthMm: 50, autoWrap: true });
    expect(text.type === 'text' && usual?.type === 'text' && text.fontSize === usual.fontSize).toBe(true);
  });

  test.each([
    [[20, 20], [60, 20.5], 'horizontal', 20, 60],
    [[20, 20], [20.2, 60], 'vertical', 20, 20],
    [[20, 20], [60, 60], 'left', 20, 60],
    [[60, 20], [20, 60], 'right', 20, 60],
    [[20, 60], [60, 20], 'right', 20, 60],
  ] as const)('a line runs from %j to %j: %s', (from, to, direction, left, right) => {
    const line = drawn('line', from, to);
    expect(line).toMatchObject({ type: 'line', direction });
    expect(Math.abs(line.xMm - left)).toBeLessThan(1);
    expect(Math.abs(line.xMm + line.widthMm - right)).toBeLessThan(1);
  });

  test('with Shift a line snaps to the next eighth of a turn', () => {
    expect(drawn('line', [20, 20], [60, 26], { shift: true })).toMatchObject({ direction: 'horizontal' });
    const diagonal = drawn('line', [20, 20], [60, 50], { shift: true });
    expect(diagonal.widthMm).toBeCloseTo(diagonal.heightMm, 2);
  });

  test('a click places the default size around it', () => {
    const editor = createTestEditor();
    arm(editor, 'rectangle');
    click(editor, 50, 40);
    const [element] = editor.state().template.elements;
    if (element === undefined) throw new Error('nothing was placed');
    expect(element.xMm + element.widthMm / 2).toBeCloseTo(50, 1);
    expect(element.yMm + element.heightMm / 2).toBeCloseTo(40, 1);
    expect(editor.state().armed).toBeNull();
  });

  test('previews its box, snaps to others, and disappears with Esc', () => {
    const other = createTestElement('rectangle', { xMm: 10, yMm: 10, widthMm: 20, heightMm: 10, filled: true });
    const editor = createTestEditor([other]);
    arm(editor, 'rectangle');
    // Over an element, too: it is not moved.
    editor.pointerDown(pointerAt(editor, 10.5, 40));
    editor.pointerMove(pointerAt(editor, 29.4, 60));
    expect(editor.state().interaction).toMatchObject({
      type: 'draw',
      rectMm: { x: 10, y: 40, width: 20, height: 20 },
      guides: [{ axis: 'x', atMm: 30 }],
    });
    editor.pointerCancel();
    editor.disarm();
    expect(editor.state().template.elements).toEqual([other]);
    drag(editor, [20, 15], [50, 55], { control: true });
    expect(editor.state().template.elements).toMatchObject([{ xMm: 40, yMm: 50 }]);
  });

  test('Space pans while it is armed', () => {
    const editor = createTestEditor();
    arm(editor, 'rectangle');
    drag(editor, [20, 20], [30, 30], { space: true });
    expect(editor.state().template.elements).toEqual([]);
    expect(editor.state().armed).toBe('rectangle');
  });
});
