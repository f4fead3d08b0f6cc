import { describe, expect, test } from 'vitest';
import { inReadingOrder } from '#model/document/split/reading-order.ts';
import type { SplitLabel } from '#model/document/split/sheet-split.ts';
import type { Rotation } from '#model/kernel/geometry.ts';

function createLabel(x: number, y: number, rotation: Rotation = 0, width = 50, height = 30): SplitLabel {
  return { boxMm: { x, y, width, height }, rotation, confidence: 0.7 };
}

/** Two columns and two rows. */
function createGrid(rotation: Rotation = 0): readonly SplitLabel[] {
  return [
    createLabel(0, 0, rotation),
    createLabel(60, 0, rotation),
    createLabel(0, 40, rotation),
    createLabel(60, 40, rotation),
  ];
}

const places = (labels: readonly SplitLabel[]): readonly string[] => labels.map(({ boxMm: { x, y } }) => `${x},${y}`);

describe('labels in reading order', () => {
  test.each([
    [0, ['0,0', '60,0', '0,40', '60,40']],
    [90, ['0,40', '0,0', '60,40', '60,0']],
    [180, ['60,40', '0,40', '60,0', '0,0']],
    [270, ['60,0', '60,40', '0,0', '0,40']],
  ] as const)('are sorted row by row on a sheet that is upright when it is rotated by %i', (rotation, wanted) => {
    expect(places(inReadingOrder(createGrid(rotation).toReversed()))).toEqual(wanted);
  });

  test('have a label that is a little lower in its row', () => {
    const labels = [createLabel(60, 0), createLabel(0, 6), createLabel(0, 40)];
    expect(places(inReadingOrder(labels))).toEqual(['0,6', '60,0', '0,40']);
  });

  test('are sorted by their cells when these are known: the box of a label may be low in its cell', () => {
    const labels = [createLabel(0, 45, 0, 50, 10), createLabel(60, 2), createLabel(0, 62), createLabel(60, 62)];
    const cell = ({ boxMm }: SplitLabel) => ({ x: boxMm.x, y: boxMm.y < 60 ? 0 : 60, width: 60, height: 60 });
    expect(places(inReadingOrder(labels, cell))).toEqual(['0,45', '60,2', '0,62', '60,62']);
  });
});
