import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rulerTicks, showsNumber } from '#app/editor/canvas/ruler-ticks.ts';

describe('rulerTicks', () => {
  test('counts millimeters from the label edge', () => {
    const ticks = rulerTicks(600, 100, 3.78, 'mm');
    const majors = ticks.filter((t) => t.major);
    expect(majors.find((t) => t.text === '0')?.atPx).toBe(100);
    expect(majors.find((t) => t.text === '20')?.atPx).toBeCloseTo(100 + 20 * 3.78);
    expect(majors.some((t) => t.text === '-20')).toBe(true);
  });

  test('shows whole numbers only, and none that the end of the ruler cuts off', () => {
    const at = (atPx: number, text: string): readonly boolean[] =>
      (['x', 'y'] as const).map((axis) => showsNumber({ atPx, major: true, text }, axis, 600));
    expect(at(-4, '-40')).toEqual([false, false]);
    expect(at(10, '-40')).toEqual([true, false]);
    expect(at(24, '-40')).toEqual([true, true]);
    expect(at(585, '120')).toEqual([false, true]);
    expect(showsNumber({ atPx: 300, major: false, text: '' }, 'x', 600)).toBe(false);
  });

  test('has a number every 10, 20, 50, 100 or 200 mm depending on the zoom, and no others', () => {
    const stepAt = (zoom: number): number => {
      const [first, second] = rulerTicks(4000, 0, 3.78 * zoom, 'mm').filter(({ major }) => major);
      return Number(second?.text) - Number(first?.text);
    };
    expect([5, 1.5, 1, 0.5, 0.2, 0.1, 0.05].map(stepAt)).toEqual([10, 10, 20, 50, 100, 200, 200]);
    const steps = Array.from({ length: 496 }, (_, i) => stepAt((5 + i) / 100));
    expect(new Set(steps)).toEqual(new Set([10, 20, 50, 100, 200]));
  });

  test('counts inches when the unit is inches', () => {
    const ticks = rulerTicks(600, 0, 3.78, 'inch');
    expect(ticks.find((t) => t.text === '1')?.atPx).toBeCloseTo(25.4 * 3.78);
  });

  test('counts whole dots when the unit is printer dots, at any dot size', () => {
    const numbers = (dotPx: number): string[] =>
      rulerTicks(600, 0, 3.78, { dotPx }).flatMap(({ major, text }) => (major ? [text] : []));
    expect(numbers(60).slice(0, 4)).toEqual(['0', '1', '2', '3']);
    expect(numbers(0.3).slice(0, 3)).toEqual(['0', '200', '400']);
    expect(rulerTicks(600, 7, 3.78, { dotPx: 0.3 }).find(({ text }) => text === '200')?.atPx).toBeCloseTo(67);
  });

  test('never lets numbers touch, ticks blur, or the end of the ruler stay empty, at any zoom and position', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 5, noNaN: true }),
        fc.double({ min: -5000, max: 5000, noNaN: true }),
        fc.constantFrom('mm' as const, 'inch' as const, 'dots' as const),
        (zoom, origin, unit) => {
          const ticks = rulerTicks(1200, origin, 3.78 * zoom, unit === 'dots' ? { dotPx: (3.78 * zoom) / 12 } : unit);
          const majors = ticks.filter((t) => t.major);
          for (const [i, tick] of majors.entries()) {
            const next = majors[i + 1];
            // 200 mm at the smallest zoom, which is wide enough for four digits.
            if (next !== undefined) expect(next.atPx - tick.atPx).toBeGreaterThanOrEqual(unit === 'mm' ? 37.7 : 55.9);
          }
          const first = ticks[0];
          const second = ticks[1];
          if (first === undefined || second === undefined) throw new Error('a ruler without ticks');
          expect(second.atPx - first.atPx).toBeGreaterThanOrEqual(4.9);
          expect(first.atPx).toBeLessThanOrEqual(0.001);
          expect(ticks.at(-1)?.atPx).toBeGreaterThanOrEqual(1199.999);
          expect(ticks.length).toBeLessThan(400);
        },
      ),
    );
  });
});
