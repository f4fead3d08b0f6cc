import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rotation } from '#model/kernel/geometry.ts';
import { cornersGray, createBitPlane, inkRect, uprightGray } from '#render-worker/bits/bit-plane.ts';

const SIDE = 64;

test('the corners of cells have the dots of the whole picture, in every direction, with paper around them', () => {
  const spans = fc.record({
    x: fc.nat(SIDE - 1),
    y: fc.nat(SIDE - 1),
    width: fc.integer({ min: 1, max: 9 }),
    height: fc.integer({ min: 1, max: 9 }),
  });
  const grids = fc.record({
    cell: fc.integer({ min: 3, max: 9 }),
    columns: fc.integer({ min: 1, max: 6 }),
    rows: fc.integer({ min: 1, max: 6 }),
    around: fc.integer({ min: 0, max: 3 }),
    x: fc.nat(SIDE - 54),
    y: fc.nat(SIDE - 54),
    rotation: fc.constantFrom<Rotation>(0, 90, 180, 270),
  });
  fc.assert(
    fc.property(fc.array(spans, { maxLength: 30 }), grids, (inked, { cell, columns, rows, around, x, y, rotation }) => {
      const plane = createBitPlane(SIDE, SIDE);
      for (const area of inked) {
        const width = Math.min(area.width, SIDE - area.x);
        inkRect(plane, { ...area, width, height: Math.min(area.height, SIDE - area.y) });
      }
      const area = { x, y, width: columns * cell, height: rows * cell };
      const quiet = around * cell;
      const wide = {
        x: x - quiet,
        y: y - quiet,
        width: area.width + 2 * quiet,
        height: area.height + 2 * quiet,
      };
      const whole = uprightGray(plane, wide, rotation, area);
      const corners = cornersGray(plane, area, rotation, cell, around);
      expect([corners.width * cell, corners.height * cell]).toEqual([2 * whole.width, 2 * whole.height]);
      const dot = (i: number): number => Math.floor(i / 2) * cell + (i % 2) * (cell - 1);
      const expected = Array.from(corners.gray, (_, i) => {
        const [column, row] = [dot(i % corners.width), dot(Math.floor(i / corners.width))];
        return whole.gray[row * whole.width + column];
      });
      expect([...corners.gray]).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
