import { expect, test } from 'vitest';
import { cellAfterKey, type GridCell } from '#app/ui/table-grid/grid-keys.ts';

const SIZE = { rows: 1_000_000, columns: 10, screen: 20 };

function press(cell: GridCell, key: string, ctrlKey: boolean = false): readonly [number, number] | null {
  const to = cellAfterKey(cell, { key, ctrlKey, metaKey: false }, SIZE);
  return to === null ? null : [to.row, to.column];
}

test.each([
  ['ArrowDown', [6, 3]],
  ['ArrowUp', [4, 3]],
  ['ArrowLeft', [5, 2]],
  ['ArrowRight', [5, 4]],
  ['Home', [5, 0]],
  ['End', [5, 9]],
  ['PageDown', [25, 3]],
  ['PageUp', [0, 3]],
  ['a', null],
] as const)('%s', (key, to) => {
  expect(press({ row: 5, column: 3 }, key)).toEqual(to);
});

test.each([
  ['ArrowDown', [999_999, 3]],
  ['ArrowUp', [0, 3]],
  ['Home', [0, 0]],
  ['End', [999_999, 9]],
] as const)('Ctrl+%s', (key, to) => {
  expect(press({ row: 5, column: 3 }, key, true)).toEqual(to);
});

test('the headings are above the first row, and no key leaves the grid', () => {
  expect(press({ row: 0, column: 0 }, 'ArrowUp')).toEqual([-1, 0]);
  expect(press({ row: -1, column: 0 }, 'ArrowUp')).toEqual([-1, 0]);
  expect(press({ row: -1, column: 0 }, 'ArrowDown')).toEqual([0, 0]);
  expect(press({ row: 999_999, column: 9 }, 'ArrowDown')).toEqual([999_999, 9]);
  expect(press({ row: 3, column: 0 }, 'ArrowLeft')).toEqual([3, 0]);
});
