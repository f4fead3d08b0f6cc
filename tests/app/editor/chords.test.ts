import { describe, expect, test } from 'vitest';
import { actsHere, formatChord, matchesChord } from '#app/editor/session/chords.ts';
import { ELEMENT_DESCRIPTORS } from '#app/editor/elements/descriptors.ts';
import { ACTION_IDS, actionInfo, SHORTCUT_GROUPS } from '#app/editor/session/action-table.ts';

function createPress(code: string, held: readonly ('ctrl' | 'meta' | 'shift' | 'alt')[] = [], key = '') {
  return {
    code,
    key,
    ctrlKey: held.includes('ctrl'),
    metaKey: held.includes('meta'),
    shiftKey: held.includes('shift'),
    altKey: held.includes('alt'),
  };
}

describe('keyboard shortcuts', () => {
  test('Ctrl and Cmd are the same, and additional modifiers do not match', () => {
    const save = { code: 'KeyS', control: true };
    expect(matchesChord(createPress('KeyS', ['ctrl']), save)).toBe(true);
    expect(matchesChord(createPress('KeyS', ['meta']), save)).toBe(true);
    expect(matchesChord(createPress('KeyS', ['ctrl', 'shift']), save)).toBe(false);
    expect(matchesChord(createPress('KeyS'), save)).toBe(false);
  });

  test('plus and minus follow the keyboard layout, and match nothing else', () => {
    const meant = (
      code: string,
      key: string,
      held: readonly ('ctrl' | 'shift' | 'alt')[] = ['ctrl'],
    ): readonly string[] =>
      ACTION_IDS.filter((id) =>
        actionInfo(id).chords.some((chord) => matchesChord(createPress(code, held, key), chord)),
      );
    // American, Spanish or German, Portuguese, the numeric keypad.
    expect(meant('Equal', '=')).toEqual(['zoomIn']);
    expect(meant('Equal', '+', ['ctrl', 'shift'])).toEqual(['zoomIn']);
    expect(meant('BracketRight', '+')).toEqual(['zoomIn']);
    expect(meant('BracketLeft', '+')).toEqual(['zoomIn']);
    expect(meant('NumpadAdd', '+')).toEqual(['zoomIn']);
    expect(meant('Minus', '-')).toEqual(['zoomOut']);
    expect(meant('Slash', '-')).toEqual(['zoomOut']);
    expect(meant('BracketRight', ']')).toEqual(['orderForward']);
    expect(meant('BracketRight', 'ъ')).toEqual(['orderForward']);
  });

  test('letters match by key position when the layout has other letters there', () => {
    const copies = { code: 'KeyC', control: true };
    for (const key of ['c', 'с', 'ц']) expect(matchesChord(createPress('KeyC', ['ctrl'], key), copies)).toBe(true);
    expect(matchesChord(createPress('KeyJ', ['ctrl'], 'c'), copies)).toBe(false);
  });

  test('shortcuts are written with the key names of the keyboard', () => {
    expect(formatChord({ code: 'KeyS', control: true, shift: true }, false)).toBe('Ctrl+Shift+S');
    expect(formatChord({ code: 'BracketRight', control: true }, true)).toBe('⌘]');
  });

  test('no two actions or elements have the same shortcut', () => {
    const seen = new Map<string, string>();
    const all = [
      ...ACTION_IDS.map((id) => [id, actionInfo(id).chords] as const),
      ...Object.entries(ELEMENT_DESCRIPTORS).map(([type, { chords }]) => [type, chords] as const),
    ];
    for (const [id, chords] of all) {
      for (const chord of chords) {
        const text = formatChord(chord, false);
        const yielding = ACTION_IDS.find((action) => action === id);
        const other = yielding === undefined ? undefined : actionInfo(yielding).yieldsTo;
        expect(seen.get(text), `${text} of ${id}`).toBe(other);
        seen.set(text, id);
      }
    }
  });

  test.each([
    ['a letter', createPress('KeyT', [], 't'), true, false],
    ['a capital', createPress('KeyR', ['shift'], 'R'), true, false],
    ['a sign', createPress('Slash', ['shift'], '?'), true, false],
    ['a letter of another script', createPress('KeyT', [], 'е'), true, false],
    ['Delete', createPress('Delete', [], 'Delete'), true, true],
    ['Shift+Home', createPress('Home', ['shift'], 'Home'), true, true],
  ])('without Ctrl or Alt they act on the canvas only: %s', (_, press, singleOn, singleOff) => {
    expect(actsHere(press, { onCanvas: true, singleKeys: true })).toBe(singleOn);
    expect(actsHere(press, { onCanvas: true, singleKeys: false })).toBe(singleOff);
    expect(actsHere(press, { onCanvas: false, singleKeys: true })).toBe(false);
  });

  test.each([createPress('KeyS', ['ctrl'], 's'), createPress('KeyA', ['alt'], 'a'), createPress('F1', [], 'F1')])(
    'with Ctrl or Alt, and as function keys, they act everywhere: %j',
    (press) => {
      expect(actsHere(press, { onCanvas: false, singleKeys: false })).toBe(true);
    },
  );

  test('a shortcut with a punctuation mark has an alternative for keyboards with the mark elsewhere', () => {
    const isPlain = (code: string): boolean =>
      /^(Key[A-Z]|Digit\d|F\d+|Home|End|Page(Up|Down)|Delete|Backspace|Escape|Enter|Tab|Arrow\w+)$/.test(code);
    const lacking = ACTION_IDS.filter((id) => {
      const { chords } = actionInfo(id);
      return chords.length > 0 && !chords.some(({ code }) => isPlain(code));
    });
    expect(lacking).toEqual([]);
  });

  test('the shortcut sheet lists exactly the actions that have a shortcut', () => {
    const listed = new Set(Object.values(SHORTCUT_GROUPS).flat());
    const missing = ACTION_IDS.filter((id) => actionInfo(id).chords.length > 0 && !listed.has(id));
    expect(missing).toEqual([]);
    expect([...listed].filter((id) => actionInfo(id).chords.length === 0)).toEqual([]);
  });
});
