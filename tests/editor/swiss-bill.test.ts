import { expect, test } from 'vitest';
import { setSwissBill } from '#editor/commands/swiss-bill.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, elementNamed } from './create-test-editor.ts';

test.each([
  { locked: false, sideMm: 46 },
  { locked: true, sideMm: 20 },
])('a bill gets its content, level and size as one change: %o', ({ locked, sideMm }) => {
  const code = createTestElement('qrcode', {
    name: 'Code',
    locked,
    widthMm: 20,
    heightMm: 20,
    options: { level: 'H', mask: '3' },
    sources: [fixedText('before')],
  });
  const editor = createTestEditor([code]);
  editor.select([code.id]);
  const result = editor.run(setSwissBill(code, 'SPC'));
  expect(result.ok).toBe(true);
  expect(elementNamed(editor, 'Code')).toMatchObject({
    widthMm: sideMm,
    heightMm: sideMm,
    options: { level: 'M', mask: '3' },
    sources: [{ type: 'fixed', text: 'SPC' }],
  });
  editor.undo();
  expect(elementNamed(editor, 'Code')).toEqual(code);
});
