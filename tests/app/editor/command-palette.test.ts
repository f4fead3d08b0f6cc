import { describe, expect, test } from 'vitest';
import { matchScore } from '#app/editor/commands/fuzzy.ts';
import { offeredEntries, whyNot, type PaletteEntry } from '#app/editor/commands/palette-entries.ts';
import { showElements } from '#app/editor/session/show-element.ts';
import { ACTION_IDS, actionInfo } from '#app/editor/session/action-table.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor } from '#tests/editor/create-test-editor.ts';

function createEntry(key: string, label: string, ...others: string[]): PaletteEntry {
  return { key, label, others, icon: null, shortcut: null, why: null, run: () => undefined };
}

const ENTRIES = [
  createEntry('alignLeft', 'По левому краю', 'Align left'),
  createEntry('alignRight', 'По правому краю', 'Align right'),
  createEntry('undo', 'Отменить', 'Undo'),
  createEntry('download', 'Скачать файл', 'Download as a file'),
  createEntry('element:1', 'Перейти: Align', 'Align'),
];
const keys = (typed: string, recent: readonly string[] = []): string[] =>
  offeredEntries(ENTRIES, typed, recent).map(({ key }) => key);

describe('typed text', () => {
  test('matches letters in their order, ignoring case and accents', () => {
    expect(matchScore('alr', 'Align right')).not.toBeNull();
    expect(matchScore('ARIGHT', 'Align right')).not.toBeNull();
    expect(matchScore('tamano', 'Tamaño')).not.toBeNull();
    expect(matchScore('rla', 'Align right')).toBeNull();
    expect(matchScore('', 'anything')).toBe(0);
  });

  test('ranks matches at the beginning of words and consecutive letters highest', () => {
    const best = (typed: string, ...texts: string[]): string | undefined =>
      texts.toSorted((a, b) => (matchScore(typed, b) ?? -1) - (matchScore(typed, a) ?? -1))[0];
    expect(best('print', 'Printer', 'Point', 'Sprint')).toBe('Printer');
    expect(best('dv', 'Distribute vertically', 'Advance')).toBe('Distribute vertically');
    expect(best('lock', 'Lock canvas', 'Lock')).toBe('Lock');
  });
});

describe('the entries of the command palette', () => {
  test("are found in the user's language and in English", () => {
    expect(keys('левому')[0]).toBe('alignLeft');
    expect(keys('align left')[0]).toBe('alignLeft');
    expect(keys('undo')).toEqual(['undo']);
    expect(keys('qqq')).toEqual([]);
  });

  test('include elements only when text is typed, after the matching commands', () => {
    expect(keys('')).not.toContain('element:1');
    expect(keys('align')).toEqual(['alignLeft', 'alignRight', 'element:1']);
  });

  test('begin with the commands used last', () => {
    expect(keys('', ['download', 'undo'])).toEqual(['download', 'undo', 'alignLeft', 'alignRight']);
    expect(keys('align', ['alignRight']).slice(0, 2).sort()).toEqual(['alignLeft', 'alignRight']);
  });

  test('list unavailable commands last while nothing is typed, and by rank otherwise', () => {
    const [first, ...others] = ENTRIES;
    const dim = [...(first === undefined ? [] : [{ ...first, why: 'Select an element first' }]), ...others];
    const found = (typed: string): readonly string[] => offeredEntries(dim, typed, ['alignLeft']).map(({ key }) => key);
    expect(found('')).toEqual(['alignRight', 'undo', 'download', 'alignLeft']);
    expect(found('align left')[0]).toBe('alignLeft');
  });

  test('give a reason for every disabled action when nothing is selected or there is nothing', () => {
    const state = createTestEditor().state();
    for (const id of ACTION_IDS) expect(whyNot(id, state) !== null, id).toBe(actionInfo(id).dim?.(state) ?? false);
    expect(whyNot('copy', state)?.code).toBe('edit.nothingSelected');
    expect(whyNot('mergeCells', state)?.code).toBe('table.mergeTwo');
  });

  test('say what is missing for styles', () => {
    const element = createTestElement('text');
    const editor = createTestEditor([element]);
    editor.select([element.id]);
    expect(whyNot('pasteStyle', editor.state())?.code).toBe('edit.noStyle');
    editor.copyStyle();
    expect(whyNot('pasteStyle', editor.state())).toBeNull();
  });
});

test('choosing an element selects it and scrolls it into view', () => {
  const near = createTestElement('rectangle');
  const editor = createTestEditor([near]);
  editor.panBy(5000, 0);
  showElements(editor, [near.id]);
  expect(editor.state().selection).toEqual([near.id]);
  const { originXPx, widthPx, zoom } = editor.state().viewport;
  const middle = originXPx + (near.xMm + near.widthMm / 2) * 3.78 * zoom;
  expect(middle).toBeCloseTo(widthPx / 2, -1);
  const { viewport } = editor.state();
  showElements(editor, [near.id]);
  expect(editor.state().viewport).toEqual(viewport);
});
