import type { GlyphsOp } from '#model/elements/base/display-op.ts';
import { fixedText } from '#model/elements/base/content.ts';
import type { TabStop } from '#model/elements/base/tab-stops.ts';
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

/** One element of each kind of drawing at a free angle, and a code with a canvas mirror. */
export function createTurnedLabel(): Template {
  const text = (content: string, fields: Partial<Parameters<typeof createTestElement<'text'>>[1]>) =>
    createTestElement('text', { sources: [fixedText(content)], widthMm: 30, heightMm: 6, ...fields });
  return createTestTemplate(
    [
      text('Hello Straße 标签', { xMm: 5, yMm: 8, turnDegrees: 12.3 }),
      text('Turned', { xMm: 70, yMm: 10, rotation: 90, turnDegrees: -42.1, widthMm: 20 }),
      createTestElement('barcode', {
        sources: [fixedText('ABC-1234')],
        xMm: 10,
        yMm: 25,
        widthMm: 45,
        heightMm: 14,
        turnDegrees: -8.4,
        freeAngle: true,
        canvasMirror: true,
      }),
      createTestElement('qrcode', {
        sources: [fixedText('标签-42')],
        xMm: 8,
        yMm: 50,
        widthMm: 18,
        heightMm: 18,
        turnDegrees: 33,
        freeAngle: true,
      }),
      createTestElement('rectangle', { xMm: 35, yMm: 50, widthMm: 20, heightMm: 15, penWidthMm: 0.5, turnDegrees: 45 }),
      createTestElement('ellipse', { xMm: 65, yMm: 55, widthMm: 25, heightMm: 12, penWidthMm: 0.5, turnDegrees: -30 }),
      createTestElement('line', { xMm: 65, yMm: 45, widthMm: 20, heightMm: 4, direction: 'left', turnDegrees: 7 }),
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

/** Texts on arcs and a circle, stacked, and on both sides of a flag, in several scripts and styles. */
export function createCourseLabel(): Template {
  const text = (content: string, fields: Partial<Parameters<typeof createTestElement<'text'>>[1]>) =>
    createTestElement('text', { sources: [fixedText(content)], fontSize: 14, align: 'center', ...fields });
  const round = { arcDegrees: 360, xMm: 40, yMm: 2, widthMm: 28, heightMm: 28 };
  return createTestTemplate(
    [
      text('Office 标签', { course: 'arcTop', xMm: 2, yMm: 2, widthMm: 32, heightMm: 16, underline: true }),
      text('slanted words', { course: 'arcBottom', xMm: 2, yMm: 20, widthMm: 32, heightMm: 16, italic: true }),
      text('مرحبا بالعالم', { course: 'arcTop', ...round }),
      text('Жирный', { course: 'arcBottom', ...round, bold: true }),
      text('STACK', { course: 'stacked', xMm: 72, yMm: 2, widthMm: 10, heightMm: 28 }),
      text('Port 17', { flagFold: 'below', flagGapMm: 4, fit: 'shrink', xMm: 2, yMm: 40, widthMm: 30, heightMm: 16 }),
    ],
    { widthMm: 85, heightMm: 60 },
  );
}

/** A numbered list with leaders, a hyphenated text, and paragraphs in two directions. */
export function createParagraphsLabel(): Template {
  const leader = (positionMm: number, kind: TabStop['leader']): TabStop => ({
    positionMm,
    align: 'decimal',
    leader: kind,
  });
  const list = createTestElement('text', {
    sources: [fixedText('Energy\t1046 kJ\nFat\t9.5 g\t12 %')],
    list: 'numbers',
    paragraphSpacingMm: 1,
    tabStops: [leader(35, 'dots'), leader(55, 'line')],
    fontSize: 14,
    xMm: 3,
    yMm: 3,
    widthMm: 70,
  });
  const hyphenated = createTestElement('text', {
    sources: [fixedText('Refrigerated ingredients')],
    hyphenation: 'en',
    autoWrap: true,
    fontSize: 14,
    xMm: 3,
    yMm: 20,
    widthMm: 28,
  });
  const mixed = createTestElement('text', {
    sources: [fixedText('Weight 12 kg\nوزن')],
    textDirection: 'paragraph',
    align: 'justify',
    autoWrap: true,
    indentMm: 4,
    fontSize: 14,
    xMm: 40,
    yMm: 20,
    widthMm: 50,
  });
  return createTestTemplate([list, hyphenated, mixed], { widthMm: 100, heightMm: 40 });
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
