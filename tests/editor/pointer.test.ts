import { describe, expect, test } from 'vitest';
import { labelRectToCanvas } from '#editor/viewport.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { click, createTestEditor, drag, elementNamed, pointerAt } from './create-test-editor.ts';

const box = (xMm: number, yMm: number, fields: object = {}): ReturnType<typeof createTestElement<'rectangle'>> =>
  createTestElement('rectangle', { xMm, yMm, widthMm: 20, heightMm: 10, filled: true, ...fields });

describe('selecting', () => {
  test('a click selects, Ctrl and Shift toggle, empty space clears', () => {
    const a = box(5, 5);
    const b = box(60, 50);
    const editor = createTestEditor([a, b]);
    click(editor, 10, 10);
    expect(editor.state().selection).toEqual([a.id]);
    click(editor, 65, 55, { control: true });
    expect(editor.state().selection).toEqual([a.id, b.id]);
    click(editor, 10, 10, { shift: true });
    expect(editor.state().selection).toEqual([b.id]);
    click(editor, 40, 40);
    expect(editor.state().selection).toEqual([]);
    expect(editor.state().revision).toBe(0);
  });

  test('the right button does not change the selection', () => {
    const a = box(5, 5);
    const editor = createTestEditor([a]);
    click(editor, 10, 10, { button: 'secondary' });
    expect(editor.state().selection).toEqual([]);
  });

  test('the topmost is hit; the inside of an empty frame only when nothing else is', () => {
    const below = box(20, 20);
    const frame = box(10, 10, { widthMm: 60, heightMm: 40, filled: false });
    const editor = createTestEditor([below, frame]);
    const at = (x: number, y: number): unknown => {
      const p = pointerAt(editor, x, y);
      return editor.elementAt(p.xPx, p.yPx);
    };
    expect(at(25, 25)).toBe(below.id);
    expect(at(60, 45)).toBe(frame.id);
    expect(at(10.2, 30)).toBe(frame.id);
    expect(at(5, 5)).toBeNull();
  });

  test('a diagonal line is hit near it and not in its box', () => {
    const line = createTestElement('line', { direction: 'left', xMm: 10, yMm: 10, widthMm: 40, heightMm: 40 });
    const editor = createTestEditor([line]);
    const near = pointerAt(editor, 30.5, 30);
    const far = pointerAt(editor, 40, 20);
    expect(editor.elementAt(near.xPx, near.yPx)).toBe(line.id);
    expect(editor.elementAt(far.xPx, far.yPx)).toBeNull();
  });

  test('a line is hit in a strip of 10 px around it, at any zoom', () => {
    const line = createTestElement('line', { xMm: 10, yMm: 40, widthMm: 60, penWidthMm: 0.3, heightMm: 0.3 });
    const editor = createTestEditor([line]);
    for (const zoom of [0.5, 1, 3]) {
      editor.zoomAt(zoom);
      const middle = pointerAt(editor, 40, 40.15);
      const hit = (byPx: number): boolean => editor.elementAt(middle.xPx, middle.yPx + byPx) === line.id;
      expect([-5.1, -4.9, 0, 4.9, 5.1].map(hit)).toEqual([false, true, true, true, false]);
    }
  });

  test('a press on a canvas mirror, and a frame over it, select the original', () => {
    const a = box(5, 5, { canvasMirror: true });
    const editor = createTestEditor([a], { widthMm: 100 }, { canvasLock: true });
    click(editor, 90, 10);
    expect(editor.state().selection).toEqual([a.id]);
    click(editor, 50, 50);
    expect(editor.state().selection).toEqual([]);
    drag(editor, [70, 2], [98, 30]);
    expect(editor.state().selection).toEqual([a.id]);
  });

  test('a locked element is selected, says so, and does not move', () => {
    const a = box(5, 5, { locked: true });
    const editor = createTestEditor([a]);
    expect(editor.pointerDown(pointerAt(editor, 10, 10))).toMatchObject({
      ok: false,
      error: { code: 'edit.lockedInPlace' },
    });
    expect(editor.pointerMove(pointerAt(editor, 40, 40)).ok).toBe(true);
    editor.pointerUp(pointerAt(editor, 40, 40));
    expect(editor.state().selection).toEqual([a.id]);
    expect(editor.state().revision).toBe(0);
  });

  test('a drag blocked by a locked element says so once', () => {
    const a = box(5, 5);
    const b = box(40, 5, { locked: true });
    const editor = createTestEditor([a, b]);
    editor.select([a.id, b.id]);
    expect(editor.pointerDown(pointerAt(editor, 10, 10)).ok).toBe(true);
    expect(editor.pointerMove(pointerAt(editor, 20, 20))).toMatchObject({
      ok: false,
      error: { code: 'edit.lockedInPlace', params: { name: b.name } },
    });
    expect(editor.pointerMove(pointerAt(editor, 30, 30)).ok).toBe(true);
    editor.pointerUp(pointerAt(editor, 30, 30));
    expect(editor.state().revision).toBe(0);
  });
});

