import { describe, expect, test } from 'vitest';
import { group } from '#editor/commands/group.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import type { Editor } from '#editor/editor.ts';
import { tabbed, toggledAtFocus, type KeyedSelection } from '#editor/keyboard-selection.ts';
import { readingOrder } from '#editor/reading-order.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, elementNamed } from './create-test-editor.ts';

/** Boxes of 10 x 10 mm in a row: `a`, `b` … */
function editorOf(names: string): Editor {
  const boxes = [...names].map((name, i) =>
    createTestElement('rectangle', { name, xMm: i * 15, yMm: 10, widthMm: 10, heightMm: 10 }),
  );
  return createTestEditor(boxes, { widthMm: 120, heightMm: 60 });
}

/** `T` is Tab, `B` Shift+Tab, `S` Shift+Space. False when the last key moved nowhere. */
function press(editor: Editor, keys: string): boolean {
  let next: KeyedSelection | null = null;
  for (const key of keys) {
    const state = editor.state();
    const order = readingOrder(state.template.elements, state.bounds);
    next = key === 'S' ? toggledAtFocus(state) : tabbed(state, order, key === 'T' ? 1 : -1);
    if (next !== null) editor.select(next.selection, next.focused);
  }
  return next !== null;
}

function namesOf(editor: Editor, which: 'selection' | 'focused'): string | null {
  const { template, ...state } = editor.state();
  const ids = state[which];
  return ids?.map((id) => template.elements.find((e) => e.id === id)?.name ?? '?').join('') ?? null;
}

describe('Shift+Space', () => {
  test.each([
    ['TT', 'b', null],
    ['TS', 'a', 'a'],
    ['TSTS', 'ab', 'b'],
    ['TSTTS', 'ac', 'c'],
    ['TSTSTSBS', 'ac', 'b'],
    ['TSTSBS', 'b', 'a'],
    ['TSS', '', 'a'],
    ['TSSTS', 'b', 'b'],
  ])('after %s, %j is selected and the keyboard is at %j', (keys, selected, focused) => {
    const editor = editorOf('abcd');
    expect(press(editor, keys)).toBe(true);
    expect(namesOf(editor, 'selection')).toBe(selected);
    expect(namesOf(editor, 'focused')).toBe(focused);
  });

  test('removes one element of a selection made in another way', () => {
    const editor = editorOf('abc');
    editor.select(editor.state().template.elements.map((e) => e.id));
    press(editor, 'S');
    expect(namesOf(editor, 'selection')).toBe('ab');
    expect(namesOf(editor, 'focused')).toBe('c');
  });

  test('does nothing when nothing is selected, and Tab leaves the canvas after the last element', () => {
    const editor = editorOf('ab');
    expect(press(editor, 'S')).toBe(false);
    expect(press(editor, 'TSTT')).toBe(false);
    expect(namesOf(editor, 'focused')).toBe('b');
  });

  test('adds and removes whole groups', () => {
    const editor = editorOf('abcd');
    editor.select([elementNamed(editor, 'b').id, elementNamed(editor, 'c').id]);
    expectOk(editor.run(group()));
    editor.select([]);
    press(editor, 'TSTS');
    expect(namesOf(editor, 'selection')).toBe('abc');
    press(editor, 'S');
    expect(namesOf(editor, 'selection')).toBe('a');
  });

  test('ends with every other way of selecting, and when the element is deleted', () => {
    const editor = editorOf('abc');
    press(editor, 'TST');
    editor.select([elementNamed(editor, 'a').id]);
    expect(namesOf(editor, 'focused')).toBeNull();
    press(editor, 'STS');
    expectOk(editor.run(deleteSelected()));
    expect(namesOf(editor, 'focused')).toBeNull();
  });
});
