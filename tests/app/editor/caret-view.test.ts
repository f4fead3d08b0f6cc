import { describe, expect, test } from 'vitest';
import type { Rotation } from '#model/kernel/geometry.ts';
import { caretLine, panToCaret } from '#app/editor/canvas/caret-view.ts';

const CANVAS = { widthPx: 800, heightPx: 600 };

describe('the view follows the caret', () => {
  test.each<[Rotation, number, number, number]>([
    // The end and the start of a text that extends 500 px beyond the canvas on both sides.
    [0, 10, -524, 0],
    [0, 0, 524, 0],
    [180, 10, 524, 0],
    [180, 0, -524, 0],
  ])('rotated by %d, at character %d', (rotation, at, dx, dy) => {
    const bounds = { x: -500, y: 280, width: 1800, height: 40 };
    expect(panToCaret(bounds, rotation, { line: '0123456789', at }, CANVAS)).toEqual({ dx, dy });
  });

  test('scrolls up and down when the text is rotated by 90 degrees', () => {
    const bounds = { x: 380, y: -300, width: 40, height: 1200 };
    expect(panToCaret(bounds, 90, { line: 'ab', at: 2 }, CANVAS)).toEqual({ dx: 0, dy: -324 });
    expect(panToCaret(bounds, 270, { line: 'ab', at: 2 }, CANVAS)).toEqual({ dx: 0, dy: 324 });
  });

  test('does not scroll while the caret is visible', () => {
    const bounds = { x: 100, y: 100, width: 300, height: 40 };
    for (const at of [0, 1, 2, 3]) {
      expect(panToCaret(bounds, 0, { line: 'abc', at }, CANVAS)).toEqual({ dx: 0, dy: 0 });
    }
    expect(panToCaret(bounds, 0, { line: '', at: 0 }, CANVAS)).toEqual({ dx: 0, dy: 0 });
  });

  test('uses the line of the caret', () => {
    expect(caretLine('ab\ncde\nf', 0)).toEqual({ line: 'ab', at: 0 });
    expect(caretLine('ab\ncde\nf', 2)).toEqual({ line: 'ab', at: 2 });
    expect(caretLine('ab\ncde\nf', 3)).toEqual({ line: 'cde', at: 0 });
    expect(caretLine('ab\ncde\nf', 8)).toEqual({ line: 'f', at: 1 });
  });
});
