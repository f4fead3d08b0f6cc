import { describe, expect, test } from 'vitest';
import { barsOf } from '#model/document/split/bars.ts';
import { withoutDesignLines } from '#model/document/split/design-lines.ts';
import type { Ink } from '#model/document/split/ink.ts';
import { withoutPerforations } from '#model/document/split/perforations.ts';
import { thinLinesOf, type ThinLine } from '#model/document/split/thin-lines.ts';

const DOTS_PER_MM = 4;

/** Ink in rectangles: x, y, width and height in mm. */
function createInk(width: number, height: number, rects: readonly (readonly number[])[]): Ink {
  const ink = { bits: new Uint8Array(width * height * 16), width: width * 4, height: height * 4, dotsPerMm: 4 };
  for (const [x = 0, y = 0, wide = 0, high = 0] of rects) {
    for (let row = Math.round(y * 4); row < Math.round((y + high) * 4); row++)
      ink.bits.fill(1, row * ink.width + Math.round(x * 4), row * ink.width + Math.round((x + wide) * 4));
  }
  return ink;
}

/** Thirty bars of 15 mm in 44.5 mm. */
function barsAt(x: number, y: number): readonly (readonly number[])[] {
  return Array.from({ length: 30 }, (_, i) => [x + i * 1.5, y, i % 3 === 0 ? 1 : 0.5, 15]);
}

describe('bars', () => {
  test('do not include the side of a frame that is 3 mm from them', () => {
    const ink = createInk(80, 80, [...barsAt(20, 30), [67, 5, 0.5, 70], [16.5, 5, 0.5, 70]]);
    expect(barsOf(ink)).toEqual([{ left: 80, top: 120, right: 256, bottom: 180 }]);
  });

  test('of two labels are two symbols when lines of their frames are between them', () => {
    const ink = createInk(130, 80, [...barsAt(10, 30), [57, 5, 0.5, 70], [59, 5, 0.5, 70], ...barsAt(62, 30)]);
    expect(barsOf(ink).map(({ left }) => left)).toEqual([40, 248]);
  });
});

describe('a dashed line', () => {
  const page = { width: 210 * DOTS_PER_MM, height: 297 * DOTS_PER_MM, dotsPerMm: DOTS_PER_MM } as Ink;
  const lineAt = (at: number, from: number, to: number): ThinLine => {
    return { at: at * DOTS_PER_MM, from: from * DOTS_PER_MM, to: to * DOTS_PER_MM, thick: 1, isBroken: true };
  };
  const isCut = (across: readonly ThinLine[], down: readonly ThinLine[]): readonly boolean[] =>
    withoutDesignLines({ across, down }, page).down.map(({ isBroken }) => isBroken);

  test('is a cutting line when it ends at other lines or at the edge of the page', () => {
    expect(isCut([lineAt(100, 10, 200)], [lineAt(105, 10, 100), lineAt(70, 5, 290)])).toEqual([true, true]);
  });

  test('belongs to the design of a label when it ends short of other lines or in white', () => {
    expect(isCut([lineAt(60, 10, 200), lineAt(140, 10, 200)], [lineAt(120, 65, 135)])).toEqual([false]);
    expect(isCut([], [lineAt(120, 65, 135)])).toEqual([false]);
  });

  test('that text on it interrupts is a cutting line on both sides of the text', () => {
    const across = [lineAt(60, 10, 200), lineAt(140, 10, 200)];
    expect(isCut(across, [lineAt(105, 60, 85), lineAt(105, 92, 110), lineAt(105, 118, 140)])).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('dashes', () => {
  /** Dashes of 3 mm, 2 mm apart, down a column. */
  const dashesDown = (x: number, from: number, to: number): readonly (readonly number[])[] =>
    Array.from({ length: Math.floor((to - from + 2) / 5) }, (_, i) => [x, from + i * 5, 0.5, 3]);
  const dashesAcross = (y: number): readonly (readonly number[])[] =>
    Array.from({ length: 36 }, (_, i) => [15 + i * 5, y, 3, 0.5]);

  test('that stop before each line that they meet are the perforation of a coupon', () => {
    const ink = createInk(210, 200, [
      ...[20, 70, 120].flatMap((y) => dashesAcross(y)),
      ...[25, 75].flatMap((y) => dashesDown(150, y, y + 41)),
      ...dashesDown(80, 20, 121),
    ]);
    const lines = withoutPerforations(thinLinesOf(ink, []), ink);
    const isOwn = (place: number): readonly (boolean | undefined)[] =>
      lines.down.filter(({ at }) => Math.abs(at / DOTS_PER_MM - place) < 1).map((line) => line.isOwn);
    expect(isOwn(150)).toEqual([true, true]);
    expect(isOwn(80)).toEqual([undefined]);
    expect(lines.across.every(({ isBroken }) => isBroken)).toBe(true);
  });

  test('are no row of small letters, whose gaps are as even', () => {
    const letters = Array.from({ length: 40 }, (_, i) => [
      [20 + i * 1.5, 30, 0.75, 0.25],
      [20 + i * 1.5, 30.25, 0.25, 0.75],
      [20 + i * 1.5, 31, 0.75, 0.25],
    ]).flat();
    expect(thinLinesOf(createInk(120, 60, letters), []).across).toEqual([]);
  });
});
