import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import {
  asFixedText,
  fixedText,
  retyped,
  SEQUENCE_TYPES,
  type ColumnSource,
  type DataSource,
  type SimpleSource,
} from '#model/elements/base/content.ts';
import { contentsOf, hasValue, sourcesOf, type LabelElement } from '#model/elements/element.ts';
import { possibleReferences, withSoundReferences } from '#model/elements/references.ts';
import { createElementValues, elementLookup } from '#model/data/element-values.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { clipboardText, parseClipboard } from '#editor/clipboard.ts';
import { setText } from '#editor/commands/content.ts';
import { duplicate } from '#editor/commands/copy-paste.ts';
import { deleteSelected, deletionAffects, deletionBreaks } from '#editor/commands/delete.ts';
import { order } from '#editor/commands/order.ts';
import { mergeSelectedCells } from '#editor/commands/table.ts';
import { addSource, asSequence, moveSource, newExpression, removeSource, setSource } from '#editor/commands/sources.ts';
import type { Editor } from '#editor/editor.ts';
import { createTestElement, TEST_TIME } from '#tests/support/create-elements.ts';
import { createTestTable } from '#tests/support/create-table.ts';
import { contentOf, createTestEditor, drag, elementNamed } from './create-test-editor.ts';

function text(name: string, fields: { readonly sources?: readonly DataSource[] } = {}): LabelElement {
  return createTestElement('text', { id: name.padEnd(8, '0') as ElementId, name, ...fields });
}

function reference(to: LabelElement, before = ''): DataSource {
  return { type: 'reference', element: to.id, text: before };
}

function sourcesIn(editor: Editor, name: string): readonly DataSource[] {
  return sourcesOf(elementNamed(editor, name));
}

/** The value of an element, or the name of its problem. */
function said(editor: Editor, name: string): string {
  const { elements } = editor.state().template;
  const value = createElementValues(elementLookup(elements), NO_RECORD, { now: TEST_TIME }).value(
    elementNamed(editor, name).id,
  );
  return value.ok ? value.value : value.error.code;
}

