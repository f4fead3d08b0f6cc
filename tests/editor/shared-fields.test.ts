import { describe, expect, test } from 'vitest';
import { mixedFields } from '#app/editor/widgets/mixed.ts';
import { setShared, sharing } from '#editor/commands/shared-fields.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { contentOf, createTestEditor } from './create-test-editor.ts';

describe('the attributes of several elements', () => {
  test('are shared when every one has them, whatever its type', () => {
    const text = createTestElement('text');
    const time = createTestElement('timeText');
    const code = createTestElement('barcode');
    const line = createTestElement('line');
    const shape = createTestElement('roundRectangle');
    expect(sharing([text, time], ['bold', 'letterSpacing'])).toHaveLength(2);
    expect(sharing([text, code], ['bold'])).toBeNull();
    expect(sharing([text, code], ['fontFamily'])).toHaveLength(2);
    expect(sharing([line, shape], ['penWidthMm', 'dashed'])).toHaveLength(2);
    expect(sharing([line, shape], ['filled'])).toBeNull();
    // A table has a pen too, with other limits.
    expect(sharing([line, createTestElement('table')], ['penWidthMm', 'dashed'])).toBeNull();
    expect(sharing([], ['bold'])).toBeNull();
  });

  test('are null when they differ', () => {
    const [a, b] = [createTestElement('text', { bold: true }), createTestElement('timeText', { fontSize: 30 })];
    const shared = sharing([a, b], ['bold', 'italic', 'fontSize']);
    expect(shared === null ? null : mixedFields(shared)).toMatchObject({ bold: null, italic: false, fontSize: null });
  });

  test('are set in one undo step, and do not change elements without them', () => {
    const text = createTestElement('text');
    const time = createTestElement('timeText', { fontSize: 30 });
    const line = createTestElement('line');
    const editor = createTestEditor([text, time, line]);
    const before = contentOf(editor.state().template);
    editor.select([text.id, time.id, line.id]);
    expect(editor.run(setShared({ fontSize: 24, bold: true })).ok).toBe(true);
    expect(editor.state().template.elements).toMatchObject([{ fontSize: 24, bold: true }, { fontSize: 24 }, {}]);
    expect(editor.state().template.elements[2]).toBe(line);
    editor.undo();
    expect(contentOf(editor.state().template)).toBe(before);
  });

  test('change the box of elements that depend on them', () => {
    const line = createTestElement('line', { widthMm: 30, heightMm: 0.3 });
    const shape = createTestElement('rectangle');
    const editor = createTestEditor([line, shape]);
    editor.select([line.id, shape.id]);
    editor.run(setShared({ penWidthMm: 2 }));
    expect(editor.state().template.elements).toMatchObject([
      { penWidthMm: 2, heightMm: 2 },
      { penWidthMm: 2, heightMm: shape.heightMm },
    ]);
  });

  test('need a selection', () => {
    expect(createTestEditor([]).run(setShared({ bold: true }))).toMatchObject({
      error: { code: 'edit.nothingSelected' },
    });
  });
});
