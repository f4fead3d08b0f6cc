import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipboardContent, clipboardText, parseClipboard } from '#editor/clipboard.ts';
import { addElement } from '#editor/commands/add.ts';
import { align, distribute } from '#editor/commands/align.ts';
import { duplicate } from '#editor/commands/copy-paste.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import { toggleLock } from '#editor/commands/lock.ts';
import { moveBy, nudge } from '#editor/commands/move.ts';
import { order } from '#editor/commands/order.ts';
import { setText } from '#editor/commands/content.ts';
import { setProperties } from '#editor/commands/properties.ts';
import { fitToLabel } from '#editor/commands/image.ts';
import { resizeBy } from '#editor/commands/resize.ts';
import { rotate, setRotation } from '#editor/commands/rotate.ts';
import type { Command } from '#editor/editor.ts';
import { handlesFor } from '#editor/handles.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import { roundMm } from '#model/kernel/units.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '#tests/support/create-elements.ts';
import { anyElementOf } from '#tests/support/element-arbitraries.ts';
import { contentOf, createTestEditor, elementNamed } from './create-test-editor.ts';

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

  test('a second one does not hide the first, and the newest is selected and on top', () => {
    const editor = createTestEditor();
    editor.run(addElement('qrcode'));
    editor.run(addElement('qrcode'));
    const [first, second] = editor.state().template.elements;
    expect(first?.xMm).not.toBe(second?.xMm);
    expect(editor.state().selection).toEqual([second?.id]);
  });

  test('an image brings its bytes', () => {
    const editor = createTestEditor();
    const asset = { mime: 'image/png', bytes: Uint8Array.of(9) } as const;
    editor.run(addElement('image', { image: { key: TEST_ASSET, asset, size: { width: 40, height: 20 } } }));
    expect(editor.state().template.assets.get(TEST_ASSET)).toEqual(asset);
    expect(elementNamed(editor, 'Image1')).toMatchObject({ widthMm: 30, heightMm: 15 });
  });
});

