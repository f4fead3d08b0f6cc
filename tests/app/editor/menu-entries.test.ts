import { describe, expect, test } from 'vitest';
import { lineForKey, lineForText, menuLines, type MenuEntry, type MenuLine } from '#app/editor/canvas/menu-entries.ts';

function createLine(label: string): MenuLine {
  return { type: 'command', key: label, label, icon: null, shortcut: null, disabled: false };
}

const ENTRIES: readonly MenuEntry[] = [
  createLine('Cut'),
  { type: 'divider' },
  createLine('Copy'),
  createLine('Ändern'),
  createLine('Delete'),
];
const LINES = menuLines(ENTRIES);

describe('keys in a menu', () => {
  test.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 3, 0],
    ['ArrowUp', -1, 3],
    ['ArrowUp', 0, 3],
    ['ArrowUp', 2, 1],
    ['Home', 2, 0],
    ['End', 0, 3],
    ['a', 0, null],
  ])('%s from line %d goes to %s', (key, from, to) => expect(lineForKey(key, from, LINES.length)).toBe(to));

  test.each([
    ['c', -1, 0],
    ['c', 0, 1],
    ['cc', 1, 0],
    ['co', 0, 1],
    ['co', 1, 1],
    ['ä', 0, 2],
    ['D', 0, 3],
    ['x', 0, null],
  ])('typing %s from line %d goes to %s', (typed, from, to) => expect(lineForText(LINES, typed, from)).toBe(to));
});