describe('dragging empty space', () => {
  test('pans without canvas lock and keeps the selection', () => {
    const a = box(5, 5);
    const editor = createTestEditor([a], {}, { canvasLock: false });
    editor.select([a.id]);
    const before = editor.state().viewport;
    editor.pointerDown({ ...pointerAt(editor, 50, 50), xPx: 500, yPx: 600 });
    editor.pointerMove({ ...pointerAt(editor, 50, 50), xPx: 520, yPx: 590 });
    editor.pointerUp({ ...pointerAt(editor, 50, 50), xPx: 520, yPx: 590 });
    const { viewport, selection } = editor.state();
    expect([viewport.originXPx - before.originXPx, viewport.originYPx - before.originYPx]).toEqual([20, -10]);
    expect(selection).toEqual([a.id]);
  });

  test('draws a frame that selects all elements it overlaps, unless the canvas lock is off', () => {
    const a = box(5, 5);
    const b = box(40, 5);
    const c = box(70, 60);
    const editor = createTestEditor([a, b, c]);
    editor.pointerDown(pointerAt(editor, 2, 2));
    editor.pointerMove(pointerAt(editor, 45, 8));
    expect(editor.state().interaction).toMatchObject({ type: 'marquee' });
    editor.pointerUp(pointerAt(editor, 45, 8));
    expect(editor.state().selection).toEqual([a.id, b.id]);
    expect(editor.state().interaction).toEqual({ type: 'none' });
    drag(editor, [68, 58], [95, 75], { shift: true });
    expect(editor.state().selection).toEqual([a.id, b.id, c.id]);
  });

  test('the space bar and the middle button pan over elements too', () => {
    const a = box(5, 5);
    for (const keys of [{ space: true }, { button: 'middle' }] as const) {
      const editor = createTestEditor([a], {}, { canvasLock: true });
      const before = editor.state().viewport.originXPx;
      const from = pointerAt(editor, 10, 10, keys);
      editor.pointerDown(from);
      editor.pointerMove({ ...from, xPx: from.xPx + 30 });
      editor.pointerUp({ ...from, xPx: from.xPx + 30 });
      expect(editor.state().viewport.originXPx - before).toBe(30);
      expect(editor.state().revision).toBe(0);
    }
  });
});

describe('moving', () => {
  test('starts only after 3 pixels', () => {
    const a = box(5, 5);
    const editor = createTestEditor([a]);
    const from = pointerAt(editor, 10, 10);
    editor.pointerDown(from);
    editor.pointerMove({ ...from, xPx: from.xPx + 3 });
    editor.pointerUp({ ...from, xPx: from.xPx + 3 });
    expect(editor.state().revision).toBe(0);
  });

  test('Shift keeps to one axis, Ctrl suspends snapping', () => {
    const a = box(5, 5);
    const editor = createTestEditor([a]);
    drag(editor, [10, 10], [37.7, 16], { control: true });
    expect(elementNamed(editor, a.name)).toMatchObject({ xMm: 32.7, yMm: 11 });
    editor.undo();
    click(editor, 90, 75);
    editor.pointerDown(pointerAt(editor, 10, 10));
    editor.pointerMove(pointerAt(editor, 37.7, 16, { shift: true, control: true }));
    editor.pointerUp(pointerAt(editor, 37.7, 16, { shift: true, control: true }));
    expect(elementNamed(editor, a.name)).toMatchObject({ xMm: 32.7, yMm: 5 });
  });

  test('several selected move together when any of them is dragged', () => {
    const a = box(5, 5);
    const b = box(40, 30);
    const editor = createTestEditor([a, b]);
    editor.select([a.id, b.id]);
    editor.pointerDown(pointerAt(editor, 45, 35));
    editor.pointerMove(pointerAt(editor, 48, 39, { control: true }));
    editor.pointerUp(pointerAt(editor, 48, 39, { control: true }));
    expect(elementNamed(editor, a.name)).toMatchObject({ xMm: 8, yMm: 9 });
    expect(elementNamed(editor, b.name)).toMatchObject({ xMm: 43, yMm: 34 });
    expect(editor.state().selection).toEqual([a.id, b.id]);
  });

  test('Alt drags a copy: one entry for both', () => {
    const a = box(5, 5);
    const editor = createTestEditor([a]);
    drag(editor, [10, 10], [40, 50], { alt: true });
    expect(editor.state().template.elements).toHaveLength(2);
    expect(elementNamed(editor, a.name)).toEqual(a);
    expect(editor.state().selection).toEqual([editor.state().template.elements[1]?.id]);
    editor.undo();
    expect(editor.state().template.elements).toEqual([a]);
    expect(editor.state().selection).toEqual([a.id]);
  });
});

