import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blankKey, blankOfProblem, blanksOf, filledTemplate } from '#model/data/blanks.ts';
import { fixedText, type FixedSource } from '#model/elements/base/content.ts';
import { contentsOf } from '#model/elements/element.ts';
import { mergeCells, splitCell } from '#model/elements/table/table-cells.ts';
import type { TableElement } from '#model/elements/table/table-element.ts';
import { deleteLine, insertLine } from '#model/elements/table/table-lines.ts';
import { problem } from '#model/kernel/problem.ts';
import { expectOk, type Result } from '#model/kernel/result.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { clearCells, deleteTableLines, insertTableLine, mergeSelectedCells } from '#editor/commands/table.ts';
import { clipboardText, parseClipboard } from '#editor/clipboard.ts';
import { copied, duplicate, pasteContent } from '#editor/commands/copy-paste.ts';
import { createEditor } from '#editor/create-editor.ts';
import { setSource } from '#editor/commands/sources.ts';
import { createTestTemplate } from '#tests/support/create-elements.ts';
import { createTestTable } from '#tests/support/create-table.ts';
import { anyElementOf } from '#tests/support/element-arbitraries.ts';

/** A fill-in cell: its name is that of its example, so that messages about one never mean the other. */
function opened(text: string, required = true): FixedSource {
  return { ...fixedText(text), blank: { label: `field ${text}`, required, maxLength: 9 } };
}

/** A table of 3 x 3 cells, `a` to `i`; those at these positions, row by row, are filled in. */
function tableWith(places: readonly number[]): TableElement {
  const table = createTestTable([
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
    ['g', 'h', 'i'],
  ]);
  return {
    ...table,
    cells: table.cells.map((cell, i) =>
      places.includes(i) ? { ...cell, sources: [opened('abcdefghi'[i] ?? '')] } : cell,
    ),
  };
}

const namesOf = (table: TableElement): readonly string[] =>
  blanksOf(createTestTemplate([table])).map(({ label, text }) => `${label}: ${text}`);

describe('cells that are filled in', () => {
  const anyPlaces = fc.uniqueArray(fc.nat(8), { maxLength: 9 });
  const anyEdit = fc.record({
    kind: fc.constantFrom('merge', 'split', 'insert', 'delete'),
    axis: fc.constantFrom('row' as const, 'column' as const),
    at: fc.nat(11),
    cells: fc.uniqueArray(fc.nat(8), { minLength: 2, maxLength: 4 }),
  });

  test('keep their settings with their cell through any edits of rows, columns and cells', () => {
    fc.assert(
      fc.property(anyPlaces, fc.array(anyEdit, { maxLength: 20 }), (places, edits) => {
        let table = tableWith(places);
        for (const { kind, axis, at, cells } of edits) {
          const lines = axis === 'row' ? table.rowHeightsMm.length : table.columnWidthsMm.length;
          const before = table;
          const outcome = ((): Result<TableElement> => {
            switch (kind) {
              case 'merge':
                return mergeCells(table, cells);
              case 'split':
                return splitCell(table, at % table.cells.length);
              case 'insert':
                return insertLine(table, axis, at % (lines + 1));
              case 'delete':
                return deleteLine(table, axis, at % lines);
            }
          })();
          if (!outcome.ok) continue;
          table = outcome.value;
          // A field is lost only with its cell, and no new one appears.
          const kept = new Set(namesOf(before));
          expect(namesOf(table).every((name) => kept.has(name))).toBe(true);
          if (kind !== 'delete') expect(namesOf(table).toSorted()).toEqual([...kept].toSorted());
        }
        const template = createTestTemplate([table]);
        expect(readTemplate(writeTemplate(template))).toEqual({ ok: true, value: template });
      }),
      { numRuns: 300 },
    );
  });

  test('are filled each by its own text, with any other elements on the label', () => {
    fc.assert(
      fc.property(fc.array(anyElementOf('table'), { minLength: 1, maxLength: 3 }), (tables) => {
        const elements = tables.map((table, i) => ({ ...table, id: `table${i}` as typeof table.id }));
        const template = createTestTemplate(elements);
        const blanks = blanksOf(template);
        const values = new Map(blanks.map(({ key }, i) => [key, `typed ${i}`]));
        expect(values.size).toBe(blanks.length);
        const filled = filledTemplate(template, values);
        for (const [e, element] of filled.elements.entries()) {
          for (const [content, { sources }] of contentsOf(element).entries()) {
            for (const [index, source] of sources.entries()) {
              const was = contentsOf(elements[e] ?? element)[content]?.sources[index];
              const typed = values.get(blankKey(element.id, content, index));
              expect(source).toEqual(typed === undefined ? was : { ...was, text: typed });
            }
          }
        }
        // The rules stay with the text, so that it can be filled in again.
        const again = new Map(blanks.map(({ key, text }) => [key, text]));
        expect(filledTemplate(filled, again)).toEqual(template);
      }),
      { numRuns: 50 },
    );
  });

  test('keep unknown fields of the file in addition to known ones', () => {
    const template = createTestTemplate([tableWith([4])]);
    const xml = writeTemplate(template).replace(' FillIn="field e"', ' FillIn="field e" FillInUnit="kg"');
    const read = expectOk(readTemplate(xml));
    expect(blanksOf(read).map(({ place, label }) => [place, label])).toEqual([['2,2', 'field e']]);
    expect(writeTemplate(read)).toContain('FillInUnit="kg"');
    const [{ key } = expect.unreachable()] = blanksOf(read);
    expect(writeTemplate(filledTemplate(read, new Map([[key, '12']])))).toMatch(/FillInUnit="kg"[^>]* NormalText="12"/);
  });

  test('keep an empty one when it is merged, in addition to typed text', () => {
    const table = tableWith([]);
    const [a, b, ...others] = table.cells as [TableElement['cells'][0], TableElement['cells'][0]];
    const empty = { ...opened(''), text: '' };
    const merged = expectOk(mergeCells({ ...table, cells: [{ ...a, sources: [empty] }, b, ...others] }, [0, 1]));
    expect(merged.cells[0]?.sources).toEqual([empty, fixedText('\n'), fixedText('b')]);
  });

  test('report the fault of their own cell, and not of another cell', () => {
    const table = tableWith([0, 4]);
    const blanks = blanksOf(createTestTemplate([table]));
    const fieldOf = (path?: string): string | undefined =>
      blankOfProblem(blanks, table.id, problem('table.textOverflow', undefined, path))?.label;
    expect([fieldOf('1,1'), fieldOf('2,2'), fieldOf('3,3'), fieldOf()]).toEqual([
      'field a',
      'field e',
      undefined,
      'field a',
    ]);
  });
});

