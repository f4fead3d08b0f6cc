import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLAIN_NUMBERING, recordsBefore, rowNumber, type RowNumbering } from '#model/data/row-numbering.ts';

/** The numbers of the rows that give records, spelled out. */
function spellOut(firstRow: number, hidden: ReadonlySet<number>, count: number): readonly number[] {
  const numbers = [];
  for (let number = firstRow; numbers.length < count; number++) if (!hidden.has(number)) numbers.push(number);
  return numbers;
}

function numberingOf(firstRow: number, numbers: readonly number[]): RowNumbering {
  const gaps = numbers.flatMap((number, index) => {
    const leftOut = number - firstRow - index;
    const before = index === 0 ? 0 : (numbers[index - 1] ?? 0) - firstRow - (index - 1);
    return leftOut > before ? [{ index, leftOut }] : [];
  });
  return { firstRow, gaps };
}

test('rows have the numbers of the spreadsheet, with any rows left out, and are found by them', () => {
  const hiddenRows = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), hiddenRows, fc.integer({ min: 1, max: 30 }), (first, hidden, count) => {
      const numbers = spellOut(first, new Set(hidden), count);
      const numbering = numberingOf(first, numbers);
      expect(numbers.map((_, index) => rowNumber(numbering, index))).toEqual(numbers);
      for (let number = 0; number <= (numbers.at(-1) ?? 0); number++) {
        expect(recordsBefore(numbering, number)).toBe(numbers.filter((other) => other < number).length);
      }
    }),
  );
});

test('below the headings rows are numbered from 2', () => {
  expect([0, 1, 9].map((index) => rowNumber(PLAIN_NUMBERING, index))).toEqual([2, 3, 11]);
  expect([0, 1, 2, 11].map((number) => recordsBefore(PLAIN_NUMBERING, number))).toEqual([0, 0, 0, 9]);
});