describe('the list of data sources', () => {
  const unknown = { attributes: { Future: '1' } };
  const typed: DataSource = { type: 'fixed', text: 'a', unknown };

  test('supports adding, reordering and removing; the last source stays', () => {
    const editor = createTestEditor([text('A', { sources: [typed] })]);
    const slot = { id: 'A0000000' as ElementId, content: 0 };
    editor.run(addSource(slot));
    editor.run(setSource(slot, 1, asSequence(fixedText(''))));
    editor.run(addSource(slot));
    expect(sourcesIn(editor, 'A')).toEqual([typed, asSequence(fixedText('')), fixedText('')]);
    editor.run(moveSource(slot, 1, -1));
    expect(sourcesIn(editor, 'A')).toEqual([asSequence(fixedText('')), typed, fixedText('')]);
    editor.run(moveSource(slot, 1, 1));
    expect(sourcesIn(editor, 'A')).toEqual([asSequence(fixedText('')), fixedText(''), typed]);
    const { revision } = editor.state();
    editor.run(moveSource(slot, 0, -1));
    editor.run(moveSource(slot, 2, 1));
    expect(editor.state().revision).toBe(revision);
    editor.run(removeSource(slot, 0));
    editor.run(removeSource(slot, 0));
    editor.run(removeSource(slot, 0));
    expect(sourcesIn(editor, 'A')).toEqual([typed]);
    while (editor.state().canUndo) editor.undo();
    expect(sourcesIn(editor, 'A')).toEqual([typed]);
  });

  test('keeps unknown fields of the file while its sources change; not those of an unknown kind', () => {
    const odd: DataSource = { type: 'unknown', code: '9', text: 'seen', unknown };
    const editor = createTestEditor([text('A', { sources: [typed, odd] })]);
    const slot = { id: 'A0000000' as ElementId, content: 0 };
    editor.run(setText(slot, 'b'));
    editor.run(setSource(slot, 0, asSequence(fixedText('b'))));
    expect(sourcesIn(editor, 'A')[0]).toEqual({ ...asSequence(fixedText('b')), unknown });
    editor.run(setSource(slot, 1, fixedText('seen')));
    expect(sourcesIn(editor, 'A')[1]).toEqual(fixedText('seen'));
    expect(asFixedText(odd)).toEqual(fixedText('seen'));
    expect(asFixedText({ ...asSequence(fixedText('b')), unknown })).toEqual({ ...fixedText('b'), unknown });
  });

  test('a sequence begins at 1 by 1, and with its earlier settings when it is restored, also from the file', () => {
    const editor = createTestEditor([text('A', { sources: [fixedText('7')] })]);
    const slot = { id: 'A0000000' as ElementId, content: 0 };
    const now = (): DataSource => sourcesIn(editor, 'A')[0] ?? fixedText('none');
    const change = (to: DataSource): unknown => editor.run(setSource(slot, 0, to));
    change(asSequence(now()));
    expect(now()).toEqual({ type: 'sequence', kind: 'digits', initial: '1', step: 1, repeat: 1, text: '7' });
    change({ ...asSequence(now()), initial: '0040', step: -5, repeat: 3 });
    // Through all other kinds of a source, and the file.
    change(newExpression('7'));
    const column: ColumnSource = {
      type: 'column',
      connection: 'sha256:00',
      fileName: 'a.csv',
      sheet: 'a',
      column: 'One',
      reading: undefined,
      firstValue: '',
      text: '7',
    };
    change(column);
    change({ ...column, column: 'Other' });
    change(asFixedText(now()));
    change(retyped(fixedText('7'), '8'));
    const reread = readTemplate(writeTemplate(editor.state().template));
    if (!reread.ok) throw new Error(reread.error.code);
    expect(reread.value.elements).toEqual(editor.state().template.elements);
    change(asSequence(now()));
    expect(now()).toMatchObject({ initial: '1', step: -5, repeat: 3, text: '8' });
    // The default of 1 and 1 is not remembered.
    change({ ...asSequence(now()), step: 1, repeat: 1 });
    change(asFixedText(now()));
    expect(now()).toEqual(fixedText('8'));
  });

  test('rejects a reference in a cell, to a table, or in a cycle', () => {
    const table = createTestTable([['a']]);
    const a = text('A', { sources: [fixedText('a')] });
    const b = text('B', { sources: [reference(a)] });
    const c = text('C');
    const editor = createTestEditor([table, a, b, c]);
    const refused = (element: LabelElement, to: LabelElement): string => {
      const result = editor.run(setSource({ id: element.id, content: 0 }, 0, reference(to)));
      return result.ok ? 'taken' : result.error.code;
    };
    expect(refused(table, a)).toBe('data.referenceCircle');
    expect(refused(c, table)).toBe('data.referenceCircle');
    expect(refused(c, c)).toBe('data.referenceCircle');
    // An element that is shown by another cannot become a reference (tip72).
    expect(refused(a, c)).toBe('data.referenced');
    expect(refused(c, b)).toBe('taken');
    // An existing reference may show another element, but none that shows it.
    expect(refused(b, c)).toBe('data.referenceCircle');
    expect(said(editor, 'C')).toBe('a');
    editor.run(setText({ id: a.id, content: 0 }, 'new'));
    expect(said(editor, 'C')).toBe('new');
  });
});

test('the column fields of a file are dropped with another column, and kept with another format', () => {
  const column = (name: string, fields: Partial<ColumnSource> = {}): ColumnSource => {
    const place = { connection: 'sha256:00', fileName: 'a.xlsx', sheet: 'S', column: name };
    return { type: 'column', ...place, firstValue: '', text: '', ...fields };
  };
  const unknown = { attributes: { SheetIndex: '[0,1]', DataBase: '[]', ConnectionData: '[]', Future: 'x' } };
  const editor = createTestEditor([text('A', { sources: [column('One', { unknown })] })]);
  const slot = { id: elementNamed(editor, 'A').id, content: 0 };
  editor.run(setSource(slot, 0, column('One', { asStored: true })));
  expect(sourcesIn(editor, 'A')).toEqual([column('One', { asStored: true, unknown })]);
  editor.run(setSource(slot, 0, column('Two')));
  expect(sourcesIn(editor, 'A')).toEqual([column('Two', { unknown: { attributes: { Future: 'x' } } })]);
  editor.undo();
  expect(sourcesIn(editor, 'A')).toEqual([column('One', { asStored: true, unknown })]);
});

