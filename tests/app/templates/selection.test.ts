import { describe, expect, test } from 'vitest';
import { extended, NOTHING_CHOSEN, toggled, within } from '#app/library/templates/selection.ts';

const LIST = ['a', 'b', 'c', 'd', 'e'];

describe('the selection in a list', () => {
  test('toggles single items', () => {
    const both = toggled(toggled(NOTHING_CHOSEN, 'b'), 'd');
    expect([...both.ids]).toEqual(['b', 'd']);
    expect([...toggled(both, 'b').ids]).toEqual(['d']);
  });

  test('extends from the item selected last to the next, in both directions, in addition to earlier items', () => {
    const first = toggled(toggled(NOTHING_CHOSEN, 'a'), 'd');
    const up = extended(first, LIST, 'b');
    expect([...up.ids].toSorted()).toEqual(['a', 'b', 'c', 'd']);
    // The range reverses at its anchor.
    expect([...extended(up, LIST, 'e').ids].toSorted()).toEqual(LIST);
  });

  test('starts a range at the item when nothing was selected or the last item was deleted', () => {
    const one = extended(NOTHING_CHOSEN, LIST, 'c');
    expect([...one.ids]).toEqual(['c']);
    expect([...extended(one, LIST, 'e').ids]).toEqual(['c', 'd', 'e']);
    expect([...extended(toggled(NOTHING_CHOSEN, 'gone'), LIST, 'b').ids]).toEqual(['gone', 'b']);
  });

  test('drops items that left the list, and stays the same object otherwise', () => {
    const both = toggled(toggled(NOTHING_CHOSEN, 'b'), 'd');
    expect([...within(both, ['a', 'd']).ids]).toEqual(['d']);
    expect(within(both, LIST)).toBe(both);
  });
});
