import { describe, expect, test } from 'vitest';
import { align, distribute } from '#editor/commands/align.ts';
import { order } from '#editor/commands/order.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, elementNamed } from './create-test-editor.ts';

describe('aligning and ordering', () => {
  test('aligns a single element to the label, several to the box around them', () => {
    const a = createTestElement('rectangle', { xMm: 10, yMm: 10, widthMm: 20, heightMm: 10 });
    const b = createTestElement('rectangle', { xMm: 50, yMm: 30, widthMm: 10, heightMm: 10 });
    const editor = createTestEditor([a, b]);
    editor.select([a.id]);
    editor.run(align('right'));
    expect(elementNamed(editor, a.name).xMm).toBe(80);
    editor.undo();
    editor.select([a.id, b.id]);
    editor.run(align('right'));
    expect(elementNamed(editor, a.name).xMm).toBe(40);
    editor.run(align('middle'));
    expect(elementNamed(editor, a.name).yMm).toBe(20);
    expect(elementNamed(editor, b.name).yMm).toBe(20);
  });

  test('distributing gives equal gaps and keeps the outermost', () => {
    const boxes = [0, 12, 50].map((xMm, i) =>
      createTestElement('rectangle', { xMm, yMm: 0, widthMm: 10 + i, heightMm: 5 }),
    );
    const editor = createTestEditor(boxes);
    editor.select(boxes.map((e) => e.id));
    editor.run(distribute('horizontal'));
    expect(editor.state().template.elements.map((e) => e.xMm)).toEqual([0, 24.5, 50]);
  });

  test('order', () => {
    const list = ['a', 'b', 'c', 'd'].map((name) => createTestElement('line', { name }));
    const editor = createTestEditor(list);
    const names = (): string =>
      editor
        .state()
        .template.elements.map((e) => e.name)
        .join('');
    const select = (...wanted: string[]): void =>
      editor.select(list.filter((e) => wanted.includes(e.name)).map((e) => e.id));
    select('a', 'b');
    editor.run(order('forward'));
    expect(names()).toBe('cabd');
    editor.run(order('front'));
    expect(names()).toBe('cdab');
    select('b');
    editor.run(order('backward'));
    expect(names()).toBe('cdba');
    editor.run(order('back'));
    expect(names()).toBe('bcda');
  });
});
