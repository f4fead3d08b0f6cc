import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { align, commonGap, distribute, setGap } from '#editor/commands/align.ts';
import { duplicate } from '#editor/commands/copy-paste.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import { group, ungroup } from '#editor/commands/group.ts';
import { order, ORDERS } from '#editor/commands/order.ts';
import { clipboardText, parseClipboard } from '#editor/clipboard.ts';
import type { Editor } from '#editor/editor.ts';
import {
  enteredGroup,
  firstInside,
  groupAround,
  isInGroup,
  neighbourUnit,
  parentPath,
  unitInside,
} from '#editor/groups.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { MAX_GROUP_DEPTH } from '#model/elements/base/group-path.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { click, contentOf, createTestEditor, drag, elementNamed } from './create-test-editor.ts';

/** Boxes of 10 x 10 mm in a row, 15 mm apart: `a` at 0, `b` at 15 … */
function rowOf(names: string): LabelElement[] {
  return [...names].map((name, i) =>
    createTestElement('rectangle', { name, xMm: i * 15, yMm: 10, widthMm: 10, heightMm: 10, filled: true }),
  );
}

function editorOf(names: string): Editor {
  return createTestEditor(rowOf(names), { widthMm: 120, heightMm: 60 });
}

function select(editor: Editor, names: string): void {
  editor.select([...names].map((name) => elementNamed(editor, name).id));
}

function chosen(editor: Editor): string {
  const { template, selection } = editor.state();
  return selection
    .map((id) => template.elements.find((e) => e.id === id)?.name ?? '?')
    .toSorted()
    .join('');
}

function painted(editor: Editor): string {
  return editor
    .state()
    .template.elements.map((e) => e.name)
    .join('');
}

function grouped(editor: Editor, names: string): void {
  select(editor, names);
  expectOk(editor.run(group()));
}

/** The names of these elements, in the given order. */
const names = (ids: readonly string[] | null, editor: Editor): string | null =>
  ids === null
    ? null
    : ids.map((id) => editor.state().template.elements.find((e) => e.id === id)?.name ?? '?').join('');

