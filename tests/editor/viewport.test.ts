import { describe, expect, test } from 'vitest';
import { labelToCanvas, pxPerMm, scrollRange } from '#editor/viewport.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor } from './create-test-editor.ts';

describe('Fit', () => {
  test.each([
    [100, 3000, 900, 520],
    [400, 3000, 340, 300],
    [400, 10, 900, 520],
    [25, 3000, 1500, 800],
  ])('shows all of a label of %d x %d mm on a canvas of %d x %d px', (widthMm, heightMm, widthPx, heightPx) => {
    const editor = createTestEditor([], { widthMm, heightMm });
    editor.setCanvasSize(widthPx, heightPx);
    editor.fit();
    const { viewport } = editor.state();
    const from = labelToCanvas(viewport, { x: 0, y: 0 });
    const to = labelToCanvas(viewport, { x: widthMm, y: heightMm });
    expect(Math.min(from.x, from.y)).toBeGreaterThanOrEqual(0);
    expect(to.x).toBeLessThanOrEqual(widthPx);
    expect(to.y).toBeLessThanOrEqual(heightPx);
  });

  test('goes below the smallest zoom only as far as necessary, and zooming out from there does not zoom in', () => {
    const editor = createTestEditor([], { widthMm: 100, heightMm: 3000 });
    editor.setCanvasSize(900, 520);
    editor.fit();
    expect(editor.state().viewport.zoom).toBe(0.04);
    editor.zoomAt(editor.state().viewport.zoom / 1.2);
    expect(editor.state().viewport.zoom).toBe(0.04);
    editor.zoomAt(0.5);
    editor.zoomAt(0.01);
    expect(editor.state().viewport.zoom).toBe(0.05);
  });
});

describe('panning', () => {
  test('stops one screen beyond the label, on all four sides', () => {
    const editor = createTestEditor();
    const sides: number[] = [];
    for (const [dx, dy] of [
      [-9000, 0],
      [9000, 0],
      [0, -9000],
      [0, 9000],
    ] as const) {
      editor.fit();
      for (let i = 0; i < 5; i++) editor.panBy(dx, dy);
      const { viewport } = editor.state();
      const [width, height] = [100 * pxPerMm(viewport), 80 * pxPerMm(viewport)];
      sides.push(
        dx < 0 ? viewport.originXPx + width : dx > 0 ? viewport.widthPx - viewport.originXPx : 0,
        dy < 0 ? viewport.originYPx + height : dy > 0 ? viewport.heightPx - viewport.originYPx : 0,
      );
    }
    // This part of the label is still visible at the edge of the view.
    expect(sides.filter((px) => px > 0).map((px) => Math.round(px))).toEqual([40, 40, 40, 40]);
  });

  test('reaches elements outside the label, and returns from farther away without a jump', () => {
    const editor = createTestEditor([createTestElement('rectangle', { xMm: 900, yMm: 10 })]);
    for (let i = 0; i < 9; i++) editor.panBy(-1000, 0);
    const { viewport } = editor.state();
    expect(viewport.originXPx).toBeLessThan(-700 * pxPerMm(viewport));
    editor.select(editor.state().template.elements.map(({ id }) => id));
    editor.fitSelection();
    const before = editor.state().viewport.originXPx;
    editor.panBy(10, 0);
    expect(editor.state().viewport.originXPx).toBeCloseTo(before + 10, 6);
  });
});

describe('a scroll bar', () => {
  test('is there only when not all of the label is visible', () => {
    expect(scrollRange(10, 400, 500)).toBeNull();
    expect(scrollRange(0, 500, 500)).toBeNull();
    expect(scrollRange(-10, 400, 500)).not.toBeNull();
    expect(scrollRange(200, 400, 500)).not.toBeNull();
  });

  test('has a thumb with the view’s share of label and view', () => {
    expect(scrollRange(-300, 2000, 500)).toEqual({ start: 0.15, share: 0.25, totalPx: 2000 });
    // The view is partly beyond the label's end.
    expect(scrollRange(-1800, 2000, 500)).toEqual({ start: 1800 / 2300, share: 500 / 2300, totalPx: 2300 });
  });
});
