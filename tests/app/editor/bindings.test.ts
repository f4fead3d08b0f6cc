import { describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { setSource } from '#editor/commands/sources.ts';
import { createTestEditor } from '#tests/editor/create-test-editor.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { columnSource, offeredSheets, rebindAll, sourcesBoundTo, unbindAll } from '#app/editor/data/bindings.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { sourcesOf, type LabelElement } from '#model/elements/element.ts';
import { PLAIN_NUMBERING } from '#model/data/row-numbering.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';

function textElement(name: string, text: string): LabelElement {
  return createTestElement('text', { id: name as ElementId, name, sources: [fixedText(text)] });
}

function createInfo(connection: string, sheets: SpreadsheetInfo['sheets']): SpreadsheetInfo {
  return { connection, fileName: `${connection}.xlsx`, sheets, text: null };
}
const sheet = (name: string, columns: readonly string[], hidden = false) => ({
  name,
  hidden,
  columns,
  rowCount: 3,
  numbering: PLAIN_NUMBERING,
  hiddenRowCount: 0,
  hiddenColumnCount: 0,
});

describe('bindings', () => {
  test('hidden and empty sheets are not offered while there are others', () => {
    const info = createInfo('a', [sheet('Secret', ['X'], true), sheet('Empty', []), sheet('Rows', ['A'])]);
    expect(offeredSheets(info).map((s) => s.name)).toEqual(['Rows']);
    expect(offeredSheets(createInfo('a', [sheet('Secret', ['X'], true)])).map((s) => s.name)).toEqual(['Secret']);
  });

  test('binding keeps the fixed text for the way back', () => {
    const editor = createTestEditor([textElement('text-one', 'Hello')]);
    const info = createInfo('a', [sheet('Rows', ['A'])]);
    const id = editor.state().template.elements[0]?.id;
    if (id === undefined) throw new Error('no element');
    editor.run(setSource({ id, content: 0 }, 0, columnSource(info, 'Rows', 'A', 'first', 'Hello')));
    expect(sourcesBoundTo(editor.state().template.elements, { connection: 'a' })).toHaveLength(1);
    editor.run(unbindAll({ connection: 'a' }));
    expect(editor.state().template.elements.flatMap(sourcesOf)).toEqual([{ type: 'fixed', text: 'Hello' }]);
    editor.undo();
    expect(sourcesBoundTo(editor.state().template.elements, { connection: 'a' })).toHaveLength(1);
  });

  test('another file takes the place of a missing one everywhere, in one undo entry, and guesses no column', () => {
    const old = createInfo('old', [sheet('Rows', ['A', 'B'])]);
    const editor = createTestEditor([textElement('text-one', 'x'), textElement('text-two', 'y')]);
    const ids = editor.state().template.elements.map((e) => e.id);
    for (const [i, id] of ids.entries()) {
      editor.run(setSource({ id, content: 0 }, 0, columnSource(old, 'Rows', i === 0 ? 'A' : 'B', '1', '')));
    }
    editor.run(rebindAll({ connection: 'old' }, createInfo('new', [sheet('First', ['A'])])));
    const sources = sourcesBoundTo(editor.state().template.elements, { connection: 'new' });
    expect(sources.map((s) => [s.sheet, s.column, s.fileName])).toEqual([
      ['First', 'A', 'new.xlsx'],
      ['First', 'B', 'new.xlsx'],
    ]);
    editor.undo();
    expect(sourcesBoundTo(editor.state().template.elements, { connection: 'old' })).toHaveLength(2);
  });
});
