import { describe, expect, test } from 'vitest';
import type { Editor, EditorPointer } from '#editor/editor.ts';
import { angleOf } from '#model/elements/base/turn.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { rotate } from '#editor/commands/rotate.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { contentOf, createTestEditor, elementNamed, pointerAt } from './create-test-editor.ts';

const box = (xMm: number, yMm: number, fields: object = {}): LabelElement =>
  createTestElement('rectangle', { xMm, yMm, widthMm: 20, heightMm: 10, filled: true, ...fields });

/** A point at this angle around the label's point, in degrees clockwise from the right. */
function around(editor: Editor, [x, y]: readonly [number, number], degrees: number, keys = {}): EditorPointer {
  const angle = (degrees * Math.PI) / 180;
  return pointerAt(editor, x + 30 * Math.cos(angle), y + 30 * Math.sin(angle), keys);
}

function turnBy(editor: Editor, centre: readonly [number, number], degrees: number): void {
  editor.pointerDown(around(editor, centre, -90), 'rotate');
  const steps = Math.ceil(Math.abs(degrees) / 40);
  for (let i = 1; i <= steps; i++) editor.pointerMove(around(editor, centre, -90 + (degrees * i) / steps));
  editor.pointerUp(around(editor, centre, -90 + degrees));
}

describe('the rotation handle', () => {
  test.each([
    [2.4, 0],
    [12.34, 12.3],
    [50, 50],
    [92, 90],
    [-60, 300],
    [338, 338],
    [460, 100],
  ])('a rotation by %d degrees ends at %d, as one entry of the history', (degrees, angle) => {
    const a = box(40, 35);
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    turnBy(editor, [50, 40], degrees);
    expect(angleOf(elementNamed(editor, a.name))).toBe(angle);
    expect(editor.state().canUndo).toBe(angle !== 0);
    editor.undo();
    expect(editor.state().template.elements).toEqual([a]);
  });

  test('Shift turns to multiples of 15 degrees, and Ctrl does not snap to quarter turns', () => {
    const a = box(40, 35, { turnDegrees: 7.1 });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.pointerDown(around(editor, [50, 40], -90), 'rotate');
    editor.pointerMove(around(editor, [50, 40], -50, { shift: true }));
    expect(editor.state().interaction).toMatchObject({
      turn: { degrees: 37.9, keptDegrees: 37.9, beforeDegrees: 7.1 },
    });
    expect(angleOf(elementNamed(editor, a.name))).toBe(45);
    editor.pointerMove(around(editor, [50, 40], -9, { control: true }));
    expect(angleOf(elementNamed(editor, a.name))).toBe(88.1);
    editor.pointerMove(around(editor, [50, 40], -9));
    expect(angleOf(elementNamed(editor, a.name))).toBe(90);
    editor.pointerUp(around(editor, [50, 40], -9));
  });

  test.each([
    [30, 0],
    [50, 90],
    [100, 90],
    [170, 180],
    [-60, 270],
    [340, 0],
    [460, 90],
  ])('a code turned by %d degrees ends at the quarter turn %d', (degrees, rotation) => {
    const a = createTestElement('barcode', { xMm: 40, yMm: 35, widthMm: 20, heightMm: 10 });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    turnBy(editor, [50, 40], degrees);
    expect(angleOf(elementNamed(editor, a.name))).toBe(rotation);
    expect(editor.state().canUndo).toBe(rotation !== 0);
    editor.undo();
    expect(editor.state().template.elements).toEqual([a]);
  });

  test('the frame follows the pointer and a code the nearest quarter; with Shift the frame does too', () => {
    const a = createTestElement('barcode', { xMm: 40, yMm: 35, rotation: 90, widthMm: 10, heightMm: 20 });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.pointerDown(around(editor, [50, 40], -90), 'rotate');
    editor.pointerMove(around(editor, [50, 40], -30));
    const { interaction } = editor.state();
    if (interaction.type !== 'rotate') throw new Error('nothing is turned');
    expect(interaction.turn.degrees).toBeCloseTo(60);
    expect(interaction.turn).toMatchObject({ keptDegrees: 90, beforeDegrees: 90 });
    expect(elementNamed(editor, a.name).rotation).toBe(180);
    editor.pointerMove(around(editor, [50, 40], -30, { shift: true }));
    expect(editor.state().interaction).toMatchObject({ turn: { degrees: 90 } });
    editor.pointerUp(around(editor, [50, 40], -30));
    expect(editor.state().interaction).toMatchObject({ type: 'none', turned: { keptDegrees: 90 } });
  });

  test('several are rotated about their common center, like by the command', () => {
    const a = box(30, 30);
    const b = box(60, 40);
    const editor = createTestEditor([a, b]);
    const other = createTestEditor([a, b]);
    editor.select([a.id, b.id]);
    other.select([a.id, b.id]);
    turnBy(editor, [55, 40], 90);
    other.run(rotate());
    expect(contentOf(editor.state().template)).toBe(contentOf(other.state().template));
    // Their common box was 50 mm wide and 20 mm high around 55, 40.
    expect(elementNamed(editor, a.name)).toMatchObject({ rotation: 90, xMm: 55, yMm: 15 });
    expect(elementNamed(editor, b.name)).toMatchObject({ rotation: 90, xMm: 45, yMm: 45 });
  });

  test('Esc reverts the rotation; a locked element is not rotated', () => {
    const a = box(40, 35);
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.pointerDown(around(editor, [50, 40], -90), 'rotate');
    editor.pointerMove(around(editor, [50, 40], 0));
    editor.pointerCancel();
    expect(editor.state().template.elements).toEqual([a]);
    expect(editor.state().canUndo).toBe(false);
    const locked = box(40, 35, { locked: true });
    const held = createTestEditor([locked]);
    held.select([locked.id]);
    expect(held.pointerDown(around(held, [50, 40], -90), 'rotate')).toMatchObject({ error: { code: 'edit.locked' } });
    held.pointerMove(around(held, [50, 40], 0));
    expect(held.state().template.elements).toEqual([locked]);
  });
});
