import { angleOf } from '#model/elements/base/turn.ts';
import { describe, expect, test } from 'vitest';
import { createTouchGesture } from '#app/editor/canvas/touch-gesture.ts';
import type { Editor } from '#editor/editor.ts';
import { labelToCanvas } from '#editor/viewport.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, elementNamed } from '#tests/editor/create-test-editor.ts';

const box = (xMm: number, yMm: number): LabelElement =>
  createTestElement('rectangle', { xMm, yMm, widthMm: 20, heightMm: 10, filled: true });

describe('a gesture with two fingers', () => {
  /** Puts two fingers next to a point of the label and rotates or spreads them. */
  function fingers(editor: Editor, at: readonly [number, number], to: { degrees?: number; apart?: number }): void {
    const touch = createTouchGesture(editor);
    const middle = labelToCanvas(editor.state().viewport, { x: at[0], y: at[1] });
    const place = (side: 1 | -1, degrees: number, apart: number): { x: number; y: number } => ({
      x: middle.x + side * apart * Math.cos((degrees * Math.PI) / 180),
      y: middle.y + side * apart * Math.sin((degrees * Math.PI) / 180),
    });
    touch.down(1, place(-1, 0, 60));
    expect(touch.down(2, place(1, 0, 60))).toBe(true);
    const { degrees = 0, apart = 60 } = to;
    for (let i = 1; i <= 10; i++) {
      touch.move(1, place(-1, (degrees * i) / 10, 60 + ((apart - 60) * i) / 10));
      touch.move(2, place(1, (degrees * i) / 10, 60 + ((apart - 60) * i) / 10));
    }
    touch.up(1);
    touch.move(2, place(1, degrees + 90, apart));
    touch.up(2);
  }

  test('around the selection rotates it by tenths of a degree, and snaps near quarter turns', () => {
    const a = box(40, 35);
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    const before = editor.state().viewport;
    fingers(editor, [50, 40], { degrees: 88 });
    expect(angleOf(elementNamed(editor, a.name))).toBe(90);
    expect(editor.state().viewport).toEqual(before);
    editor.undo();
    fingers(editor, [50, 40], { degrees: 30 });
    expect(elementNamed(editor, a.name)).toMatchObject({ rotation: 0, turnDegrees: 30 });
    editor.undo();
    expect(editor.state().template.elements).toEqual([a]);
  });

  test('zooms when the fingers spread, also around the selection; outside it they rotate nothing', () => {
    const a = box(40, 35);
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    const { zoom } = editor.state().viewport;
    fingers(editor, [50, 40], { apart: 120 });
    expect(editor.state().viewport.zoom / zoom).toBeGreaterThan(1.6);
    expect(editor.state().revision).toBe(0);
    fingers(editor, [50, -60], { degrees: 90 });
    expect(editor.state().revision).toBe(0);
  });
});
