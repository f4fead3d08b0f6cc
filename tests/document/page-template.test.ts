import { describe, expect, test } from 'vitest';
import type { AssetKey } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { TextObject } from '#model/document/page-objects.ts';
import { pageTemplate, servedFamily, type OpenedPage } from '#model/document/page-template.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';

const STEMS = { picture: 'Image', text: 'Text', line: 'Line', rectangle: 'Rectangle', ellipse: 'Ellipse' };

function createText(given: Partial<TextObject> = {}): TextObject {
  return {
    type: 'run',
    text: 'Fragile',
    family: 'Helvetica-Bold',
    isSerif: false,
    isMono: false,
    bold: true,
    italic: false,
    sizeMm: 4,
    originMm: { x: 10, y: 12 },
    indentMm: 0,
    lengthMm: 15,
    rotation: 0,
    ...given,
  };
}

function make(given: Partial<OpenedPage>): Template {
  const page = {
    name: 'three 1',
    widthMm: 40,
    heightMm: 30,
    picture: null,
    look: { oneBit: 'threshold', threshold: 160 },
    objects: [],
    ...given,
  } as const;
  let next = 0;
  return pageTemplate(page, STEMS, () => (next = (next + 0.137) % 1));
}

describe('a label of a page', () => {
  test('has the picture over all of it, locked, below the elements', () => {
    const key = 'a'.repeat(64) as AssetKey;
    const picture = { key, asset: { mime: 'image/png', bytes: Uint8Array.of(1) } } as const;
    const { label, elements, assets } = make({ picture, objects: [createText()] });
    expect(label).toMatchObject({ name: 'three 1', widthMm: 40, heightMm: 30, rows: 1, columns: 1 });
    expect(elements).toMatchObject([
      {
        type: 'image',
        name: 'Image1',
        locked: true,
        asset: key,
        displayMode: 'stretch',
        xMm: 0,
        yMm: 0,
        widthMm: 40,
        heightMm: 30,
        oneBit: 'threshold',
        threshold: 160,
      },
      { type: 'text', name: 'Text1', locked: false, bold: true, fontFamily: 'Roboto', fontSize: 16 },
    ]);
    expect([...assets.keys()]).toEqual([key]);
  });

  test('has each shape at its position, and survives saving and opening unchanged', () => {
    const template = make({
      objects: [
        { type: 'stroke', direction: 'vertical', boxMm: { x: 5, y: 2, width: 0.5, height: 20 } },
        { type: 'box', penMm: null, boxMm: { x: 1, y: 2, width: 3, height: 4 } },
        { type: 'oval', penMm: 0.7, boxMm: { x: 10, y: 12, width: 13, height: 14 } },
        createText(),
      ],
    });
    expect(template.elements).toMatchObject([
      { type: 'line', direction: 'vertical', penWidthMm: 0.5, xMm: 5, yMm: 2, widthMm: 0.5, heightMm: 20 },
      { type: 'rectangle', filled: true, xMm: 1, yMm: 2, widthMm: 3, heightMm: 4 },
      { type: 'ellipse', filled: false, penWidthMm: 0.7, xMm: 10, yMm: 12, widthMm: 13, heightMm: 14 },
      { type: 'text' },
    ]);
    const again = expectOk(readTemplate(writeTemplate(template)));
    // A file has no ids: each opening gives new ones.
    const withoutIds = (one: Template): unknown => one.elements.map((element) => ({ ...element, id: '' }));
    expect(withoutIds(again)).toEqual(withoutIds(template));
  });

  test.each([
    [0, { xMm: 10, yMm: 12 - 0.928 * 4, widthMm: 15, heightMm: 4.8 }],
    [90, { xMm: 10 + 0.928 * 4 - 4.8, yMm: 12, widthMm: 15, heightMm: 4.8 }],
    [180, { xMm: 10 - 15, yMm: 12 + 0.928 * 4 - 4.8, widthMm: 15, heightMm: 4.8 }],
    [270, { xMm: 10 - 0.928 * 4, yMm: 12 - 15, widthMm: 15, heightMm: 4.8 }],
  ] as const)('keeps the baseline of a text that is rotated by %d', (rotation, box) => {
    const close = Object.fromEntries(Object.entries(box).map(([field, mm]) => [field, expect.closeTo(mm, 3)]));
    expect(make({ objects: [createText({ rotation })] }).elements[0]).toMatchObject({ rotation, ...close });
  });

  test.each([
    ['Helvetica', false, false, 'Roboto'],
    ['RobotoCondensed-Bold', false, false, 'Roboto Condensed'],
    ['NotoSansSC-Regular', false, false, 'Noto Sans SC'],
    ['CourierNewPSMT', true, true, 'Roboto Mono'],
    ['TimesNewRomanPSMT', true, false, 'Roboto Slab'],
    ['LiberationSans', true, false, 'Roboto'],
    ['SimSun', false, false, 'Noto Sans SC'],
    ['', false, false, 'Roboto'],
  ])('replaces the font %j by a product font', (family, isSerif, isMono, served) => {
    expect(servedFamily({ family, isSerif, isMono })).toBe(served);
  });
});