describe('groups', () => {
  test('grouping puts the members together under the topmost; undo and ungroup revert it', () => {
    const editor = editorOf('abcd');
    const before = contentOf(editor.state().template);
    grouped(editor, 'ac');
    expect(painted(editor)).toBe('bacd');
    expect(elementNamed(editor, 'a').group).toMatch(/^[A-Za-z0-9]{8}$/);
    expect(elementNamed(editor, 'a').group).toBe(elementNamed(editor, 'c').group);
    editor.undo();
    expect(contentOf(editor.state().template)).toBe(before);
    editor.redo();
    editor.run(ungroup());
    expect(elementNamed(editor, 'a')).not.toHaveProperty('group');
    expect(chosen(editor)).toBe('ac');
    expect(editor.run(ungroup())).toMatchObject({ ok: false, error: { code: 'edit.noGroup' } });
    select(editor, 'a');
    expect(editor.run(group())).toMatchObject({ ok: false, error: { code: 'edit.needsTwo' } });
  });

  test('nested groups: ungroup removes one level at a time, and the depth is limited', () => {
    const editor = editorOf('abc');
    grouped(editor, 'ab');
    grouped(editor, 'abc');
    expect(elementNamed(editor, 'a').group?.split('/')).toHaveLength(2);
    expect(elementNamed(editor, 'c').group).toBe(elementNamed(editor, 'a').group?.slice(0, 8));
    editor.run(ungroup());
    expect(elementNamed(editor, 'c').group).toBeUndefined();
    expect(elementNamed(editor, 'a').group).toHaveLength(8);
    const path = Array.from({ length: MAX_GROUP_DEPTH }, (_, i) => `deep${String(i).padStart(4, '0')}`).join('/');
    const [a, b, c] = rowOf('abc') as [LabelElement, LabelElement, LabelElement];
    const deep = createTestEditor([{ ...a, group: path }, { ...b, group: path }, c]);
    select(deep, 'abc');
    expect(deep.run(group())).toMatchObject({ ok: false, error: { code: 'edit.groupTooDeep' } });
  });

  test('a click selects the group, Ctrl an element in it, Shift adds whole groups', () => {
    const editor = editorOf('abcd');
    grouped(editor, 'ab');
    editor.select([]);
    click(editor, 5, 15);
    expect(chosen(editor)).toBe('ab');
    click(editor, 35, 15, { shift: true });
    expect(chosen(editor)).toBe('abc');
    click(editor, 5, 15, { shift: true });
    expect(chosen(editor)).toBe('c');
    click(editor, 20, 15, { control: true });
    expect(chosen(editor)).toBe('b');
    // Inside the entered group a click selects elements, outside it leaves.
    click(editor, 5, 15);
    expect(chosen(editor)).toBe('a');
    click(editor, 50, 15);
    expect(chosen(editor)).toBe('d');
    click(editor, 35, 15, { control: true });
    expect(chosen(editor)).toBe('cd');
  });

  test('double-click and Enter enter a group, Esc leaves it, Tab moves to the next member', () => {
    const editor = editorOf('abcd');
    grouped(editor, 'ab');
    grouped(editor, 'abc');
    const a = elementNamed(editor, 'a').id;
    const state = (): ReturnType<Editor['state']> => editor.state();
    expect(names(unitInside(state(), a), editor)).toBe('ab');
    expect(names(firstInside(state()), editor)).toBe('ab');
    editor.select(unitInside(state(), a) ?? []);
    expect(names(unitInside(state(), a), editor)).toBe('a');
    editor.select([a]);
    expect(unitInside(state(), a)).toBeNull();
    expect(enteredGroup(state())).toBe(elementNamed(editor, 'a').group);
    expect(names(neighbourUnit(state(), state().template.elements, 1), editor)).toBe('b');
    editor.select([elementNamed(editor, 'b').id]);
    expect(names(neighbourUnit(state(), state().template.elements, 1), editor)).toBe('c');
    expect(names(groupAround(state()), editor)).toBe('ab');
    select(editor, 'ab');
    expect(names(groupAround(state()), editor)).toBe('abc');
    expect(names(neighbourUnit(state(), state().template.elements, -1), editor)).toBeNull();
    select(editor, 'abc');
    expect(groupAround(state())).toBeNull();
    expect(names(neighbourUnit(state(), state().template.elements, 1), editor)).toBe('d');
    expect(firstInside({ ...state(), selection: [elementNamed(editor, 'd').id] })).toBeNull();
    // With several selected, in any order, Tab after the last element leaves the canvas and keeps them selected.
    select(editor, 'dabc');
    expect(neighbourUnit(state(), state().template.elements, 1)).toBeNull();
    expect(neighbourUnit(state(), state().template.elements, -1)).toBeNull();
  });

  test('a selection frame selects whole groups', () => {
    const editor = createTestEditor(rowOf('abc'), { widthMm: 120, heightMm: 60 }, { canvasLock: true });
    grouped(editor, 'ac');
    editor.select([]);
    drag(editor, [-5, 5], [5, 25]);
    expect(chosen(editor)).toBe('ac');
  });

  test('copies and duplicates are groups of their own; a copy of a part stays in its group, or is in none elsewhere', () => {
    const editor = editorOf('ab');
    grouped(editor, 'ab');
    const first = elementNamed(editor, 'a').group;
    editor.run(duplicate());
    const [, , copyA, copyB] = editor.state().template.elements;
    expect(copyA?.group).toBe(copyB?.group);
    expect(copyA?.group).not.toBe(first);
    const content = expectOk(editor.copy());
    editor.paste(expectOk(parseClipboard(clipboardText(content))));
    const groups = new Set(editor.state().template.elements.map((e) => e.group));
    expect(groups.size).toBe(3);
    expect(groups).not.toContain(undefined);

    select(editor, 'a');
    editor.run(duplicate());
    expect(
      editor
        .state()
        .template.elements.slice(0, 3)
        .map((e) => e.group),
    ).toEqual([first, first, first]);
    select(editor, 'a');
    editor.copy();
    editor.paste();
    expect(editor.state().template.elements.at(-1)?.group).toBeUndefined();
  });

  test('align and distribute treat a group as one box', () => {
    const editor = editorOf('abcd');
    grouped(editor, 'ab');
    select(editor, 'abd');
    editor.run(align('left'));
    const x = (name: string): number => elementNamed(editor, name).xMm;
    expect([x('a'), x('b'), x('d')]).toEqual([0, 15, 0]);
    select(editor, 'ab');
    editor.run(align('right'));
    expect([x('a'), x('b')]).toEqual([95, 110]);
    select(editor, 'abd');
    expect(editor.run(distribute('horizontal'))).toMatchObject({ ok: false, error: { code: 'edit.needsThree' } });
    select(editor, 'abcd');
    editor.run(distribute('horizontal'));
    // d 0..10, c, then the group 95..120: 75 mm between d's end and c's, c's and the group's.
    expect([x('d'), x('c'), x('a'), x('b')]).toEqual([0, 47.5, 95, 110]);
    expect(commonGap('horizontal', editor.state())).toBe(37.5);
    editor.run(setGap('horizontal', 2));
    expect([x('d'), x('c'), x('a'), x('b')]).toEqual([0, 12, 24, 39]);
    expect(commonGap('horizontal', editor.state())).toBe(2);
  });

  test('order moves a group as one, and a part of it only inside it', () => {
    const editor = editorOf('abcde');
    grouped(editor, 'bc');
    editor.run(order('forward'));
    expect(painted(editor)).toBe('adbce');
    select(editor, 'd');
    editor.run(order('forward'));
    expect(painted(editor)).toBe('abcde');
    select(editor, 'b');
    editor.run(order('front'));
    expect(painted(editor)).toBe('acbde');
    editor.run(order('backward'));
    expect(painted(editor)).toBe('abcde');
  });

  test('a locked member keeps its group in place', () => {
    const [a, b] = rowOf('ab') as [LabelElement, LabelElement];
    const editor = createTestEditor([
      { ...a, group: 'group001' },
      { ...b, group: 'group001', locked: true },
    ]);
    select(editor, 'ab');
    expect(editor.run(deleteSelected())).toMatchObject({ ok: false, error: { code: 'edit.locked' } });
    drag(editor, [5, 15], [25, 15]);
    expect(elementNamed(editor, 'a').xMm).toBe(0);
  });

  test('after any action, members of a group are consecutive, and undo reverts all of it', () => {
    const deeds: readonly ((editor: Editor, n: number) => void)[] = [
      (editor) => editor.run(group()),
      (editor) => editor.run(ungroup()),
      (editor, n) => editor.run(order(ORDERS[n % 4] ?? 'front')),
      (editor) => editor.run(duplicate()),
      (editor) => {
        editor.copy();
        editor.paste();
      },
      (editor, n) => {
        if (n % 5 === 0) editor.run(deleteSelected());
      },
    ];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(deeds.length - 1), fc.nat(100), fc.nat(2 ** 16)), { minLength: 5, maxLength: 25 }),
        (steps) => {
          const editor = editorOf('abcdef');
          const before = contentOf(editor.state().template);
          for (const [which, n, mask] of steps) {
            const { elements } = editor.state().template;
            editor.select(elements.filter((_, i) => ((mask >> (i % 16)) & 1) === 1).map((e) => e.id));
            deeds[which]?.(editor, n);
            expectTogether(editor.state().template.elements);
          }
          while (editor.state().canUndo) editor.undo();
          expect(contentOf(editor.state().template)).toBe(before);
        },
      ),
      { seed: 20261124, numRuns: 200 },
    );
  });
});

function expectTogether(elements: readonly LabelElement[]): void {
  for (const { group: path } of elements) {
    if (path === undefined) continue;
    const places = elements.flatMap((e, i) => (isInGroup(e, path) ? [i] : []));
    expect((places.at(-1) ?? 0) - (places[0] ?? 0) + 1).toBe(places.length);
  }
}

test.each([
  ['outer/middle/inner', 'outer/middle'],
  ['outer/middle', 'outer'],
  ['outer', ''],
])('around the group %s is the group %j', (path, parent) => {
  expect(parentPath(path)).toBe(parent);
});
