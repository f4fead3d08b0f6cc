import { describe, expect, test } from 'vitest';
import { barPlace } from '#app/editor/canvas/bar-place.ts';

const CANVAS = { width: 800, height: 600 };
const BAR = { width: 240, height: 38 };

describe('the selection toolbar', () => {
  test('is centered below the frame, clear of the handles', () => {
    expect(barPlace({ x: 300, y: 200, width: 100, height: 50 }, BAR, CANVAS, [])).toEqual({ x: 230, y: 264 });
  });

  test('is above the rotation handle when there is no room below the frame', () => {
    const place = barPlace({ x: 300, y: 500, width: 100, height: 80 }, BAR, CANVAS, []);
    expect(place).toEqual({ x: 230, y: 500 - 36 - 14 - 38 });
  });

  test('is below the rotation handle when the handle is below the frame', () => {
    expect(barPlace({ x: 300, y: 10, width: 100, height: 50 }, BAR, CANVAS, [])).toEqual({ x: 230, y: 60 + 36 + 14 });
  });

  test('is next to a frame as high as the canvas, and hidden when the frame covers the whole canvas', () => {
    expect(barPlace({ x: 10, y: 20, width: 400, height: 560 }, BAR, CANVAS, [])).toEqual({ x: 424, y: 281 });
    expect(barPlace({ x: 390, y: 20, width: 400, height: 560 }, BAR, CANVAS, [])).toEqual({ x: 136, y: 281 });
    expect(barPlace({ x: 10, y: 20, width: 780, height: 560 }, BAR, CANVAS, [])).toBeNull();
    expect(barPlace({ x: -50, y: -50, width: 2000, height: 2000 }, BAR, CANVAS, [])).toBeNull();
  });

  test('does not cover the next element: it moves above, next to it, or to the edge of the canvas', () => {
    const frame = { x: 300, y: 200, width: 100, height: 50 };
    const next = { x: 300, y: 260, width: 100, height: 120 };
    expect(barPlace(frame, BAR, CANVAS, [], [next])).toEqual({ x: 230, y: 200 - 36 - 14 - 38 });
    const before = { x: 300, y: 0, width: 100, height: 190 };
    expect(barPlace(frame, BAR, CANVAS, [], [next, before])).toEqual({ x: 414, y: 206 });
    const right = { x: 410, y: 200, width: 100, height: 50 };
    expect(barPlace(frame, BAR, CANVAS, [], [next, before, right])).toEqual({ x: 46, y: 206 });
    const other = { x: 100, y: 200, width: 150, height: 50 };
    expect(barPlace(frame, BAR, CANVAS, [], [next, before, right, other])).toEqual({ x: 230, y: 554 });
  });

  test('stays inside the canvas next to a frame at its edge, and hides with a frame that is out of view', () => {
    expect(barPlace({ x: -20, y: 200, width: 60, height: 20 }, BAR, CANVAS, [])?.x).toBe(8);
    expect(barPlace({ x: 780, y: 200, width: 60, height: 20 }, BAR, CANVAS, [])?.x).toBe(800 - 8 - 240);
    expect(barPlace({ x: 900, y: 200, width: 60, height: 20 }, BAR, CANVAS, [])).toBeNull();
  });

  test('covers no control: it moves further away, to the other side, or hides', () => {
    const frame = { x: 300, y: 200, width: 100, height: 50 };
    const badge = { x: 250, y: 260, width: 24, height: 24 };
    // Past the badge and 4 px more, in steps of 16.
    expect(barPlace(frame, BAR, CANVAS, [badge])).toEqual({ x: 230, y: 264 + 32 });
    const wall = { x: 0, y: 255, width: 800, height: 200 };
    expect(barPlace(frame, BAR, CANVAS, [wall])).toEqual({ x: 230, y: 200 - 36 - 14 - 38 });
    expect(
      barPlace(frame, BAR, CANVAS, [wall, { ...wall, y: 0 }, { ...wall, y: 100 }, { ...wall, y: 400 }]),
    ).toBeNull();
  });
});
