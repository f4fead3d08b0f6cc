import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addElement } from '#editor/commands/add.ts';
import { setLabel } from '#editor/commands/label.ts';
import { nudge, NUDGE_MERGE } from '#editor/commands/move.ts';
import { expectOk } from '#model/kernel/result.ts';
import { applyChange } from '#model/template/change.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { contentOf, createTestEditor, drag, elementNamed, pointerAt } from './create-test-editor.ts';
import { anyDeeds, DEEDS, startingElements } from './random-deeds.ts';

test('an editor starts with nothing to undo or redo', () => {
  const { canUndo, canRedo, dirty } = createTestEditor().state();
  expect({ canUndo, canRedo, dirty }).toEqual({ canUndo: false, canRedo: false, dirty: false });
});

describe('random commands', () => {
  test('undo all gives the first template byte for byte, redo all the last; the changes and the file lead there too', () => {
    fc.assert(
      fc.property(anyDeeds(200), (list) => {
        const editor = createTestEditor(startingElements());
        const first = editor.state().template;
        let followed: Template = first;
        let revision = 0;
        editor.onChange((change, from, to) => {
          expect([from, to]).toEqual([revision, revision + 1]);
          revision = to;
          followed = applyChange(followed, change);
        });
        for (const [which, n] of list) DEEDS[which]?.(editor, n);
        for (let i = 0; i < list.length && editor.state().canRedo; i++) editor.redo();
        expect(editor.state().canRedo).toBe(false);
        const last = contentOf(editor.state().template);
        expect(contentOf(followed)).toBe(last);
        expect(editor.state().revision).toBe(revision);

        let steps = 0;
        for (; editor.state().canUndo; steps++) editor.undo();
        expect(contentOf(editor.state().template)).toBe(contentOf(first));
        for (let i = 0; i < steps; i++) editor.redo();
        expect(editor.state().canRedo).toBe(false);
        expect(contentOf(editor.state().template)).toBe(last);
        expect(contentOf(followed)).toBe(last);
        const written = writeTemplate(editor.state().template);
        expect(writeTemplate(expectOk(readTemplate(written)))).toBe(written);

        const { template, selection, bounds } = editor.state();
        const ids = new Set(template.elements.map((e) => e.id));
        expect(ids.size).toBe(template.elements.length);
        expect(new Set(template.elements.map((e) => e.name)).size).toBe(template.elements.length);
        expect(selection.every((id) => ids.has(id))).toBe(true);
        expect(new Set(bounds.keys())).toEqual(ids);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('history', () => {
  test('consecutive nudges are one entry; another command or selection ends it', () => {
    const a = createTestElement('rectangle', { xMm: 10 });
    const b = createTestElement('rectangle', { xMm: 40 });
    const editor = createTestEditor([a, b]);
    editor.select([a.id]);
    for (let i = 0; i < 5; i++) editor.run(nudge(1, 0), NUDGE_MERGE);
    expect(elementNamed(editor, a.name).xMm).toBeCloseTo(10 + 5 / 3.78, 2);
    editor.select([b.id]);
    editor.run(nudge(0, 1, true), NUDGE_MERGE);
    editor.undo();
    expect(elementNamed(editor, b.name)).toEqual(b);
    editor.undo();
    expect(elementNamed(editor, a.name)).toEqual(a);
    expect(editor.state().canUndo).toBe(false);
    expect(editor.state().selection).toEqual([a.id]);
  });

  test('a drag is one entry and undo restores the selection', () => {
    const a = createTestElement('rectangle', { xMm: 10, yMm: 10, filled: true });
    const editor = createTestEditor([a]);
    drag(editor, [12, 12], [37, 29]);
    expect(elementNamed(editor, a.name).xMm).not.toBe(10);
    editor.select([]);
    editor.undo();
    expect(contentOf(editor.state().template)).toBe(
      JSON.stringify({ label: editor.state().template.label, elements: [a] }),
    );
    expect(editor.state().selection).toEqual([a.id]);
    expect(editor.state().canUndo).toBe(false);
  });

  test('a canceled drag leaves no trace: no entry, not dirty', () => {
    const a = createTestElement('rectangle', { xMm: 10, yMm: 10, filled: true });
    const editor = createTestEditor([a]);
    editor.pointerDown(pointerAt(editor, 12, 12, { alt: true }));
    editor.pointerMove(pointerAt(editor, 30, 30, { alt: true }));
    expect(editor.state().template.elements).toHaveLength(2);
    editor.undo();
    expect(editor.state().template.elements).toEqual([a]);
    const { canUndo, canRedo, dirty, interaction } = editor.state();
    expect({ canUndo, canRedo, dirty, interaction }).toEqual({
      canUndo: false,
      canRedo: false,
      dirty: false,
      interaction: { type: 'none' },
    });
  });

  test('a new action discards the redo steps', () => {
    const editor = createTestEditor();
    editor.run(addElement('rectangle'));
    editor.run(addElement('line'));
    editor.undo();
    editor.run(addElement('text', { text: 'x' }));
    expect(editor.state().canRedo).toBe(false);
    expect(editor.state().template.elements.map((e) => e.name)).toEqual(['Rectangle1', 'Text1']);
  });

  test('dirty until the revision is saved; edits after the save make it dirty again', () => {
    const editor = createTestEditor();
    editor.run(addElement('rectangle'));
    const saved = editor.state().template;
    editor.run(addElement('line'));
    editor.markSaved(saved);
    expect(editor.state().dirty).toBe(true);
    editor.markSaved(editor.state().template);
    expect(editor.state().dirty).toBe(false);
    editor.undo();
    expect(editor.state().dirty).toBe(true);
  });

  test('undo and redo back to the saved state leave nothing unsaved', () => {
    const editor = createTestEditor();
    editor.run(addElement('rectangle'));
    editor.run(setLabel({ name: 'Saved' }));
    editor.markSaved(editor.state().template);
    editor.run(setLabel({ name: 'Other' }));
    editor.run(addElement('line'));
    expect(editor.state().dirty).toBe(true);
    editor.undo();
    editor.undo();
    expect(editor.state().dirty).toBe(false);
    editor.undo();
    expect(editor.state().dirty).toBe(true);
    editor.redo();
    expect(editor.state().dirty).toBe(false);
  });

  test('another template empties the history and reports the changes', () => {
    const editor = createTestEditor([createTestElement('rectangle')]);
    let followed = editor.state().template;
    editor.onChange((change) => (followed = applyChange(followed, change)));
    editor.run(addElement('line'));
    const other = createTestEditor([createTestElement('qrcode')], { widthMm: 30 }).state().template;
    editor.replaceTemplate(other);
    expect(contentOf(followed)).toBe(contentOf(other));
    const { canUndo, canRedo, dirty, selection } = editor.state();
    expect({ canUndo, canRedo, dirty, selection }).toEqual({
      canUndo: false,
      canRedo: false,
      dirty: false,
      selection: [],
    });
  });
});
