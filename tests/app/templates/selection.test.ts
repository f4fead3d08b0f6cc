import { describe, expect, test } from 'vitest';
import { extended, NOTHING_CHOSEN, toggled, within } from '#app/library/templates/selection.ts';

const LIST = ['a', 'b', 'c', 'd', 'e'];

describe('what is chosen in a list', () => {
  test('is chosen one by one, and taken back', () => {
    const both = toggled(toggled(NOTHING_CHOSEN, 'b'), 'd');
    expect([...both.ids]).toEqual(['b', 'd']);
    expect([...toggled(both, 'b').ids]).toEqual(['d']);
  });

  test('goes from the one chosen last to the next, in both directions, beside what is chosen already', () => {
    const first = toggled(toggled(NOTHING_CHOSEN, 'a'), 'd');
    const up = extended(first, LIST, 'b');
    expect([...up.ids].toSorted()).toEqual(['a', 'b', 'c', 'd']);
    // The range turns round where it began.
    expect([...extended(up, LIST, 'e').ids].toSorted()).toEqual(LIST);
  });

  test('begins a range where nothing was chosen, or the last one is gone', () => {
    const one = extended(NOTHING_CHOSEN, LIST, 'c');
    expect([...one.ids]).toEqual(['c']);
    expect([...extended(one, LIST, 'e').ids]).toEqual(['c', 'd', 'e']);
    expect([...extended(toggled(NOTHING_CHOSEN, 'gone'), LIST, 'b').ids]).toEqual(['gone', 'b']);
  });

  test('loses what has left the list, and is the same one where nothing has', () => {
    const both = toggled(toggled(NOTHING_CHOSEN, 'b'), 'd');
    expect([...within(both, ['a', 'd']).ids]).toEqual(['d']);
    expect(within(both, LIST)).toBe(both);
  });
});
