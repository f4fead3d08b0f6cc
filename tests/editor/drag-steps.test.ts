import { expect, test, vi } from 'vitest';
import type { Rect } from '#model/kernel/geometry.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, pointerAt } from './create-test-editor.ts';

test('a drag step is notified once, and an equal measurement is not notified at all', () => {
  const one = createTestElement('rectangle', { xMm: 10, yMm: 10, filled: true });
  const editor = createTestEditor([one]);
  editor.pointerDown(pointerAt(editor, 12, 12));
  editor.pointerMove(pointerAt(editor, 20, 20));
  const measured = { x: 1, y: 2, width: one.widthMm, height: one.heightMm };
  const measure = (): Rect => {
    const [now = one] = editor.state().template.elements;
    // As the worker computes it: again, from the position.
    return { ...measured, x: measured.x + now.xMm, y: measured.y + now.yMm };
  };
  editor.setBounds(editor.state().revision, new Map([[one.id, measure()]]));

  const heard = vi.fn<() => void>();
  editor.subscribe(heard);
  for (let i = 1; i <= 10; i++) {
    heard.mockClear();
    editor.pointerMove(pointerAt(editor, 20 + i / 3, 20 + i / 7));
    expect(heard).toHaveBeenCalledOnce();
    const { bounds, revision } = editor.state();
    editor.setBounds(revision, new Map([[one.id, measure()]]));
    expect(heard).toHaveBeenCalledOnce();
    expect(editor.state().bounds).toBe(bounds);
  }
  const wider = { ...measure(), width: 2 * one.widthMm };
  editor.setBounds(editor.state().revision, new Map([[one.id, wider]]));
  expect(heard).toHaveBeenCalledTimes(2);
  expect(editor.state().bounds.get(one.id)).toEqual(wider);
});
