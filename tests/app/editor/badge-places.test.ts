import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rect } from '#model/kernel/geometry.ts';
import { badgePlaces } from '#app/editor/canvas/badge-places.ts';

const BADGE = { width: 20, height: 20 };
const CANVAS = { width: 800, height: 600 };
const LABEL: Rect = { x: 100, y: 60, width: 600, height: 480 };
/** Half the side of the square around a corner that reacts to the pointer. */
const HANDLE_PX = 8;

const rect = fc.record({
  x: fc.integer({ min: 100, max: 640 }),
  y: fc.integer({ min: 60, max: 480 }),
  width: fc.integer({ min: 4, max: 300 }),
  height: fc.integer({ min: 4, max: 300 }),
});

test('no badge covers its code, its handles, another element or another badge', () => {
  fc.assert(
    fc.property(fc.array(rect, { minLength: 1, maxLength: 6 }), (frames) => {
      const places = badgePlaces(
        frames.map((frame, own) => ({ frame, own })),
        frames,
        BADGE,
        LABEL,
        CANVAS,
      );
      for (const [i, place] of places.entries()) {
        if (place === null) continue;
        for (const [j, frame] of frames.entries()) {
          const own = frames[i] as Rect;
          const around = {
            x: frame.x - HANDLE_PX,
            y: frame.y - HANDLE_PX,
            width: frame.width + 16,
            height: frame.height + 16,
          };
          if (i === j) expect(overlap(place, around)).toBe(false);
          else if (overlap(place, frame)) expect(holds(frame, place) && holds(frame, own)).toBe(true);
        }
        for (const other of places.slice(i + 1)) if (other !== null) expect(overlap(place, other)).toBe(false);
      }
    }),
  );
});

test('a badge is left of its code, also on a frame around it; between many elements it is at the edge of the label', () => {
  const frame: Rect = { x: 300, y: 200, width: 100, height: 50 };
  const [alone] = badgePlaces([{ frame }], [], BADGE, LABEL, CANVAS);
  expect(alone).toEqual({ x: 269, y: 200, ...BADGE });
  const [framed] = badgePlaces([{ frame }], [{ x: 200, y: 100, width: 400, height: 300 }], BADGE, LABEL, CANVAS);
  expect(framed).toEqual(alone);
  const near: Rect[] = [
    { x: 240, y: 120, width: 220, height: 75 },
    { x: 240, y: 255, width: 220, height: 75 },
    { x: 240, y: 190, width: 55, height: 70 },
    { x: 405, y: 190, width: 55, height: 70 },
  ];
  const [crowded] = badgePlaces([{ frame }], near, BADGE, LABEL, CANVAS);
  expect(crowded).toEqual({ x: 69, y: 200, ...BADGE });
});

function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function holds(outer: Rect, inner: Rect): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
