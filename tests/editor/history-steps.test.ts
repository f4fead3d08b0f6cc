import { describe, expect, test } from 'vitest';
import { align } from '#editor/commands/align.ts';
import { addElement } from '#editor/commands/add.ts';
import { setText } from '#editor/commands/content.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import { group, ungroup } from '#editor/commands/group.ts';
import { setLabel } from '#editor/commands/label.ts';
import { rename, setHidden } from '#editor/commands/layers.ts';
import { toggleLock } from '#editor/commands/lock.ts';
import { moveBy } from '#editor/commands/move.ts';
import { order } from '#editor/commands/order.ts';
import { setProperties } from '#editor/commands/properties.ts';
import { resizeBy } from '#tests/support/resize-by.ts';
import { rotate } from '#editor/commands/rotate.ts';
import type { Command } from '#editor/editor.ts';
import { stepOf, type StepKind } from '#editor/step-kind.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { contentOf, createTestEditor } from './create-test-editor.ts';

const first = createTestElement('text', { name: 'First', xMm: 5, yMm: 5 });
const second = createTestElement('rectangle', { name: 'Second', xMm: 40, yMm: 40 });

const STEPS: readonly (readonly [StepKind, Command])[] = [
  ['added', addElement('ellipse')],
  ['removed', deleteSelected()],
  ['moved', moveBy(3, 4)],
  ['rotated', rotate()],
  ['ordered', order('front')],
  ['locked', toggleLock()],
  ['typed', setText({ id: first.id, content: 0 }, 'Other')],
  ['styled', setProperties('text', { bold: true })],
  ['hidden', setHidden([first.id], true)],
  ['renamed', rename(first.id, 'Other')],
  ['label', setLabel({ widthMm: 44 })],
];

describe('the list of steps', () => {
  test.each(STEPS)('%s', (kind, command) => {
    const editor = createTestEditor([first, second]);
    editor.select([first.id]);
    expect(editor.run(command)).toMatchObject({ ok: true });
    const { changes, done } = editor.history();
    expect([changes.length, done]).toEqual([1, 1]);
    const [change] = changes;
    expect(change && stepOf(change).kind).toBe(kind);
  });

  test('aligned texts are described as moved, at any measured size', () => {
    const editor = createTestEditor([first]);
    editor.setBounds(editor.state().revision, new Map([[first.id, { x: 5, y: 5, width: 31, height: 7 }]]));
    editor.select([first.id]);
    editor.run(align('right'));
    expect(editor.history().changes.map((change) => stepOf(change))).toEqual([{ kind: 'moved', names: ['First'] }]);
  });

  test('groups are described as created and ended', () => {
    const editor = createTestEditor([first, second]);
    editor.select([first.id, second.id]);
    editor.run(group());
    editor.run(ungroup());
    expect(editor.history().changes.map((change) => stepOf(change).kind)).toEqual(['grouped', 'ungrouped']);
  });

  test('an enlarged shape is described as resized', () => {
    const editor = createTestEditor([first, second]);
    editor.select([second.id]);
    editor.run(resizeBy('se', 40, 20));
    expect(editor.history().changes.map((change) => stepOf(change))).toEqual([{ kind: 'resized', names: ['Second'] }]);
  });

  test('jumps to any step and back, with the selection at that step', () => {
    const editor = createTestEditor([first]);
    editor.select([first.id]);
    const states = [contentOf(editor.state().template)];
    for (let i = 0; i < 6; i++) {
      editor.run(moveBy(1, i));
      states.push(contentOf(editor.state().template));
    }
    for (const step of [2, 6, 0, 5, 5, 1]) {
      editor.goToStep(step);
      expect(contentOf(editor.state().template)).toBe(states[step]);
      expect(editor.history().done).toBe(step);
      expect(editor.history().changes).toHaveLength(6);
    }
    editor.run(moveBy(9, 9));
    expect(editor.history()).toMatchObject({ done: 2 });
    expect(editor.history().changes).toHaveLength(2);
  });
});
