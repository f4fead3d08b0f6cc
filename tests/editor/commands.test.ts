import { describe, expect, test } from 'vitest';
import { addElement } from '#editor/commands/add.ts';
import { align, distribute } from '#editor/commands/align.ts';
import { duplicate } from '#editor/commands/copy-paste.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import { toggleLock } from '#editor/commands/lock.ts';
import { moveBy, nudge } from '#editor/commands/move.ts';
import { order } from '#editor/commands/order.ts';
import { setProperties } from '#editor/commands/properties.ts';
import { resizeBy } from '#tests/support/resize-by.ts';
import { rotate } from '#editor/commands/rotate.ts';
import type { Command } from '#editor/editor.ts';
import { createTestElement, TEST_ASSET } from '#tests/support/create-elements.ts';
import { createTestEditor, elementNamed } from './create-test-editor.ts';

describe('adding', () => {
  test('sizes are those of the specification, divided by the zoom', () => {
    const editor = createTestEditor();
    editor.zoomAt(2);
    editor.run(addElement('rectangle'));
    editor.run(addElement('line'));
    editor.run(addElement('text', { text: 'x' }));
    expect(elementNamed(editor, 'Rectangle1')).toMatchObject({ widthMm: 19.841, heightMm: 10.582 });
    expect(elementNamed(editor, 'Line1')).toMatchObject({ widthMm: 13.228 });
    expect(elementNamed(editor, 'Text1')).toMatchObject({ fontSize: 9 });
  });

  test('a second element does not hide the first, and the newest is selected and on top', () => {
    const editor = createTestEditor();
    editor.run(addElement('qrcode'));
    editor.run(addElement('qrcode'));
    const [first, second] = editor.state().template.elements;
    expect(first?.xMm).not.toBe(second?.xMm);
    expect(editor.state().selection).toEqual([second?.id]);
  });

  test('an image adds its bytes', () => {
    const editor = createTestEditor();
    const asset = { mime: 'image/png', bytes: Uint8Array.of(9) } as const;
    editor.run(addElement('image', { image: { key: TEST_ASSET, asset, size: { width: 40, height: 20 } } }));
    expect(editor.state().template.assets.get(TEST_ASSET)).toEqual(asset);
    expect(elementNamed(editor, 'Image1')).toMatchObject({ widthMm: 30, heightMm: 15 });
  });
});

describe('rejections', () => {
  const placing: readonly [string, Command][] = [
    ['move', nudge(1, 0)],
    ['align', align('left')],
    ['order', order('front')],
    ['rotate', rotate()],
    ['resize', resizeBy('se', 5, 5)],
    ['duplicate', duplicate()],
    ['place', setProperties('rectangle', { xMm: 1 })],
  ];

  test.each(placing)('%s of a locked element is rejected and changes nothing', (_name, command) => {
    const locked = createTestElement('rectangle', { locked: true });
    const editor = createTestEditor([locked, createTestElement('line')]);
    editor.select(editor.state().template.elements.map((e) => e.id));
    expect(editor.run(command)).toMatchObject({ ok: false, error: { code: 'edit.locked' } });
    expect(editor.state().revision).toBe(0);
  });

  test('a locked element is neither copied, cut nor deleted, and protects the elements selected with it', () => {
    const editor = createTestEditor([createTestElement('line'), createTestElement('rectangle', { locked: true })]);
    editor.select(editor.state().template.elements.map((e) => e.id));
    for (const result of [editor.copy(), editor.run(deleteSelected())]) {
      expect(result).toMatchObject({ ok: false, error: { code: 'edit.locked' } });
    }
    expect(editor.state().revision).toBe(0);
  });

  test.each([...placing.slice(0, 6), ['delete', deleteSelected()], ['lock', toggleLock()]] as const)(
    '%s with nothing selected',
    (_name, command) => {
      const editor = createTestEditor([createTestElement('rectangle')]);
      expect(editor.run(command)).toMatchObject({ ok: false, error: { code: 'edit.nothingSelected' } });
    },
  );

  test('distributing needs three', () => {
    const editor = createTestEditor([createTestElement('line'), createTestElement('line')]);
    editor.select(editor.state().template.elements.map((e) => e.id));
    expect(editor.run(distribute('horizontal'))).toMatchObject({ ok: false, error: { code: 'edit.needsThree' } });
  });

  test('locking several unlocks all if any is locked', () => {
    const editor = createTestEditor([createTestElement('line', { locked: true }), createTestElement('line')]);
    editor.select(editor.state().template.elements.map((e) => e.id));
    editor.run(toggleLock());
    expect(editor.state().template.elements.map((e) => e.locked)).toEqual([false, false]);
    editor.run(toggleLock());
    expect(editor.state().template.elements.map((e) => e.locked)).toEqual([true, true]);
  });
});

test('moving rounds to the micrometers of the file', () => {
  const a = createTestElement('rectangle', { xMm: 1, yMm: 1 });
  const editor = createTestEditor([a]);
  editor.select([a.id]);
  editor.run(moveBy(1 / 3, 2 / 3));
  expect(elementNamed(editor, a.name)).toMatchObject({ xMm: 1.333, yMm: 1.667 });
});
