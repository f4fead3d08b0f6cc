import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startAutosave } from '#app/editor/save/autosave.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import { setLabel } from '#editor/commands/label.ts';
import type { Editor } from '#editor/editor.ts';
import { allIds } from '#editor/selection.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, pointerAt } from '../../editor/create-test-editor.ts';

const IDLE_MS = 3_000;
const LONGEST_MS = 20_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Started {
  readonly editor: Editor;
  /** Names of the saved labels. */
  readonly saved: readonly string[];
  stop(): void;
}

function start(isOn: () => boolean = () => true): Started {
  const editor = createTestEditor([createTestElement('rectangle', { xMm: 5, yMm: 5 })]);
  const saved: string[] = [];
  const stop = startAutosave(editor, { isOn, save: () => saved.push(editor.state().template.label.name) });
  return { editor, saved, stop };
}

function rename(editor: Editor, name: string): void {
  expect(editor.run(setLabel({ name })).ok).toBe(true);
}

test('saves once, some seconds after the last of several changes', async () => {
  const { editor, saved } = start();
  rename(editor, 'A');
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  rename(editor, 'B');
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(saved).toEqual(['B']);
  await vi.advanceTimersByTimeAsync(10 * LONGEST_MS);
  expect(saved).toEqual(['B']);
});

test('saves while changes never pause', async () => {
  const { editor, saved } = start();
  for (let ms = 0; ms < 2 * LONGEST_MS + IDLE_MS; ms += IDLE_MS / 2) {
    rename(editor, `after ${ms}`);
    await vi.advanceTimersByTimeAsync(IDLE_MS / 2);
  }
  expect(saved).toHaveLength(2);
});

test('saves work that is unsaved when autosave starts, and nothing after autosave stops', async () => {
  const { editor, saved, stop } = start();
  rename(editor, 'A');
  stop();
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(saved).toEqual([]);
  startAutosave(editor, { isOn: () => true, save: () => editor.markSaved(editor.state().template) });
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(editor.state().dirty).toBe(false);
});

test('saves nothing that is undone, empty, or switched off', async () => {
  let isOn = true;
  const { editor, saved } = start(() => isOn);
  rename(editor, 'A');
  editor.undo();
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  editor.select(allIds(editor.state().template));
  expect(editor.run(deleteSelected()).ok).toBe(true);
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  editor.undo();
  isOn = false;
  rename(editor, 'B');
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(saved).toEqual([]);
  isOn = true;
  rename(editor, 'C');
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(saved).toEqual(['C']);
});

test('waits until a drag has ended', async () => {
  const { editor, saved } = start();
  editor.pointerDown(pointerAt(editor, 10, 10));
  editor.pointerMove(pointerAt(editor, 20, 10));
  expect(editor.state().interaction.type).toBe('move');
  await vi.advanceTimersByTimeAsync(2 * LONGEST_MS);
  expect(saved).toEqual([]);
  editor.pointerUp(pointerAt(editor, 20, 10));
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(saved).toHaveLength(1);
});
