import { describe, expect, test } from 'vitest';
import {
  addLabel,
  cutLabel,
  divideLabel,
  inReadingOrder,
  mergeLabels,
  moveEdge,
  removeLabels,
  SMALLEST_LABEL_MM,
  turnLabels,
} from '#model/document/split/mend.ts';
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
  ] as const)('of a sheet that is upright when it is turned by %i', (rotation, wanted) => {
    expect(places(inReadingOrder(createGrid(rotation).toReversed()))).toEqual(wanted);
  });

  test('a label that is a little lower is still in its row', () => {
    const labels = [createLabel(60, 0), createLabel(0, 6), createLabel(0, 40)];
    expect(places(inReadingOrder(labels))).toEqual(['0,6', '60,0', '0,40']);
  });
});

describe('a split mended by hand', () => {
  test('several labels become one, in the place of the first', () => {
    const merged = mergeLabels(createGrid(), [3, 1]);
    expect(places(merged)).toEqual(['0,0', '60,0', '0,40']);
    expect(merged[1]).toEqual({ boxMm: { x: 60, y: 0, width: 50, height: 70 }, rotation: 0, confidence: 1 });
    expect(mergeLabels(createGrid(), [2, 2])).toEqual(createGrid());
    expect(mergeLabels(createGrid(), [1, 9])).toEqual(createGrid());
  });

  test('one label becomes two, in the order in which they are read', () => {
    expect(
      cutLabel(createGrid(), 1, 'x', 80)
        .slice(1, 3)
        .map(({ boxMm }) => boxMm),
    ).toEqual([
      { x: 60, y: 0, width: 20, height: 30 },
      { x: 80, y: 0, width: 30, height: 30 },
    ]);
    expect(places(cutLabel([createLabel(0, 0, 180)], 0, 'y', 10))).toEqual(['0,10', '0,0']);
  });

  test.each([-5, 0, 2, 48, 50, 70, NaN])('a cut at %d mm is no cut', (atMm) => {
    expect(cutLabel(createGrid(), 0, 'x', atMm)).toEqual(createGrid());
    expect(cutLabel(createGrid(), 7, 'x', 20)).toEqual(createGrid());
  });

  test('one label becomes an even grid', () => {
    const divided = divideLabel([createLabel(0, 0, 90, 60, 40), createLabel(90, 0, 90)], 0, 3, 2);
    expect(places(divided)).toEqual(['0,20', '0,0', '20,20', '20,0', '40,20', '40,0', '90,0']);
    expect(divided[0]?.boxMm).toEqual({ x: 0, y: 20, width: 20, height: 20 });
    expect(divideLabel(createGrid(), 0, 1, 1)).toEqual(createGrid());
    expect(divideLabel(createGrid(), 0, 40, 1)).toEqual(createGrid());
    expect(divideLabel(createGrid(), 0, 2, NaN)).toEqual(createGrid());
  });

  test.each([
    ['left', 10, { x: 10, y: 0, width: 40, height: 30 }],
    ['right', 70, { x: 0, y: 0, width: 70, height: 30 }],
    ['top', -4, { x: 0, y: -4, width: 50, height: 34 }],
    ['bottom', 20, { x: 0, y: 0, width: 50, height: 20 }],
    ['left', 90, { x: 50 - SMALLEST_LABEL_MM, y: 0, width: SMALLEST_LABEL_MM, height: 30 }],
    ['bottom', -90, { x: 0, y: 0, width: 50, height: SMALLEST_LABEL_MM }],
  ] as const)('the %s edge is dragged to %d', (edge, toMm, boxMm) => {
    expect(moveEdge(createGrid(), 0, edge, toMm)[0]).toEqual({ boxMm, rotation: 0, confidence: 1 });
  });

  test('boxes are removed, added and turned', () => {
    expect(places(removeLabels(createGrid(), [0, 3]))).toEqual(['60,0', '0,40']);
    const [, , ...lower] = createGrid(180);
    expect(places(addLabel(lower, { x: 0, y: 0, width: 50, height: 30 }))).toEqual(['60,40', '0,40', '0,0']);
    expect(addLabel(lower, { x: 0, y: 0, width: 1, height: 30 })).toEqual(lower);
    expect(turnLabels(createGrid(), 180)).toEqual(inReadingOrder(createGrid(180)));
  });
});
