import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resizeTo, settableSize, type SizeAxis } from '#editor/commands/size.ts';
import { elementBox } from '#model/elements/base/box.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestTable } from '#tests/support/create-table.ts';
import { contentOf, createTestEditor } from './create-test-editor.ts';

/** The box of the only element after its width or height was set. */
function boxAfter(element: LabelElement, axis: SizeAxis, mm: number): ReturnType<typeof elementBox> {
  const editor = createTestEditor([element]);
  editor.select([element.id]);
  expect(editor.run(resizeTo(axis, mm)).ok).toBe(true);
  const [after] = editor.state().template.elements;
  if (after === undefined) throw new Error('it is gone');
  return elementBox(after);
}

const BOX = { xMm: 10, yMm: 20, widthMm: 30, heightMm: 12 };

describe('width and height by number', () => {
  test.each(ROTATIONS)('are those on the label, whatever the rotation: %i degrees', (rotation) => {
    const shape = createTestElement('rectangle', { ...BOX, rotation });
    const before = elementBox(shape);
    expect(boxAfter(shape, 'width', 44)).toEqual({ ...before, width: 44 });
    expect(boxAfter(shape, 'height', 44)).toEqual({ ...before, height: 44 });
  });

  test('an image with fixed proportions changes on both sides, another on one', () => {
    expect(boxAfter(createTestElement('image', BOX), 'width', 60)).toMatchObject({ width: 60, height: 24 });
    expect(boxAfter(createTestElement('image', BOX), 'height', 6)).toMatchObject({ width: 15, height: 6 });
    const free = createTestElement('image', { ...BOX, keepProportion: false });
    expect(boxAfter(free, 'width', 60)).toMatchObject({ width: 60, height: 12 });
  });

  test('a text gets a larger font; one that wraps gets longer lines, and no height of its own', () => {
    const text = createTestElement('text', { ...BOX, fontSize: 20 });
    const editor = createTestEditor([text]);
    editor.select([text.id]);
    editor.run(resizeTo('height', 24));
    expect(editor.state().template.elements[0]).toMatchObject({ fontSize: 40, widthMm: 60, heightMm: 24 });
    const wrapped = createTestElement('text', { ...BOX, autoWrap: true });
    expect(boxAfter(wrapped, 'width', 50)).toMatchObject({ width: 50, height: 12 });
    expect(settableSize([wrapped], 'height')).toBeNull();
    expect(boxAfter(wrapped, 'height', 50)).toEqual(elementBox(wrapped));
  });

  test('a straight line has a length only, a diagonal one both', () => {
    const line = createTestElement('line', { ...BOX, heightMm: 0.3 });
    expect(boxAfter(line, 'width', 50)).toMatchObject({ width: 50, height: 0.3 });
    expect(settableSize([line], 'height')).toBeNull();
    expect(boxAfter(createTestElement('line', { ...BOX, direction: 'left' }), 'height', 5)).toMatchObject({
      height: 5,
    });
  });

  test('a table scales its columns', () => {
    const table = createTestTable([['a', 'b']]);
    const editor = createTestEditor([table]);
    editor.select([table.id]);
    editor.run(resizeTo('width', table.widthMm * 2));
    const [after] = editor.state().template.elements;
    if (after?.type !== 'table') throw new Error('no table');
    const columns = after.columnWidthsMm.reduce((sum, width) => sum + width, 0);
    expect(columns + after.penWidthMm).toBeCloseTo(table.widthMm * 2, 3);
  });

  test('several are set as one box, in one undo step', () => {
    const a = createTestElement('rectangle', { xMm: 0, yMm: 0, widthMm: 10, heightMm: 10 });
    const b = createTestElement('ellipse', { xMm: 30, yMm: 30, widthMm: 10, heightMm: 10 });
    const editor = createTestEditor([a, b]);
    const before = contentOf(editor.state().template);
    editor.select([a.id, b.id]);
    for (const width of [8, 80]) editor.run(resizeTo('width', width), 'width');
    expect(editor.state().template.elements).toMatchObject([
      { xMm: 0, widthMm: 20 },
      { xMm: 60, widthMm: 20, heightMm: 10 },
    ]);
    editor.undo();
    expect(contentOf(editor.state().template)).toBe(before);
  });

  test('have a reported minimum that every smaller size becomes', () => {
    for (const element of [createTestElement('rectangle', BOX), createTestElement('image', BOX)]) {
      const least = settableSize([element], 'width')?.leastMm ?? 0;
      expect(least).toBeGreaterThan(5);
      expect(boxAfter(element, 'width', 0.5).width).toBeCloseTo(least, 3);
    }
    const text = createTestElement('text', { ...BOX, fontSize: 50 });
    expect(settableSize([text], 'width')?.mostMm).toBeCloseTo(60, 6);
  });

  test('a locked element has none to set, and says why', () => {
    const shape = createTestElement('rectangle', { ...BOX, locked: true });
    expect(settableSize([shape], 'width')).toBeNull();
    const editor = createTestEditor([shape]);
    editor.select([shape.id]);
    expect(editor.run(resizeTo('width', 40))).toMatchObject({ ok: false, error: { code: 'edit.locked' } });
  });

  test('any typed size within the limits is applied, and the corner stays', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 6, max: 400, noNaN: true }),
        fc.constantFrom<SizeAxis>('width', 'height'),
        (mm, axis) => {
          const after = boxAfter(createTestElement('ellipse', BOX), axis, mm);
          expect(after[axis]).toBeCloseTo(mm, 2);
          expect(after).toMatchObject({ x: 10, y: 20 });
        },
      ),
    );
  });
});