describe('references', () => {
  test('of deleted elements are cleared in one undo step, however they are deleted', () => {
    const a = text('A', { sources: [fixedText('a')] });
    const b = text('B', { sources: [fixedText('b: '), reference(a, 'before')] });
    const editor = createTestEditor([a, b, text('C')]);
    editor.select([a.id]);
    expect(deletionAffects(editor.state())).toEqual([b]);
    editor.copy();
    editor.run(deleteSelected());
    expect(sourcesIn(editor, 'B')).toEqual([fixedText('b: '), fixedText('before')]);
    editor.undo();
    expect(editor.state().template.elements.slice(0, 2)).toEqual([a, b]);
    expect(editor.state().canUndo).toBe(false);
    editor.select([a.id, b.id]);
    expect(deletionAffects(editor.state())).toEqual([]);
  });

  test('in formulas and conditions cannot be cleared, and are reported separately before', () => {
    const a = text('A', { sources: [fixedText('a')] });
    const operands = [{ name: 'A', source: reference(a) as SimpleSource }];
    const formula: DataSource = { type: 'expression', formula: '{A}', operands, lastValue: '', text: '' };
    const b = text('B', { sources: [reference(a, 'before')] });
    const c = text('C', { sources: [formula] });
    const d: LabelElement = { ...text('D'), showWhen: { formula: 'A = 1', operands } };
    const editor = createTestEditor([a, b, c, d]);
    editor.select([a.id]);
    expect(deletionAffects(editor.state())).toEqual([b, c, d]);
    expect(deletionBreaks(editor.state())).toEqual([c, d]);
    editor.select([a.id, d.id]);
    expect(deletionBreaks(editor.state())).toEqual([c]);
    editor.select([b.id]);
    expect(deletionBreaks(editor.state())).toEqual([]);
  });

  test('of a copy point to the copy of their element, else to the original', () => {
    const a = text('A', { sources: [fixedText('a')] });
    const b = text('B', { sources: [reference(a)] });
    const editor = createTestEditor([a, b]);
    editor.select([a.id, b.id]);
    editor.run(duplicate());
    const [, , a2, b2] = editor.state().template.elements as LabelElement[];
    expect(sourcesOf(b2 as LabelElement)).toEqual([reference(a2 as LabelElement)]);
    editor.select([b.id]);
    editor.run(duplicate());
    expect(sourcesOf(editor.state().template.elements[4] as LabelElement)).toEqual([reference(a)]);
  });

  test('of a copy on another label become the earlier text, or point to elements copied with it', () => {
    const a = text('A', { sources: [fixedText('a')] });
    const b = text('B', { sources: [reference(a, 'before')] });
    const editor = createTestEditor([a, b]);
    const pasted = (...ids: readonly ElementId[]): readonly LabelElement[] => {
      editor.select(ids);
      const copied = editor.copy();
      const content = copied.ok ? parseClipboard(clipboardText(copied.value)) : copied;
      if (!content.ok) throw new Error(content.error.code);
      const other = createTestEditor();
      expect(other.paste(content.value)).toMatchObject({ ok: true });
      return other.state().template.elements;
    };
    expect(pasted(b.id).flatMap(sourcesOf)).toEqual([fixedText('before')]);
    const [a2, b2] = pasted(a.id, b.id) as LabelElement[];
    expect(sourcesOf(b2 as LabelElement)).toEqual([reference(a2 as LabelElement, 'before')]);
    // The same text pasted at its origin still shows the original.
    editor.select([b.id]);
    const own = editor.copy();
    const text2 = own.ok ? parseClipboard(clipboardText(own.value)) : own;
    if (text2.ok) editor.paste(text2.value);
    expect(sourcesOf(editor.state().template.elements.at(-1) as LabelElement)).toEqual([reference(a, 'before')]);
  });

  test("from another program's clipboard are pasted without their cycle", () => {
    const a = text('A', { sources: [reference(text('B'), 'was a')] });
    const b = text('B', { sources: [reference(text('A'), 'was b')] });
    const editor = createTestEditor();
    const content = parseClipboard(clipboardText({ elements: [a, b], assets: new Map() }));
    if (content.ok) editor.paste(content.value);
    const [a2, b2] = editor.state().template.elements as LabelElement[];
    expect(sourcesOf(a2 as LabelElement)).toEqual([reference(b2 as LabelElement, 'was a')]);
    expect(sourcesOf(b2 as LabelElement)).toEqual([fixedText('was b')]);
  });
});

