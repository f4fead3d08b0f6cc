import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { align } from '#editor/commands/align.ts';
import { setText } from '#editor/commands/content.ts';
import { setProperties } from '#editor/commands/properties.ts';
import { rotate, setRotation } from '#editor/commands/rotate.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { contentOf, createTestEditor, elementNamed } from './create-test-editor.ts';

describe('rotating', () => {
  test('four times is the identity, for one and for several, byte for byte', () => {
    const micrometres = fc.integer({ min: -20_000, max: 120_000 }).map((n) => n / 1000);
    const size = fc.integer({ min: 1, max: 60_000 }).map((n) => n / 1000);
    const boxes = fc.array(fc.record({ xMm: micrometres, yMm: micrometres, widthMm: size, heightMm: size }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(boxes, fc.constantFrom('clockwise', 'counterclockwise'), (list, direction) => {
        const editor = createTestEditor(list.map((box) => createTestElement('rectangle', box)));
        editor.select(editor.state().template.elements.map((e) => e.id));
        const before = contentOf(editor.state().template);
        for (let i = 0; i < 4; i++) editor.run(rotate(direction));
        expect(contentOf(editor.state().template)).toBe(before);
      }),
      { numRuns: 500 },
    );
  });

  test('the center stays', () => {
    const a = createTestElement('barcode', { xMm: 10, yMm: 20, widthMm: 40, heightMm: 10 });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.run(rotate());
    expect(elementNamed(editor, a.name)).toMatchObject({ rotation: 90, xMm: 25, yMm: 5, widthMm: 40, heightMm: 10 });
    editor.run(setRotation(180));
    expect(elementNamed(editor, a.name)).toMatchObject({ rotation: 180, xMm: 10, yMm: 20 });
  });

  test('several rotate about their common center', () => {
    const a = createTestElement('rectangle', { xMm: 0, yMm: 0, widthMm: 10, heightMm: 10 });
    const b = createTestElement('rectangle', { xMm: 20, yMm: 0, widthMm: 10, heightMm: 10 });
    const editor = createTestEditor([a, b]);
    editor.select([a.id, b.id]);
    editor.run(rotate());
    expect(elementNamed(editor, a.name)).toMatchObject({ xMm: 10, yMm: -10 });
    expect(elementNamed(editor, b.name)).toMatchObject({ xMm: 10, yMm: 10 });
  });
});

describe('texts that are larger than their box', () => {
  const text = (): ReturnType<typeof createTestElement<'text'>> =>
    createTestElement('text', { xMm: 10, yMm: 10, widthMm: 10, heightMm: 5, align: 'left' });

  test('rotate about the center of their painted bounds', () => {
    const a = text();
    const editor = createTestEditor([a]);
    editor.setBounds(0, new Map([[a.id, { x: 10, y: 10, width: 30, height: 6 }]]));
    editor.select([a.id]);
    editor.run(rotate());
    const box = elementBox(elementNamed(editor, a.name));
    expect(box).toEqual({ x: 22, y: -2, width: 6, height: 30 });
  });

  test('keep their painted position when their alignment changes', () => {
    const a = text();
    const editor = createTestEditor([a]);
    editor.setBounds(0, new Map([[a.id, { x: 10, y: 10, width: 30, height: 6 }]]));
    editor.select([a.id]);
    editor.run(setProperties('text', { align: 'right' }));
    expect(elementNamed(editor, a.name)).toMatchObject({ xMm: 10, widthMm: 30, heightMm: 6, align: 'right' });
  });

  test('a wrapped one keeps the width at which it breaks', () => {
    const a = createTestElement('text', { xMm: 10, yMm: 10, widthMm: 20, heightMm: 5, autoWrap: true });
    const editor = createTestEditor([a]);
    editor.setBounds(0, new Map([[a.id, { x: 10, y: 10, width: 20, height: 15 }]]));
    editor.select([a.id]);
    editor.run(align('bottom'));
    expect(elementNamed(editor, a.name)).toMatchObject({ widthMm: 20, heightMm: 15, yMm: 65 });
  });

  test('bounds measured before the last change are not used', () => {
    const a = text();
    const editor = createTestEditor([a]);
    editor.setBounds(0, new Map([[a.id, { x: 10, y: 10, width: 30, height: 6 }]]));
    editor.run(setText({ id: a.id, content: 0 }, 'something else'));
    editor.setBounds(0, new Map([[a.id, { x: 10, y: 10, width: 90, height: 6 }]]));
    editor.select([a.id]);
    editor.run(setProperties('text', { align: 'right' }));
    expect(elementNamed(editor, a.name)).toMatchObject({ widthMm: 10 });
  });
});