describe('snapping', () => {
  test('to the edge of another element within 5 canvas units, with a guide', () => {
    const a = box(5, 5);
    const b = box(63, 50);
    const editor = createTestEditor([a, b]);
    editor.pointerDown(pointerAt(editor, 10, 10));
    // The left edge would be at 62, 1 mm (3.78 units) off.
    editor.pointerMove(pointerAt(editor, 67, 30));
    expect(elementNamed(editor, a.name)).toMatchObject({ xMm: 63, yMm: 25 });
    const { interaction } = editor.state();
    expect(interaction.type === 'move' && interaction.guides).toEqual(
      expect.arrayContaining([{ axis: 'x', atMm: 63, fromMm: 25, toMm: 60 }]),
    );
    // 2 mm is farther than 5 units.
    editor.pointerMove(pointerAt(editor, 66, 30.5));
    expect(elementNamed(editor, a.name).xMm).toBe(61);
    editor.pointerUp(pointerAt(editor, 66, 30.5));
    expect(editor.state().interaction).toEqual({ type: 'none' });
  });

  test("to the label's center and edges", () => {
    const a = box(5, 5);
    const editor = createTestEditor([a]);
    drag(editor, [10, 10], [44.6, 39.3]);
    expect(elementNamed(editor, a.name)).toMatchObject({ xMm: 40, yMm: 35 });
    drag(editor, [50, 40], [89.2, 74.4]);
    expect(elementNamed(editor, a.name)).toMatchObject({ xMm: 80, yMm: 70 });
  });

  test('the dragged edge of a resize snaps', () => {
    const a = box(5, 5);
    const b = box(63, 50);
    const editor = createTestEditor([a, b]);
    editor.select([a.id]);
    editor.pointerDown(pointerAt(editor, 25, 10), 'e');
    editor.pointerMove(pointerAt(editor, 62.5, 10));
    editor.pointerUp(pointerAt(editor, 62.5, 10));
    expect(elementNamed(editor, a.name)).toMatchObject({ xMm: 5, widthMm: 58, heightMm: 10 });
  });
});

describe('viewport', () => {
  test('fits the label to 60 % of the smaller side, rounded to 2 decimals', () => {
    const editor = createTestEditor();
    expect(editor.state().viewport.zoom).toBe(1.39);
    const { viewport } = editor.state();
    expect(viewport.originXPx + (100 * 3.78 * viewport.zoom) / 2).toBeCloseTo(500);
    editor.setCanvasSize(100, 100);
    expect(editor.state().viewport.zoom).toBe(0.16);
  });

  test('fits the selection, several as one box, and reports an empty selection', () => {
    const editor = createTestEditor([box(5, 5, { name: 'A' }), box(65, 45, { name: 'B' })]);
    expect(editor.fitSelection()).toMatchObject({ ok: false, error: { code: 'edit.nothingSelected' } });
    editor.select(editor.state().template.elements.map(({ id }) => id));
    editor.fitSelection();
    const { viewport } = editor.state();
    const around = labelRectToCanvas(viewport, { x: 5, y: 5, width: 80, height: 50 });
    expect(around.x + around.width / 2).toBeCloseTo(500);
    expect(around.y + around.height / 2).toBeCloseTo(350);
    expect(Math.max(around.width / 1000, around.height / 700)).toBeCloseTo(0.6, 1);
  });

  test('zooms at a point and stays within 0.05 and 5', () => {
    const editor = createTestEditor();
    const before = pointerAt(editor, 20, 30);
    editor.zoomAt(3.333, { x: before.xPx, y: before.yPx });
    const after = pointerAt(editor, 20, 30);
    expect(after.xPx).toBeCloseTo(before.xPx);
    expect(after.yPx).toBeCloseTo(before.yPx);
    expect(editor.state().viewport.zoom).toBe(3.33);
    editor.zoomAt(99);
    expect(editor.state().viewport.zoom).toBe(5);
    editor.zoomAt(0);
    expect(editor.state().viewport.zoom).toBe(0.05);
  });

  test('the painted content is the covered content, until the element changes', () => {
    const a = createTestElement('text', { xMm: 10, yMm: 10, widthMm: 10, heightMm: 5 });
    const editor = createTestEditor([a]);
    editor.setBounds(0, new Map([[a.id, { x: 10, y: 10, width: 30, height: 6 }]]));
    editor.select([a.id]);
    drag(editor, [35, 12], [45, 22], { control: true });
    // Ctrl did not toggle the selection, because the pointer dragged.
    expect(editor.state().selection).toEqual([a.id]);
    expect(editor.state().bounds.get(a.id)).toEqual({ x: 20, y: 20, width: 30, height: 6 });
  });
});
