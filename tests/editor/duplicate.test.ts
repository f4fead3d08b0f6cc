import { describe, expect, test } from 'vitest';
import { duplicate } from '#editor/commands/copy-paste.ts';
import { moveBy, nudge } from '#editor/commands/move.ts';
import type { Editor } from '#editor/editor.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, drag } from './create-test-editor.ts';

const box = (xMm: number, yMm: number): LabelElement =>
  createTestElement('rectangle', { xMm, yMm, widthMm: 20, heightMm: 10, filled: true });
const places = (editor: Editor): readonly (readonly [number, number])[] =>
  editor.state().template.elements.map((e) => [e.xMm, e.yMm]);
/** 20 canvas units, in the file's 3 decimals. */
const USUAL = 5.291;

function createDuplicated(elements: readonly LabelElement[]): Editor {
  const editor = createTestEditor(elements);
  editor.select(elements.map((e) => e.id));
  editor.run(duplicate());
  return editor;
}

describe('duplicating', () => {
  test('again after the copy was moved keeps the offset of the move', () => {
    const editor = createDuplicated([box(5, 5)]);
    expect(places(editor)[1]).toEqual([5 + USUAL, 5 + USUAL]);
    editor.run(moveBy(25 - USUAL, -USUAL));
    editor.run(duplicate());
    editor.run(duplicate());
    expect(places(editor)).toEqual([
      [5, 5],
      [30, 5],
      [55, 5],
      [80, 5],
    ]);
  });

  test('continues from a copy that was dragged out with Alt', () => {
    const a = box(5, 5);
    const editor = createTestEditor([a]);
    drag(editor, [10, 10], [22, 25], { alt: true, control: true });
    editor.run(duplicate());
    expect(places(editor)).toEqual([
      [5, 5],
      [17, 20],
      [29, 35],
    ]);
  });

  test('several elements keep the offset only while they are kept together', () => {
    const editor = createDuplicated([box(5, 5), box(40, 5)]);
    editor.run(nudge(0, 1, true));
    editor.run(duplicate());
    const [, , a, b, c, d] = places(editor);
    expect(c?.[1]).toBeCloseTo((a?.[1] ?? 0) * 2 - 5, 2);
    expect(d?.[1]).toBeCloseTo((b?.[1] ?? 0) * 2 - 5, 2);
    const [only] = editor.state().selection;
    const both = editor.state().selection;
    editor.select(only === undefined ? [] : [only]);
    editor.run(moveBy(3, 3));
    editor.select(both);
    editor.run(duplicate());
    expect(places(editor)[7]?.[0]).toBeCloseTo((d?.[0] ?? 0) + USUAL, 2);
  });

  test('something else than the last copy gets the usual offset', () => {
    const a = box(5, 5);
    const editor = createDuplicated([a]);
    editor.run(moveBy(20, 0));
    editor.select([a.id]);
    editor.run(duplicate());
    expect(places(editor)[2]).toEqual([5 + USUAL, 5 + USUAL]);
  });
});
