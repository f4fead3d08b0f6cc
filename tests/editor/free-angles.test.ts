import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { align } from '#editor/commands/align.ts';
import { setProperties } from '#editor/commands/properties.ts';
import { allowFreeAngle, rotate, setRotation, turnBy } from '#editor/commands/rotate.ts';
import { resizeTo } from '#editor/commands/size.ts';
import { visibleBounds } from '#editor/footprint.ts';
import { angleOf } from '#model/elements/base/turn.ts';
import { outerBox, turnedPoint } from '#model/elements/base/turned-box.ts';
import { elementBox } from '#model/elements/base/box.ts';
import type { ElementByType, LabelElement } from '#model/elements/element.ts';
import { rectContains, unionRects, type Point, type Rect } from '#model/kernel/geometry.ts';
import { labelToCanvas } from '#editor/viewport.ts';
import type { Editor } from '#editor/editor.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { contentOf, createTestEditor, elementNamed, pointerAt } from './create-test-editor.ts';

const MICROMETER = 0.001;
const tenths = fc.integer({ min: 1, max: 3599 }).map((n) => n / 10);
const place = fc.integer({ min: -20_000, max: 120_000 }).map((n) => n / 1000);
const size = fc.integer({ min: 6_000, max: 60_000 }).map((n) => n / 1000);
const box = fc.record({ xMm: place, yMm: place, widthMm: size, heightMm: size });

function rectangle(fields: Partial<ElementByType['rectangle']> = {}): ElementByType['rectangle'] {
  return createTestElement('rectangle', {
    xMm: 40,
    yMm: 35,
    widthMm: 20,
    heightMm: 10,
    filled: true,
    ...fields,
  });
}

function editorWith(...elements: readonly LabelElement[]): Editor {
  const editor = createTestEditor(elements);
  editor.select(elements.map(({ id }) => id));
  return editor;
}

/** The corners of the turned box, clockwise from the one that is at the top left of the level box. */
function cornersOf(element: LabelElement): readonly Point[] {
  const { x, y, width, height } = elementBox(element);
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ].map((corner) => turnedPoint(element, corner));
}

function distance(a: Point | undefined, b: Point | undefined): number {
  return Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0));
}