describe('in the editor', () => {
  const placesOf = (table: TableElement | undefined): string =>
    table === undefined
      ? ''
      : blanksOf(createTestTemplate([table]))
          .map(({ place, label }) => `${place} ${label}`)
          .join(' | ');

  function createTableEditor() {
    const table = tableWith([1]);
    const editor = createEditor({ template: createTestTemplate([table]), random: Math.random });
    editor.select([table.id]);
    const tables = (): readonly TableElement[] =>
      editor.state().template.elements.filter((one): one is TableElement => one.type === 'table');
    return { editor, table, tables };
  }

  test('an opened cell keeps its settings through rows, columns, undo and redo', () => {
    const { editor, table, tables } = createTableEditor();
    expectOk(editor.run(setSource({ id: table.id, content: 4 }, 0, opened('e'))));
    expect(placesOf(tables()[0])).toBe('1,2 field b | 2,2 field e');
    editor.selectCells({ id: table.id, corners: [{ row: 1, column: 1 }] });
    expectOk(editor.run(insertTableLine('row', 'before')));
    expectOk(editor.run(insertTableLine('column', 'before')));
    expect(placesOf(tables()[0])).toBe('1,3 field b | 3,3 field e');
    editor.selectCells({ id: table.id, corners: [{ row: 0, column: 0 }] });
    expectOk(editor.run(deleteTableLines('column')));
    expectOk(editor.run(deleteTableLines('row')));
    expect(placesOf(tables()[0])).toBe('2,2 field e');
    editor.undo();
    expect(placesOf(tables()[0])).toBe('1,2 field b | 3,2 field e');
    editor.redo();
    expect(placesOf(tables()[0])).toBe('2,2 field e');
  });

  test('merged cells keep all their fields; an emptied one is not filled in any more', () => {
    const { editor, table, tables } = createTableEditor();
    expectOk(editor.run(setSource({ id: table.id, content: 2 }, 0, opened('c'))));
    editor.selectCells({
      id: table.id,
      corners: [
        { row: 0, column: 1 },
        { row: 0, column: 2 },
      ],
    });
    expectOk(editor.run(mergeSelectedCells()));
    expect(placesOf(tables()[0])).toBe('1,2 field b | 1,2 field c');
    expectOk(editor.run(clearCells()));
    expect(placesOf(tables()[0])).toBe('');
    editor.undo();
    expect(placesOf(tables()[0])).toBe('1,2 field b | 1,2 field c');
  });

  test('a copy has fields of its own, also from the clipboard of the system', () => {
    const { editor, table, tables } = createTableEditor();
    const state = { template: editor.state().template, selection: [table.id] };
    const content = expectOk(copied(state));
    expectOk(editor.run(pasteContent(content)));
    expectOk(editor.run(pasteContent(expectOk(parseClipboard(clipboardText(content))))));
    editor.select([table.id]);
    expectOk(editor.run(duplicate()));
    expect(tables().map(placesOf)).toEqual(Array.from({ length: 4 }, () => '1,2 field b'));
    const keys = blanksOf(editor.state().template).map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
  });
});