/** A user action with sources and elements; `n` decides the details. */
const DEEDS: readonly ((editor: Editor, n: number) => void)[] = [
  (editor, n) => editor.run(addSource(slotOf(editor, n))),
  (editor, n) => editor.run(removeSource(slotOf(editor, n), (n >> 4) % 3)),
  (editor, n) => editor.run(moveSource(slotOf(editor, n), (n >> 4) % 3, n % 2 === 0 ? 1 : -1)),
  (editor, n) => editor.run(setSource(slotOf(editor, n), (n >> 4) % 3, fixedText(`typed ${n}`))),
  (editor, n) => editor.run(setText(slotOf(editor, n), `t${n}`), `type ${n % 8}`),
  (editor, n) => {
    const kind = SEQUENCE_TYPES[n % SEQUENCE_TYPES.length] ?? 'digits';
    editor.run(setSource(slotOf(editor, n), (n >> 4) % 3, { ...asSequence(fixedText('')), kind, step: (n % 9) - 4 }));
  },
  // References, allowed or not.
  referTo,
  referTo,
  referTo,
  (editor, n) => {
    const { elements } = editor.state().template;
    editor.select(elements.filter((_, i) => ((n >> (i % 8)) & 1) === 1).map((e) => e.id));
  },
  (editor) => editor.run(deleteSelected()),
  (editor) => editor.run(duplicate()),
  (editor) => editor.copy(),
  (editor) => editor.paste(),
  (editor) => {
    const copied = editor.copy();
    const content = copied.ok ? parseClipboard(clipboardText(copied.value)) : copied;
    if (content.ok) editor.paste(content.value);
  },
  (editor, n) => editor.run(order(n % 2 === 0 ? 'front' : 'back')),
  (editor, n) => drag(editor, [20, 20], [20 + (n % 30), 25], { alt: n % 2 === 0 }),
  (editor) => editor.run(mergeSelectedCells()),
  (editor) => editor.undo(),
  (editor) => editor.undo(),
  (editor) => editor.redo(),
];

function slotOf(editor: Editor, n: number): { readonly id: ElementId; readonly content: number } {
  const elements = editor.state().template.elements.filter((e) => contentsOf(e).length > 0);
  const element = elements[n % Math.max(1, elements.length)];
  return {
    id: element?.id ?? ('' as ElementId),
    content: n % Math.max(1, element === undefined ? 1 : contentsOf(element).length),
  };
}

function referTo(editor: Editor, n: number): void {
  const { elements } = editor.state().template;
  const to = elements[(n >> 3) % Math.max(1, elements.length)];
  const slot = slotOf(editor, n);
  if (to !== undefined) editor.run(setSource(slot, (n >> 6) % 2, reference(to, `before ${n}`)));
}

describe('random edits of sources', () => {
  const a = text('A', { sources: [fixedText('a')] });
  const deeds = fc.array(fc.tuple(fc.nat(DEEDS.length - 1), fc.nat(5000)), { minLength: 5, maxLength: 60 });

  test('never leave a cycle or a dangling reference; undo restores exactly; all is saved', () => {
    let references = 0;
    fc.assert(
      fc.property(deeds, (list) => {
        const editor = createTestEditor([
          a,
          text('B', { sources: [fixedText('b'), reference(a, 'before')] }),
          createTestElement('barcode', { xMm: 15, yMm: 15 }),
          createTestElement('qrcode'),
          createTestElement('timeText', { clock: 'given' }),
          createTestTable([
            ['1', '2'],
            ['3', '4'],
          ]),
          createTestElement('ellipse'),
        ]);
        const first = contentOf(editor.state().template);
        for (const [which, n] of list) {
          DEEDS[which]?.(editor, n);
          const { elements } = editor.state().template;
          references += elements.flatMap(sourcesOf).filter((s) => s.type === 'reference').length;
          expect(withSoundReferences(elements, () => fixedText('broken'))).toEqual(elements);
        }
        while (editor.state().canRedo) editor.redo();
        const { template } = editor.state();
        const last = contentOf(template);
        expect(readTemplate(writeTemplate(template))).toEqual({ ok: true, value: template });
        const values = createElementValues(elementLookup(template.elements), NO_RECORD, { now: TEST_TIME });
        for (const element of template.elements.filter(hasValue)) {
          expect(['', 'data.sequenceEnd', 'data.sequenceStart']).toContain(faultOf(values.value(element.id)));
          expect(possibleReferences(template.elements, element.id)).not.toContain(element);
        }

        let steps = 0;
        for (; editor.state().canUndo; steps++) editor.undo();
        expect(contentOf(editor.state().template)).toBe(first);
        for (let i = 0; i < steps; i++) editor.redo();
        expect(contentOf(editor.state().template)).toBe(last);
      }),
      { numRuns: 400 },
    );
    // The edits did create references, and often.
    expect(references).toBeGreaterThan(1000);
  });
});

function faultOf(value: ReturnType<ReturnType<typeof createElementValues>['value']>): string {
  return value.ok ? '' : value.error.code;
}