describe('refusals', () => {
  const placing: readonly [string, Command][] = [
    ['move', nudge(1, 0)],
    ['align', align('left')],
    ['order', order('front')],
    ['rotate', rotate()],
    ['resize', resizeBy('se', 5, 5)],
    ['duplicate', duplicate()],
    ['place', setProperties('rectangle', { xMm: 1 })],
  ];

  test.each(placing)('%s of a locked element is refused and changes nothing', (_name, command) => {
    const locked = createTestElement('rectangle', { locked: true });
    const editor = createTestEditor([locked, createTestElement('line')]);
    editor.select(editor.state().template.elements.map((e) => e.id));
    expect(editor.run(command)).toMatchObject({ ok: false, error: { code: 'edit.locked' } });
    expect(editor.state().revision).toBe(0);
  });

  test('a locked element is neither copied, cut nor deleted, and keeps what is selected with it', () => {
    const editor = createTestEditor([createTestElement('line'), createTestElement('rectangle', { locked: true })]);
    editor.select(editor.state().template.elements.map((e) => e.id));
    for (const result of [editor.copy(), editor.cut(), editor.run(deleteSelected())]) {
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

describe('clipboard', () => {
  test('each paste of the same content goes 20 canvas units further, with new names and ids', () => {
    const a = createTestElement('rectangle', { xMm: 10, yMm: 10, name: 'Rectangle1' });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.copy();
    editor.paste();
    editor.paste();
    expect(elementNamed(editor, 'Rectangle2').xMm).toBe(roundMm(10 + 20 / 3.78));
    expect(elementNamed(editor, 'Rectangle3').yMm).toBe(roundMm(10 + 40 / 3.78));
    expect(editor.state().selection).toEqual([elementNamed(editor, 'Rectangle3').id]);
  });

  test('content survives being text on its way to another tab, images included', () => {
    const image = createTestElement('image');
    const editor = createTestEditor([image, createTestElement('text')]);
    editor.select(editor.state().template.elements.map((e) => e.id));
    const copied = editor.copy();
    if (!copied.ok) throw new Error('copied');
    const arrived = parseClipboard(clipboardText(copied.value));
    if (!arrived.ok) throw new Error('arrived');
    const other = createTestEditor();
    expect(other.paste(arrived.value).ok).toBe(true);
    expect(other.state().template.elements).toHaveLength(2);
    expect(other.state().template.assets.get(TEST_ASSET)?.bytes).toEqual(Uint8Array.of(1, 2, 3));
  });

  test('what is not ours is not pasted', () => {
    expect(createTestEditor().paste()).toMatchObject({ ok: false, error: { code: 'edit.clipboardEmpty' } });
    const content = clipboardContent(createTestTemplate([]), [createTestElement('text', { fontSize: 12 })]);
    const text = clipboardText(content);
    const bad = [
      'hello',
      '{}',
      'null',
      '<Template/>',
      text.slice(0, -20),
      clipboardText({ ...content, elements: [] }),
      text.replace(/ Width="100"/, ''),
    ];
    for (const foreign of bad) expect(parseClipboard(foreign).ok, foreign).toBe(false);
    expect(parseClipboard(text)).toEqual({ ok: true, value: content });
  });

  test.each(ELEMENT_TYPES)('a %s arrives as it was copied, with data sources of every kind', (type) => {
    fc.assert(
      fc.property(anyElementOf(type), (element) => {
        const template = createTestTemplate([element]);
        const content = clipboardContent(template, template.elements);
        expect(parseClipboard(clipboardText(content))).toEqual({ ok: true, value: content });
      }),
      { numRuns: 30 },
    );
  });
});

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

  test('the centre stays', () => {
    const a = createTestElement('barcode', { xMm: 10, yMm: 20, widthMm: 40, heightMm: 10 });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.run(rotate());
    expect(elementNamed(editor, a.name)).toMatchObject({ rotation: 90, xMm: 25, yMm: 5, widthMm: 40, heightMm: 10 });
    editor.run(setRotation(180));
    expect(elementNamed(editor, a.name)).toMatchObject({ rotation: 180, xMm: 10, yMm: 20 });
  });

  test('several turn about their common centre', () => {
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

  test('turn about the middle of what is painted', () => {
    const a = text();
    const editor = createTestEditor([a]);
    editor.setBounds(0, new Map([[a.id, { x: 10, y: 10, width: 30, height: 6 }]]));
    editor.select([a.id]);
    editor.run(rotate());
    const box = elementBox(elementNamed(editor, a.name));
    expect(box).toEqual({ x: 22, y: -2, width: 6, height: 30 });
  });

  test('stay where they are painted when their alignment changes', () => {
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

describe('aligning and ordering', () => {
  test('a single element to the label, several to the box around them', () => {
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

describe('resizing', () => {
  test('handles: an image that keeps its proportions has the bottom right one, straight lines their ends', () => {
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

  test('with Shift both sides change together, with Alt the centre stays', () => {
    const a = createTestElement('rectangle', { xMm: 10, yMm: 10, widthMm: 20, heightMm: 10 });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.run(resizeBy('se', 20, 10, { keepRatio: true }));
    expect(elementNamed(editor, a.name)).toMatchObject({ widthMm: 40, heightMm: 20, xMm: 10, yMm: 10 });
    editor.run(resizeBy('e', 5, 0, { fromCentre: true }));
    expect(elementNamed(editor, a.name)).toMatchObject({ widthMm: 50, xMm: 5, heightMm: 20 });
  });

  test('a larger text is one in a larger font', () => {
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

  test('an image laid over the whole label, at its rotation', () => {
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

test('moving rounds to the micrometres of the file', () => {
  const a = createTestElement('rectangle', { xMm: 1, yMm: 1 });
  const editor = createTestEditor([a]);
  editor.select([a.id]);
  editor.run(moveBy(1 / 3, 2 / 3));
  expect(elementNamed(editor, a.name)).toMatchObject({ xMm: 1.333, yMm: 1.667 });
});
