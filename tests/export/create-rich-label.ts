import type { GlyphsOp } from '#model/elements/base/display-op.ts';
import { fixedText } from '#model/elements/base/content.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import type { Template } from '#model/template/template.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

/** A 100 x 80 label of texts in several scripts and directions, symbols and shapes. */
export function createRichLabel(): Template {
  const text = (content: string, fields: Partial<Parameters<typeof createTestElement<'text'>>[1]>) =>
    createTestElement('text', { sources: [fixedText(content)], widthMm: 60, heightMm: 6, ...fields });
  return createTestTemplate(
    [
      text('Hello Straße office 标签打印', { xMm: 3, yMm: 3 }),
      text('Жирный italic', { xMm: 3, yMm: 12, bold: true, italic: true }),
      text('Turned', { xMm: 70, yMm: 20, rotation: 90, widthMm: 20 }),
      text('anti & mirror', { xMm: 50, yMm: 66, antiMirror: true, widthMm: 40 }),
      createTestElement('barcode', { sources: [fixedText('ABC-1234')], xMm: 5, yMm: 25, widthMm: 50, heightMm: 15 }),
      createTestElement('qrcode', { sources: [fixedText('标签-42')], xMm: 5, yMm: 45, widthMm: 20, heightMm: 20 }),
      createTestElement('rectangle', { xMm: 30, yMm: 45, widthMm: 20, heightMm: 15, penWidthMm: 0.5 }),
      createTestElement('line', { xMm: 55, yMm: 45, widthMm: 20, heightMm: 15, direction: 'left' }),
    ],
    { widthMm: 100, heightMm: 80 },
  );
}

/** A text with runs of each style, and an emphasized word. */
export function createStyledLabel(): Template {
  const sources = [
    fixedText('Skimmed milk '),
    { ...fixedText('powder '), style: { bold: true, underline: true } },
    { ...fixedText('10 m'), style: { sizePercent: 150 } },
    { ...fixedText('2'), style: { position: 'superscript' as const } },
    { ...fixedText(' 标签'), style: { strikeThrough: true } },
  ];
  const text = createTestElement('text', {
    sources,
    emphasizedWords: 'milk',
    fontSize: 16,
    xMm: 3,
    yMm: 3,
    widthMm: 90,
  });
  return createTestTemplate([text], { widthMm: 100, heightMm: 20 });
}

/** The list with every run of glyphs changed. */
export function withRuns(list: DisplayList, change: Partial<GlyphsOp['run']>): DisplayList {
  return {
    ...list,
    items: list.items.map((item) => ({
      ...item,
      ops: item.ops.map((op) => (op.type === 'glyphs' ? { ...op, run: { ...op.run, ...change } } : op)),
    })),
  };
}
