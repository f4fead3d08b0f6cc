import { describe, expect, test } from 'vitest';
import type { Ink, PixelBox } from '#model/document/split/ink.ts';
import { inkSums } from '#model/document/split/ink-sums.ts';
import { listsOf } from '#model/document/split/lists.ts';
import type { ThinLine } from '#model/document/split/thin-lines.ts';

const DOTS_PER_MM = 4;
const NO_LINES = { across: [], down: [] };

/** A page with texts: x, y and width in mm, 3 mm high. */
function createPage(texts: readonly (readonly [x: number, y: number, width: number])[]): {
  readonly ink: Ink;
  readonly boxes: readonly PixelBox[];
} {
  const ink = { bits: new Uint8Array(840 * 1188), width: 840, height: 1188, dotsPerMm: DOTS_PER_MM };
  const boxes = texts.map(([x, y, width]) => {
    const box = { left: x * 4, top: y * 4, right: (x + width) * 4, bottom: (y + 3) * 4 };
    for (let row = box.top; row < box.bottom; row++)
      ink.bits.fill(1, row * ink.width + box.left, row * ink.width + box.right);
    return box;
  });
  return { ink, boxes };
}

function listsOn(texts: Parameters<typeof createPage>[0], lines: Parameters<typeof listsOf>[2] = NO_LINES): number {
  const { ink, boxes } = createPage(texts);
  const found = boxes.map((box) => ({ box, letters: 8 }));
  return listsOf(inkSums(ink), found, lines, DOTS_PER_MM).length;
}

function rule(at: number, from: number, to: number): ThinLine {
  return { at: at * 4, from: from * 4, to: to * 4, thick: 1, isBroken: false };
}

describe('a list', () => {
  const rows = [0, 1, 2, 3, 4];

  test('has evenly spaced rows with an amount far from their texts, on either side', () => {
    expect(
      listsOn(
        rows.flatMap(
          (i) =>
            [
              [15, 40 + i * 6, 30 + i * 3],
              [185, 40 + i * 6, 10],
            ] as const,
        ),
      ),
    ).toBe(1);
    expect(
      listsOn(
        rows.flatMap(
          (i) =>
            [
              [150 - i * 3, 40 + i * 6, 45 + i * 3],
              [15, 40 + i * 6, 10],
            ] as const,
        ),
      ),
    ).toBe(1);
  });

  test('is not two columns of addresses, and not rows at different distances', () => {
    expect(
      listsOn(
        rows.flatMap(
          (i) =>
            [
              [15, 40 + i * 6, 60 - i * 7],
              [115, 40 + i * 6, 50 - i * 6],
            ] as const,
        ),
      ),
    ).toBe(0);
    expect(
      listsOn(
        rows.flatMap(
          (i) =>
            [
              [15, 40 + i * i * 3, 30],
              [185, 40 + i * i * 3, 10],
            ] as const,
        ),
      ),
    ).toBe(0);
  });

  test('is a form: lines to write on without lines between columns', () => {
    const across = [40, 46, 52, 58].map((at) => rule(at, 50, 195));
    expect(listsOn([], { across, down: [] })).toBe(1);
    expect(listsOn([], { across, down: [{ ...rule(120, 40, 58) }] })).toBe(0);
  });
});
