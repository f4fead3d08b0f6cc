import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addElement } from '#editor/commands/add.ts';
import { align, ALIGNMENTS, distribute } from '#editor/commands/align.ts';
import { duplicate } from '#editor/commands/copy-paste.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import { group, ungroup } from '#editor/commands/group.ts';
import { setLabel } from '#editor/commands/label.ts';
import { toggleLock } from '#editor/commands/lock.ts';
import { moveBy, nudge, NUDGE_MERGE } from '#editor/commands/move.ts';
import { order, ORDERS } from '#editor/commands/order.ts';
import { setText } from '#editor/commands/content.ts';
import { setProperties } from '#editor/commands/properties.ts';
import { fitToLabel } from '#editor/commands/image.ts';
import { resizeBy } from '#editor/commands/resize.ts';
import { rotate } from '#editor/commands/rotate.ts';
import { RESIZE_HANDLES } from '#model/elements/base/handle.ts';
import type { Editor } from '#editor/editor.ts';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { applyChange } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';
import { createTestElement, TEST_ASSET } from '#tests/support/create-elements.ts';
import { contentOf, createTestEditor, drag, elementNamed, pointerAt } from './create-test-editor.ts';

const IMAGE = {
  key: TEST_ASSET,
  asset: { mime: 'image/png', bytes: Uint8Array.of(1, 2, 3) },
  size: { width: 40, height: 20 },
} as const;

/** One thing that a user may do; `n` decides the details. */
const DEEDS: readonly ((editor: Editor, n: number) => void)[] = [
  (editor, n) => {
    const type = ELEMENT_TYPES[n % ELEMENT_TYPES.length] ?? 'text';
    editor.run(addElement(type, type === 'image' ? { image: IMAGE } : { text: `text ${n}` }));
  },
  (editor, n) => editor.run(moveBy((n % 50) / 7 - 3, (n % 31) / 3 - 5)),
  (editor, n) => editor.run(nudge(n % 2 === 0 ? 1 : -1, 0, n % 3 === 0), NUDGE_MERGE),
  (editor, n) => editor.run(rotate(n % 2 === 0 ? 'clockwise' : 'counterclockwise')),
  (editor, n) => editor.run(align(ALIGNMENTS[n % ALIGNMENTS.length] ?? 'left')),
  (editor, n) => editor.run(distribute(n % 2 === 0 ? 'horizontal' : 'vertical')),
  (editor, n) => editor.run(order(ORDERS[n % ORDERS.length] ?? 'front')),
  (editor) => editor.run(duplicate()),
  (editor) => editor.run(group()),
  (editor) => editor.run(ungroup()),
  (editor) => editor.run(deleteSelected()),
  (editor) => editor.run(toggleLock()),
  (editor) => editor.run(fitToLabel()),
  (editor, n) => editor.run(resizeBy(RESIZE_HANDLES[n % 8] ?? 'se', (n % 40) - 20, (n % 17) - 8)),
  (editor, n) => editor.run(setLabel({ widthMm: 20 + (n % 100), rows: 1 + (n % 4) })),
  (editor, n) => editor.run(setProperties('text', { fontSize: 1 + (n % 90), align: n % 2 === 0 ? 'right' : 'left' })),
  (editor, n) => editor.run(setProperties('line', { direction: n % 2 === 0 ? 'vertical' : 'left' })),
  (editor, n) => {
    const [id] = editor.state().selection;
    if (id !== undefined) editor.run(setText({ id, content: 0 }, `typed ${n}`), `type ${id}`);
  },
  (editor) => editor.copy(),
  (editor) => editor.paste(),
  (editor) => {
    if (editor.copy().ok) editor.run(deleteSelected());
  },
  (editor, n) => {
    const { elements } = editor.state().template;
    editor.select(elements.filter((_, i) => ((n >> (i % 8)) & 1) === 1).map((e) => e.id));
  },
  (editor, n) => drag(editor, [50, 40], [50 + (n % 30) - 15, 40 + (n % 23) - 11], { alt: n % 5 === 0 }),
  (editor, n) => {
    editor.pointerDown(pointerAt(editor, 50, 40), RESIZE_HANDLES[n % 8] ?? 'se');
    editor.pointerMove(pointerAt(editor, 50 + (n % 20), 40 - (n % 9), { shift: n % 2 === 0 }));
    if (n % 4 === 0) editor.pointerCancel();
    else editor.pointerUp(pointerAt(editor, 50 + (n % 20), 40 - (n % 9)));
  },
  (editor, n) => {
    // The bounds that a painter would measure: texts are a little larger than their boxes.
    const { template, revision } = editor.state();
    const grown = template.elements.map((e) => {
      const box = elementBox(e);
      return [e.id, e.type === 'text' ? { ...box, width: box.width + (n % 10) / 3 } : box] as const;
    });
    editor.setBounds(revision, new Map(grown));
  },
  (editor) => editor.undo(),
  (editor) => editor.redo(),
];

const deeds = fc.array(fc.tuple(fc.nat(DEEDS.length - 1), fc.nat(1000)), { minLength: 1, maxLength: 60 });

function startingElements(): ReturnType<typeof createTestElement>[] {
  return ELEMENT_TYPES.map((type, i) => createTestElement(type, { xMm: 5 + i * 12, yMm: 4 + i * 9 }));
}

describe('random commands', () => {
  test('undo all gives the first template byte for byte, redo all the last; the changes lead there too', () => {
    fc.assert(
      fc.property(deeds, (list) => {
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
        while (editor.state().canRedo) editor.redo();
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
  test('starts with nothing to undo or redo', () => {
    const { canUndo, canRedo, dirty } = createTestEditor().state();
    expect({ canUndo, canRedo, dirty }).toEqual({ canUndo: false, canRedo: false, dirty: false });
  });

  test('nudges in a row are one entry; another command or selection ends it', () => {
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

  test('a drag is one entry and undo gives the selection back', () => {
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

  test('a cancelled drag leaves no trace: no entry, not dirty', () => {
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

  test('a new action discards what was undone', () => {
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
    const saved = editor.state().revision;
    editor.run(addElement('line'));
    editor.markSaved(saved);
    expect(editor.state().dirty).toBe(true);
    editor.markSaved(editor.state().revision);
    expect(editor.state().dirty).toBe(false);
    editor.undo();
    expect(editor.state().dirty).toBe(true);
  });

  test('another template empties the history and tells what changed', () => {
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