describe('turning', () => {
  test('by an angle and back is the identity for one element, byte for byte', () => {
    fc.assert(
      fc.property(box, tenths, tenths, (fields, first, angle) => {
        const editor = editorWith(rectangle(fields));
        editor.run(setRotation(first));
        const before = contentOf(editor.state().template);
        editor.run(turnBy(angle));
        editor.run(turnBy(-angle));
        expect(contentOf(editor.state().template)).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  test('several by an angle and back gives the same angles, and the same places to a micrometer', () => {
    fc.assert(
      fc.property(fc.array(box, { minLength: 2, maxLength: 5 }), tenths, (boxes, angle) => {
        // A last one around all keeps the common center.
        const all = boxes.map((fields) => rectangle(fields));
        const around = unionRects(all.map(outerBox)) as Rect;
        const side = 2 * Math.hypot(around.width, around.height);
        const editor = editorWith(
          ...all,
          rectangle({
            xMm: around.x + around.width / 2 - side / 2,
            yMm: around.y + around.height / 2 - side / 2,
            widthMm: side,
            heightMm: side,
          }),
        );
        const before = editor.state().template.elements;
        editor.run(turnBy(angle));
        editor.run(turnBy(-angle));
        editor.state().template.elements.forEach((element, i) => {
          expect(angleOf(element)).toBe(angleOf(before[i] as LabelElement));
          expect(distance(element && elementBox(element), elementBox(before[i] as LabelElement))).toBeLessThan(
            4 * MICROMETER,
          );
        });
      }),
      { numRuns: 100 },
    );
  });

  test('keeps the form of a group: all centers and angles turn about the common center', () => {
    const editor = editorWith(rectangle({ xMm: 10 }), rectangle({ xMm: 50, turnDegrees: 10 }));
    const box = unionRects(editor.state().template.elements.map(outerBox)) as Rect;
    const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const before = editor.state().template.elements.map(elementBox);
    editor.run(turnBy(30));
    const [a, b] = editor.state().template.elements as [LabelElement, LabelElement];
    expect([angleOf(a), angleOf(b)]).toEqual([30, 40]);
    [a, b].forEach((element, i) => {
      const [from, to] = [before[i] as Rect, elementBox(element)];
      const middle = (rect: Rect): Point => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
      expect(distance(middle(to), center)).toBeCloseTo(distance(middle(from), center), 2);
    });
  });

  test('a quarter turn keeps the further turn', () => {
    const editor = editorWith(rectangle({ turnDegrees: 12.3 }));
    editor.run(rotate());
    expect(editor.state().template.elements).toMatchObject([{ rotation: 90, turnDegrees: 12.3 }]);
    for (let i = 0; i < 3; i++) editor.run(rotate());
    expect(editor.state().template.elements).toMatchObject([{ rotation: 0, turnDegrees: 12.3, xMm: 40, yMm: 35 }]);
  });

  test('the field takes any angle, and whole turns begin again at 0', () => {
    const editor = editorWith(rectangle());
    editor.run(setRotation(-12.34));
    expect(angleOf(editor.state().template.elements[0] as LabelElement)).toBe(347.7);
    editor.run(setRotation(360));
    expect(editor.state().template.elements[0]).not.toHaveProperty('turnDegrees');
    editor.run(setRotation(45));
    expect(editor.state().template.elements).toMatchObject([{ rotation: 0, turnDegrees: 45 }]);
    editor.run(setRotation(45.1));
    expect(editor.state().template.elements).toMatchObject([{ rotation: 90, turnDegrees: -44.9 }]);
  });
});

describe('codes', () => {
  const code = (): ElementByType['qrcode'] => createTestElement('qrcode', { xMm: 10, yMm: 10 });

  test('turn by quarters only, also among others, until free angles are allowed for them', () => {
    const editor = editorWith(rectangle(), code());
    const before = editor.state().template;
    for (const command of [setRotation(12), turnBy(0.1)])
      expect(editor.run(command)).toMatchObject({ error: { code: 'edit.quarterTurnsOnly' } });
    expect(editor.state().template).toBe(before);
    expect(editor.run(rotate()).ok).toBe(true);
    editor.run(allowFreeAngle(true));
    expect(editor.run(turnBy(12)).ok).toBe(true);
    expect(editor.state().template.elements.map(angleOf)).toEqual([102, 102]);
  });

  test('turn to the nearest quarter about their center when free angles are no longer allowed', () => {
    const editor = editorWith({ ...code(), freeAngle: true });
    const before = elementBox(editor.state().template.elements[0] as LabelElement);
    editor.run(setRotation(50));
    editor.run(allowFreeAngle(false));
    const [element] = editor.state().template.elements as [LabelElement];
    expect(element).toMatchObject({ rotation: 90 });
    expect(element).not.toHaveProperty('turnDegrees');
    expect(element).not.toHaveProperty('freeAngle');
    const after = elementBox(element);
    expect(after.x + after.width / 2).toBeCloseTo(before.x + before.width / 2, 3);
  });
});

describe('a turned element', () => {
  test('is hit exactly where it is', () => {
    fc.assert(
      fc.property(
        tenths,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (angle, u, v) => {
          const editor = editorWith(createTestElement('image', { xMm: 40, yMm: 35, widthMm: 20, heightMm: 10 }));
          editor.run(setRotation(angle));
          const [element] = editor.state().template.elements as [LabelElement];
          const around = outerBox(element);
          const point = { x: around.x + u * around.width, y: around.y + v * around.height };
          const [a, b, c] = cornersOf(element) as [Point, Point, Point];
          const along = (from: Point, to: Point): number =>
            ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / distance(from, to) ** 2;
          const shares = [along(a, b), along(b, c)];
          // Points at an edge may be rounded either way.
          fc.pre(shares.every((share) => Math.abs(share) > 1e-3 && Math.abs(share - 1) > 1e-3));
          const isInside = shares.every((share) => share > 0 && share < 1);
          const { x, y } = labelToCanvas(editor.state().viewport, point);
          expect(editor.elementAt(x, y)).toBe(isInside ? element.id : null);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each(['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const)(
    'is resized along its sides by the handle %s, and the other side stays',
    (handle) => {
      fc.assert(
        fc.property(tenths, (angle) => {
          const editor = editorWith(rectangle());
          editor.run(setRotation(angle));
          const [before] = editor.state().template.elements as [LabelElement];
          const { turnDegrees = 0 } = before;
          const radians = (turnDegrees * Math.PI) / 180;
          // Outward by 3 mm across and 2 mm down, as the sides of the box run.
          const across = handle.includes('e') ? 3 : handle.includes('w') ? -3 : 0;
          const down = handle.includes('s') ? 2 : handle.includes('n') ? -2 : 0;
          const dx = across * Math.cos(radians) - down * Math.sin(radians);
          const dy = across * Math.sin(radians) + down * Math.cos(radians);
          editor.pointerDown(pointerAt(editor, 50, 40), handle);
          editor.pointerMove(pointerAt(editor, 50 + dx, 40 + dy));
          editor.pointerUp(pointerAt(editor, 50 + dx, 40 + dy));
          const [after] = editor.state().template.elements as [LabelElement];
          const [was, is] = [elementBox(before), elementBox(after)];
          expect(is.width - was.width).toBeCloseTo(Math.abs(across), 2);
          expect(is.height - was.height).toBeCloseTo(Math.abs(down), 2);
          const opposite = handle.includes('n') ? (handle.includes('w') ? 2 : 3) : handle.includes('w') ? 1 : 0;
          expect(distance(cornersOf(after)[opposite], cornersOf(before)[opposite])).toBeLessThan(2 * MICROMETER);
          expect(angleOf(after)).toBe(angleOf(before));
        }),
        { numRuns: 30 },
      );
    },
  );

  test('gets the width that is typed, along its side', () => {
    const editor = editorWith(rectangle({ turnDegrees: 30 }));
    editor.run(resizeTo('width', 30));
    expect(editor.state().template.elements).toMatchObject([{ widthMm: 30, heightMm: 10, turnDegrees: 30 }]);
  });

  test('is aligned by the box around it', () => {
    const editor = editorWith(rectangle({ turnDegrees: 30 }));
    editor.run(align('left'));
    editor.run(align('top'));
    const { x, y } = outerBox(editor.state().template.elements[0] as LabelElement);
    expect([x, y].map((at) => Math.abs(Math.round(at * 100)))).toEqual([0, 0]);
  });

  test('is selected by a frame that overlaps it, and not by one in a corner around it', () => {
    const element = rectangle({ turnDegrees: 30 });
    const editor = createTestEditor([element]);
    editor.setCanvasLock(true);
    const around = outerBox(element);
    const draw = (from: Point, to: Point): readonly string[] => {
      editor.select([]);
      editor.pointerDown(pointerAt(editor, from.x, from.y));
      editor.pointerMove(pointerAt(editor, (from.x + to.x) / 2, (from.y + to.y) / 2));
      editor.pointerMove(pointerAt(editor, to.x, to.y));
      editor.pointerUp(pointerAt(editor, to.x, to.y));
      return editor.state().selection;
    };
    const end = { x: around.x + around.width, y: around.y };
    expect(draw({ x: end.x + 2, y: end.y - 2 }, { x: end.x - 2, y: end.y + 2 })).toEqual([]);
    expect(draw({ x: end.x + 2, y: end.y - 2 }, { x: end.x - 10, y: end.y + 9 })).toEqual([element.id]);
  });

  test('whose text grew keeps its painted place when its box is fitted to it', () => {
    const text = createTestElement('text', {
      xMm: 20,
      yMm: 20,
      widthMm: 10,
      heightMm: 5,
      align: 'left',
      turnDegrees: 20,
    });
    const editor = createTestEditor([text]);
    const painted = { x: 20, y: 20, width: 30, height: 6 };
    editor.setBounds(0, new Map([[text.id, painted]]));
    editor.select([text.id]);
    const before = visibleBounds(text, editor.state().bounds);
    editor.run(setProperties('text', { align: 'right' }));
    const after = elementNamed(editor, text.name);
    expect(after).toMatchObject({ widthMm: 30, heightMm: 6, turnDegrees: 20 });
    const now = outerBox(after);
    expect([now.x, now.y, now.width, now.height]).toEqual(
      [before.x, before.y, before.width, before.height].map((mm) => expect.closeTo(mm, 2)),
    );
  });

  test('among others is resized in proportion and keeps its angle', () => {
    const editor = editorWith(rectangle({ turnDegrees: 30 }), rectangle({ xMm: 80 }));
    editor.pointerDown(pointerAt(editor, 50, 40), 'se');
    editor.pointerMove(pointerAt(editor, 60, 60));
    editor.pointerUp(pointerAt(editor, 60, 60));
    const [turned] = editor.state().template.elements as [ElementByType['rectangle']];
    expect(turned.widthMm / turned.heightMm).toBeCloseTo(2, 2);
    expect(turned).toMatchObject({ turnDegrees: 30 });
    expect(rectContains({ x: 0, y: 0, width: 200, height: 200 }, outerBox(turned))).toBe(true);
  });
});
