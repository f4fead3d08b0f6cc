import { describe, expect, test } from 'vitest';
import { addElement } from '#editor/commands/add.ts';
import type { Editor } from '#editor/editor.ts';
import { middleInside } from '#editor/free-place.ts';
import { labelToCanvas } from '#editor/viewport.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import { createTestEditor } from './create-test-editor.ts';

function middles(editor: Editor): readonly string[] {
  return editor.state().template.elements.map((element) => {
    const box = elementBox(element);
    return `${(box.x + box.width / 2).toFixed(2)} ${(box.y + box.height / 2).toFixed(2)}`;
  });
}

describe('new elements', () => {
  test.each([
    ['the usual label', 100, 80, 60],
    ['a narrow one', 12, 200, 15],
    ['one that is zoomed far in', 100, 80, 40],
  ])('never stand on one spot: %s', (name, widthMm, heightMm, count) => {
    const editor = createTestEditor([], { widthMm, heightMm });
    if (name.includes('zoomed')) editor.zoomAt(5);
    for (let i = 0; i < count; i++) editor.run(addElement('rectangle'));
    expect(new Set(middles(editor)).size).toBe(count);
  });

  test('begin in the center of the view, and stay in it', () => {
    const editor = createTestEditor();
    editor.zoomAt(4, { x: 100, y: 100 });
    for (let i = 0; i < 30; i++) editor.run(addElement('ellipse'));
    const { viewport, template } = editor.state();
    for (const element of template.elements) {
      const box = elementBox(element);
      const at = labelToCanvas(viewport, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
      expect(at.x).toBeGreaterThanOrEqual(0);
      expect(at.x).toBeLessThanOrEqual(viewport.widthPx);
      expect(at.y).toBeLessThanOrEqual(viewport.heightPx);
    }
  });

  test('share positions evenly when there is no room for so many', () => {
    const editor = createTestEditor([], { widthMm: 3, heightMm: 3 });
    editor.zoomAt(0.2);
    for (let i = 0; i < 5; i++) editor.run(addElement('line'));
    expect(editor.state().template.elements).toHaveLength(5);
  });
});

describe('a click near an edge', () => {
  test.each(ELEMENT_TYPES.filter((type) => type !== 'image'))('places a %s wholly inside the label', (type) => {
    for (const centreMm of [
      { x: 0, y: 0 },
      { x: 99, y: 1 },
      { x: 3, y: 79 },
      { x: 130, y: 95 },
    ]) {
      const editor = createTestEditor();
      editor.run(addElement(type, { centreMm, text: 'Text' }));
      const [element] = editor.state().template.elements;
      const box = elementBox(element ?? expect.fail('nothing was placed'));
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(100);
      expect(box.y + box.height).toBeLessThanOrEqual(80);
    }
  });

  test('centers an element wider than the label on the point, and places it inside on the other axis', () => {
    const label = { widthMm: 10, heightMm: 80 };
    expect(middleInside({ x: 2, y: 79 }, { width: 30, height: 20 }, label)).toEqual({ x: 2, y: 70 });
  });

  test('a free position is inside the label, too, when only its edge is visible', () => {
    const editor = createTestEditor();
    editor.zoomAt(1);
    const { viewport } = editor.state();
    editor.panBy(-viewport.originXPx - 370, -viewport.originYPx - 290);
    editor.run(addElement('rectangle'));
    const box = elementBox(editor.state().template.elements[0] ?? expect.fail('nothing was placed'));
    expect(box.x + box.width).toBeLessThanOrEqual(100);
    expect(box.y + box.height).toBeLessThanOrEqual(80);
  });
});
