import { describe, expect, test } from 'vitest';
import { setProperties } from '#editor/commands/properties.ts';
import { fitToLabel } from '#editor/commands/image.ts';
import { resizeBy } from '#tests/support/resize-by.ts';
import { handlesFor } from '#editor/handles.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, elementNamed } from './create-test-editor.ts';

describe('resizing', () => {
  test('handles: an image with fixed proportions has the bottom right one, straight lines their ends', () => {
    expect(handlesFor([createTestElement('image')])).toEqual(['se']);
    expect(handlesFor([createTestElement('image', { keepProportion: false })])).toHaveLength(8);
    expect(handlesFor([createTestElement('line')])).toEqual(['e', 'w']);
    expect(handlesFor([createTestElement('line', { rotation: 90 })])).toEqual(['n', 's']);
    expect(handlesFor([createTestElement('rectangle', { locked: true })])).toEqual([]);
    expect(handlesFor([])).toEqual([]);
  });

  test.each([
    ['qr', {}, true],
    ['aztec', {}, true],
    ['maxicode', {}, true],
    ['datamatrix', {}, true],
    ['datamatrix', { size: '12x12' }, true],
    ['datamatrix', { size: 'rectangular' }, false],
    ['gs1-datamatrix', { size: '8x32' }, false],
    ['pdf417', {}, false],
    ['micropdf417', {}, false],
    ['rmqr', {}, false],
    ['databar-stacked', {}, false],
    ['databar-expanded-stacked', {}, false],
  ] as const)('the box of a %s %o is square: %s', (symbology, options, square) => {
    const box = { xMm: 10, yMm: 10, widthMm: 20, heightMm: 20 };
    const code = createTestElement('qrcode', { ...box, symbology, options });
    const editor = createTestEditor([code]);
    expect(handlesFor([code])).toHaveLength(square ? 4 : 8);
    editor.select([code.id]);
    editor.run(resizeBy('se', 20, 0));
    const [after] = editor.state().template.elements;
    if (square) expect(after?.widthMm).toBe(after?.heightMm);
    else expect(after).toMatchObject({ widthMm: 40, heightMm: 20 });
  });

  test('not below 20 canvas units, and the opposite edge stays', () => {
    const a = createTestElement('rectangle', { xMm: 10, yMm: 10, widthMm: 30, heightMm: 20 });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.run(resizeBy('nw', 100, 5));
    expect(elementNamed(editor, a.name)).toMatchObject({ widthMm: 5.291, xMm: 34.709, yMm: 15, heightMm: 15 });
  });

  test('a line may be as short as 1 canvas unit, and stays as thick as its pen', () => {
    const a = createTestElement('line', { xMm: 10, yMm: 10, widthMm: 30, heightMm: 0.5, penWidthMm: 0.5 });
    const b = createTestElement('line', { direction: 'left', xMm: 10, yMm: 20, widthMm: 30, heightMm: 30 });
    const editor = createTestEditor([a, b]);
    editor.select([a.id]);
    editor.run(resizeBy('e', -100, 0));
    expect(elementNamed(editor, a.name)).toMatchObject({ xMm: 10, heightMm: 0.5 });
    expect(elementNamed(editor, a.name).widthMm * 3.78).toBeCloseTo(1, 2);
    editor.select([b.id]);
    editor.run(resizeBy('se', -100, -100));
    const { widthMm, heightMm } = elementNamed(editor, b.name);
    expect([widthMm * 3.78, heightMm * 3.78]).toEqual([expect.closeTo(1, 2), expect.closeTo(1, 2)]);
  });

  test('with Shift both sides change together, with Alt the center stays', () => {
    const a = createTestElement('rectangle', { xMm: 10, yMm: 10, widthMm: 20, heightMm: 10 });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.run(resizeBy('se', 20, 10, { keepRatio: true }));
    expect(elementNamed(editor, a.name)).toMatchObject({ widthMm: 40, heightMm: 20, xMm: 10, yMm: 10 });
    editor.run(resizeBy('e', 5, 0, { fromCentre: true }));
    expect(elementNamed(editor, a.name)).toMatchObject({ widthMm: 50, xMm: 5, heightMm: 20 });
  });

  test('enlarging a text enlarges its font', () => {
    const a = createTestElement('text', { xMm: 10, yMm: 10, widthMm: 20, heightMm: 5, fontSize: 20 });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.run(resizeBy('nw', -20, -5));
    expect(elementNamed(editor, a.name)).toMatchObject({ fontSize: 40, xMm: -10, yMm: 5, widthMm: 40, heightMm: 10 });
    editor.run(resizeBy('se', -500, -500));
    expect(elementNamed(editor, a.name)).toMatchObject({ fontSize: 1 });
  });

  test('the side of a wrapped text moves where its lines break, in its own direction', () => {
    const a = createTestElement('text', { xMm: 10, yMm: 10, widthMm: 20, heightMm: 5, autoWrap: true, rotation: 90 });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.run(resizeBy('s', 0, 12));
    expect(elementNamed(editor, a.name)).toMatchObject({ widthMm: 32, heightMm: 5, fontSize: a.fontSize });
  });

  test('several are resized as one box', () => {
    const a = createTestElement('rectangle', { xMm: 0, yMm: 0, widthMm: 10, heightMm: 10 });
    const b = createTestElement('line', { xMm: 20, yMm: 15, widthMm: 20, heightMm: 1 });
    const editor = createTestEditor([a, b]);
    editor.select([a.id, b.id]);
    editor.run(resizeBy('se', 40, 16));
    expect(elementNamed(editor, a.name)).toMatchObject({ xMm: 0, yMm: 0, widthMm: 20, heightMm: 20 });
    expect(elementNamed(editor, b.name)).toMatchObject({ xMm: 40, yMm: 30.5, widthMm: 40, heightMm: 1 });
  });

  test('an image that covers the whole label resizes at its rotation', () => {
    const a = createTestElement('image', { rotation: 90 });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.run(fitToLabel());
    expect(elementBox(elementNamed(editor, a.name))).toEqual({ x: 0, y: 0, width: 100, height: 80 });
  });

  test("a line keeps its length in another direction, and its box its pen's thickness", () => {
    const a = createTestElement('line', { xMm: 10, yMm: 40, widthMm: 30, heightMm: 0.3 });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.run(setProperties('line', { direction: 'vertical' }));
    expect(elementNamed(editor, a.name)).toMatchObject({ widthMm: 0.3, heightMm: 30, xMm: 24.85, yMm: 25.15 });
    editor.run(setProperties('line', { penWidthMm: 2 }));
    expect(elementNamed(editor, a.name)).toMatchObject({ widthMm: 2, heightMm: 30, xMm: 24 });
  });
});
