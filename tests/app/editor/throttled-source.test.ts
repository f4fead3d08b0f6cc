import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addElement } from '#editor/commands/add.ts';
import { setText, typableContent } from '#editor/commands/content.ts';
import { moveBy } from '#editor/commands/move.ts';
import { setRotation } from '#editor/commands/rotate.ts';
import { createThrottledSource, createDeferredSource } from '#app/editor/session/ThrottledParts.tsx';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, pointerAt } from '#tests/editor/create-test-editor.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('follows changes at once, throttles a drag, and follows its end at once', () => {
  const one = createTestElement('rectangle', { xMm: 10, yMm: 10, filled: true });
  const editor = createTestEditor([one]);
  const calm = createThrottledSource(editor);
  expect(calm.state()).toBe(editor.state());
  const heard = vi.fn<() => void>();
  const stop = calm.subscribe(heard);

  editor.run(addElement('line'));
  expect(calm.state()).toBe(editor.state());
  expect(heard).toHaveBeenCalled();

  editor.pointerDown(pointerAt(editor, 12, 12));
  expect(calm.state().selection).toEqual([one.id]);
  editor.pointerMove(pointerAt(editor, 20, 20));
  heard.mockClear();
  for (let i = 0; i < 50; i++) editor.pointerMove(pointerAt(editor, 20 + i / 10, 20));
  expect(heard).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(heard).toHaveBeenCalledOnce();
  expect(calm.state()).toBe(editor.state());
  editor.pointerMove(pointerAt(editor, 40, 20));
  expect(calm.state()).not.toBe(editor.state());
  editor.pointerUp(pointerAt(editor, 40, 20));
  expect(calm.state()).toBe(editor.state());

  stop();
  heard.mockClear();
  editor.run(addElement('line'));
  vi.advanceTimersByTime(1_000);
  expect(heard).not.toHaveBeenCalled();
  expect(calm.state()).toBe(editor.state());
});

test('in deferred mode, shows a move when it ends and typed text when typing pauses', () => {
  const one = createTestElement('text', { xMm: 10, yMm: 10 });
  const editor = createTestEditor([one]);
  const still = createDeferredSource(editor);
  const heard = vi.fn<() => void>();
  const stop = still.subscribe(heard);

  editor.pointerDown(pointerAt(editor, 12, 12));
  editor.pointerMove(pointerAt(editor, 20, 20));
  expect(still.state().selection).toEqual([one.id]);
  const before = still.state();
  for (let i = 0; i < 50; i++) editor.pointerMove(pointerAt(editor, 20 + i, 20));
  vi.advanceTimersByTime(1_000);
  expect(still.state()).toBe(before);
  editor.pointerUp(pointerAt(editor, 70, 20));
  expect(still.state()).toMatchObject({ interaction: { type: 'none' }, canUndo: true });

  editor.setTextEditing(one.id);
  const slot = typableContent(editor.state(), one.id);
  if (slot === null) throw new Error('nothing can be typed');
  heard.mockClear();
  for (const text of ['a', 'ab', 'abc', 'abcd']) {
    editor.run(setText(slot, text), 'typing');
    vi.advanceTimersByTime(200);
  }
  expect(heard).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(heard).toHaveBeenCalledOnce();
  expect(still.state()).toBe(editor.state());
  editor.run(setText(slot, 'abcde'), 'typing');
  editor.setTextEditing(null);
  expect(still.state()).toBe(editor.state());
  stop();
});

test('in deferred mode, keeps the template while elements only move, and takes each other change', () => {
  const text = createTestElement('text', { xMm: 10, yMm: 10 });
  const code = createTestElement('barcode', { xMm: 30, yMm: 10 });
  const editor = createTestEditor([text, code]);
  const still = createDeferredSource(editor);
  const stop = still.subscribe(() => undefined);
  const { template } = still.state();

  editor.select([text.id]);
  editor.run(moveBy(3, 0));
  expect(still.state()).toMatchObject({ selection: [text.id], canUndo: true });
  expect(still.state().template).toBe(template);

  // Its modules may have other whole dots there.
  editor.select([code.id]);
  editor.run(moveBy(3, 0));
  expect(still.state().template).toBe(editor.state().template);
  editor.undo();
  expect(still.state().template).toBe(editor.state().template);
  editor.undo();
  const held = still.state().template;

  editor.select([text.id]);
  editor.run(setRotation(90));
  expect(still.state().template).not.toBe(held);
  expect(still.state().template).toBe(editor.state().template);
  editor.run(addElement('line'));
  expect(still.state().template).toBe(editor.state().template);
  stop();
});
