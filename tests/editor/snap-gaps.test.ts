import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distancesBetween } from '#editor/distances.ts';
import type { Editor, SpanMark } from '#editor/editor.ts';
import { equalGaps, gapSnap, sizeSnap, sizesOf, spacingOf } from '#editor/spacing.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, elementNamed, pointerAt } from './create-test-editor.ts';

const rect = (x: number, y: number, width: number = 10, height: number = 10): Rect => ({ x, y, width, height });
const box = (name: string, r: Rect): ReturnType<typeof createTestElement<'rectangle'>> =>
  createTestElement('rectangle', {
    name,
    xMm: r.x,
    yMm: r.y,
    widthMm: r.width,
    heightMm: r.height,
    filled: true,
  });
const lengths = (marks: readonly SpanMark[]): number[] =>
  marks.map(({ fromMm, toMm }) => Math.round((toMm - fromMm) * 1000) / 1000);

function marksOf(editor: Editor): readonly SpanMark[] {
  const { interaction } = editor.state();
  return interaction.type === 'move' || interaction.type === 'resize' ? (interaction.marks ?? []) : [];
}

describe('equal gaps', () => {
  const others = [rect(0, 0), rect(17, 3), rect(60, 0)];
  const x = spacingOf(others, 'x');

  test('a gap like the one before, in the middle of two, and none out of reach', () => {
    // 7 mm between the first two: the third goes to 34.
    expect(gapSnap(rect(33.2, 1), x, 1.3)).toBeCloseTo(0.8);
    // Between 27 and 60 there is 11.5 mm to either side.
    expect(gapSnap(rect(39, 1), x, 1.3)).toBeCloseTo(-0.5);
    expect(gapSnap(rect(36.2, 1), x, 1.3)).toBeNull();
    // Next to nothing.
    expect(gapSnap(rect(33.2, 40), x, 1.3)).toBeNull();
  });

  test('equal gaps are shown, with those that they are equal to', () => {
    expect(lengths(equalGaps(rect(34, 1), x))).toEqual([7, 7]);
    expect(lengths(equalGaps(rect(38.5, 1), x))).toEqual([11.5, 11.5]);
    expect(equalGaps(rect(36, 1), x)).toEqual([]);
  });

  test('a snapped gap is then shown as equal', () => {
    const place = fc.integer({ min: 0, max: 2000 }).map((v) => v / 10);
    const anyRect = fc.record({
      x: place,
      y: place,
      width: place.map((v) => v / 5 + 1),
      height: place.map((v) => v / 5 + 1),
    });
    fc.assert(
      fc.property(fc.array(anyRect, { maxLength: 30 }), anyRect, (rects, moving) => {
        const spacing = spacingOf(rects, 'x');
        const by = gapSnap(moving, spacing, 1.3);
        if (by === null) return;
        expect(Math.abs(by)).toBeLessThanOrEqual(1.3);
        expect(equalGaps({ ...moving, x: moving.x + by }, spacing).length).toBeGreaterThan(1);
      }),
      { seed: 20261124, numRuns: 2000 },
    );
  });

  test('sizes: the nearest within reach', () => {
    const sizes = sizesOf([rect(0, 0, 10), rect(0, 0, 12), rect(0, 0, 0)], 'x');
    expect(sizeSnap(10.7, sizes, 1)).toBeCloseTo(-0.7);
    expect(sizeSnap(11.6, sizes, 1)).toBeCloseTo(0.4);
    expect(sizeSnap(14, sizes, 1)).toBeNull();
  });
});

describe('while dragging', () => {
  const elements = [
    box('a', rect(5, 5)),
    box('b', rect(22, 7)),
    box('c', rect(60, 6.5)),
    box('wide', rect(5, 40, 23, 8)),
  ];

  test('a move stops where the gap is equal and shows both; Ctrl disables the stop', () => {
    const editor = createTestEditor(elements, { widthMm: 120, heightMm: 80 });
    editor.pointerDown(pointerAt(editor, 65, 11));
    editor.pointerMove(pointerAt(editor, 44.6, 11.05, { shift: true }));
    // a and b are 7 mm apart.
    expect(elementNamed(editor, 'c').xMm).toBe(39);
    expect(lengths(marksOf(editor).filter((m) => m.axis === 'x'))).toEqual([7, 7]);
    editor.pointerMove(pointerAt(editor, 44.6, 11.05, { shift: true, control: true }));
    expect(elementNamed(editor, 'c').xMm).toBeCloseTo(39.6);
    expect(marksOf(editor)).toEqual([]);
    editor.pointerUp(pointerAt(editor, 44.6, 11.05, { shift: true, control: true }));
  });

  test('a line shows the distance to the next element on it', () => {
    const editor = createTestEditor(elements, { widthMm: 120, heightMm: 80 });
    editor.pointerDown(pointerAt(editor, 65, 11));
    editor.pointerMove(pointerAt(editor, 80, 10));
    expect(elementNamed(editor, 'c').yMm).toBe(5);
    // The nearest of those whose top is at 5 mm ends at 15 mm.
    const [mark] = marksOf(editor);
    expect(mark).toMatchObject({ axis: 'x', fromMm: 15, atMm: 5 });
    expect(mark?.toMm).toBeCloseTo(elementNamed(editor, 'c').xMm);
    editor.pointerUp(pointerAt(editor, 80, 10));
  });

  test('a side stops at the size of another element, and Alt disables the stop', () => {
    const editor = createTestEditor(elements, { widthMm: 120, heightMm: 80 });
    editor.select([elementNamed(editor, 'c').id]);
    editor.pointerDown(pointerAt(editor, 70, 11), 'e');
    editor.pointerMove(pointerAt(editor, 82.5, 11));
    expect(elementNamed(editor, 'c').widthMm).toBe(23);
    expect(lengths(marksOf(editor))).toEqual([23, 23]);
    editor.pointerMove(pointerAt(editor, 70.3, 11, { alt: true }));
    expect(marksOf(editor)).toEqual([]);
    editor.pointerCancel();
    expect(elementNamed(editor, 'c').widthMm).toBe(10);
  });
});

describe('distances', () => {
  test('gaps of two apart, all sides of one inside', () => {
    expect(distancesBetween(rect(0, 0), rect(25, 40))).toEqual([
      { axis: 'x', fromMm: 10, toMm: 25, atMm: 5 },
      { axis: 'y', fromMm: 10, toMm: 40, atMm: 5 },
    ]);
    expect(lengths(distancesBetween(rect(20, 0), rect(2, 3)))).toEqual([8]);
    expect(lengths(distancesBetween(rect(5, 10), rect(0, 0, 40, 30)))).toEqual([5, 25, 10, 10]);
    expect(distancesBetween(rect(0, 0), rect(0, 0))).toEqual([]);
  });
});
