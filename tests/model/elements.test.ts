import { describe, expect, test } from 'vitest';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import { contentTransform, elementBox } from '#model/elements/base/box.ts';
import { layoutElement } from '#model/elements/layouts.ts';
import { createElement, freeElementName, nameOfCopy } from '#model/elements/registry.ts';
import { applyToRect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { composeLabel } from '#model/page/compose.ts';
import { NO_RECORD } from '#model/data/record.ts';
import {
  createTestContext,
  createTestElement,
  createTestTemplate,
  TEST_ASSET,
} from '#tests/support/create-elements.ts';

describe.each(ELEMENT_TYPES)('%s', (type) => {
  test('is created around its center, inside its label', () => {
    const box = elementBox(createTestElement(type));
    expect(box.x + box.width / 2).toBeCloseTo(50, 2);
    expect(box.y + box.height / 2).toBeCloseTo(40, 2);
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.width).toBeGreaterThan(0);
  });

  test('lays out the same twice, with ops inside its content', () => {
    const element = createTestElement(type);
    const value = type === 'barcode' || type === 'qrcode' ? '0123456789' : 'Label';
    const once = layoutElement(element, [value], createTestContext());
    expect(layoutElement(element, [value], createTestContext())).toEqual(once);
    expect(once.problems).toEqual([]);
    expect(once.ops.length).toBeGreaterThan(0);
  });

  test.each(ROTATIONS)('its content box fits its box when rotated by %i', (rotation) => {
    for (const mirror of [false, true]) {
      const element = createTestElement(type, { rotation, mirror, xMm: 5, yMm: 7, widthMm: 30, heightMm: 10 });
      const content = { x: 0, y: 0, width: 30, height: 10 };
      expect(applyToRect(contentTransform(element), content)).toEqual(elementBox(element));
    }
  });
});

describe('the size of a new', () => {
  const sizeOn = (type: 'barcode' | 'qrcode' | 'image', widthMm: number, heightMm: number): readonly number[] => {
    const { widthMm: w, heightMm: h } = createElement(type, {
      id: 'AAAAAAAA' as ElementId,
      name: '',
      centreMm: { x: widthMm / 2, y: heightMm / 2 },
      labelWidthMm: widthMm,
      labelHeightMm: heightMm,
      zoom: 1,
      image: { asset: TEST_ASSET, size: { width: 40, height: 20 } },
    });
    return [w, h];
  };

  test.each([
    ['barcode', 100, 80, [30, 15]],
    ['barcode', 200, 20, [20, 10]],
    ['barcode', 40, 20, [20, 10]],
    ['barcode', 15, 5, [15, 5]],
    ['qrcode', 100, 80, [24, 24]],
    ['qrcode', 40, 20, [10, 10]],
    ['qrcode', 40, 8, [8, 8]],
    ['image', 100, 80, [30, 15]],
    ['image', 40, 8, [4.8, 2.4]],
  ] as const)(
    '%s on a label of %d x %d is 30 %% of the available space, and large enough to read',
    (type, w, h, size) => {
      expect(sizeOn(type, w, h)).toEqual(size);
    },
  );
});

describe('names', () => {
  test('are the stem and the first free number, separated if the stem has a blank', () => {
    const taken = ['Text1', '文本1', 'QR code 1', 'QR code 3'].map((name) => createTestElement('text', { name }));
    expect(freeElementName('Text', taken)).toBe('Text2');
    expect(freeElementName('文本', taken)).toBe('文本2');
    expect(freeElementName('QR code', taken)).toBe('QR code 2');
    expect(freeElementName('Line', taken)).toBe('Line1');
  });

  test('of copies keep the stem, in any language', () => {
    const taken = ['文本1', 'QR code 1', 'Price'].map((name) => createTestElement('text', { name }));
    expect(nameOfCopy('文本1', taken)).toBe('文本2');
    expect(nameOfCopy('QR code 1', taken)).toBe('QR code 2');
    expect(nameOfCopy('Price', taken)).toBe('Price1');
  });
});

describe('symbols', () => {
  test.each(ROTATIONS)('are whole dots inside their box when rotated by %i', (rotation) => {
    const element = createTestElement('barcode', { rotation, numberPosition: 'none' });
    const layout = layoutElement(element, ['ABC-123'], createTestContext());
    const placed = layout.symbols[0];
    const op = layout.ops[0];
    if (placed === undefined || op?.type !== 'dots') throw new Error('a symbol');
    expect(Number.isInteger(placed.bounds.x) && Number.isInteger(placed.bounds.width)).toBe(true);
    for (let i = 0; i < op.rects.length; i += 4) {
      const [x = 0, y = 0, width = 0, height = 0] = op.rects.subarray(i, i + 4);
      expect(x).toBeGreaterThanOrEqual(placed.bounds.x);
      expect(y).toBeGreaterThanOrEqual(placed.bounds.y);
      expect(x + width).toBeLessThanOrEqual(placed.bounds.x + placed.bounds.width);
      expect(y + height).toBeLessThanOrEqual(placed.bounds.y + placed.bounds.height);
    }
  });

  test('an invalid value is a placeholder with its problem, never a printable label', () => {
    const barcode = createTestElement('barcode', { symbology: 'ean13', sources: [fixedText('12345')] });
    const composed = composeLabel(createTestTemplate([barcode]), NO_RECORD, createTestContext());
    expect(composed.placeholders).toEqual([barcode.id]);
    expect(composed.problems).toMatchObject([{ elementId: barcode.id, problem: { code: 'symbol.length' } }]);
  });

  test('a box too narrow for one dot a module is a problem', () => {
    const barcode = createTestElement('barcode', { widthMm: 2, sources: [fixedText('0123456789')] });
    const composed = composeLabel(createTestTemplate([barcode]), NO_RECORD, createTestContext());
    expect(composed.problems.map((p) => p.problem.code)).toContain('symbol.tooNarrow');
  });
});

describe('text', () => {
  test.each([
    ['left', 0],
    ['center', 10],
    ['right', 20],
  ] as const)('aligned %s keeps that edge of its box', (align, x) => {
    // Four characters of half an em of 5 mm are 10 mm wide, in a box of 30.
    const element = createTestElement('text', { align, widthMm: 30, fontSize: 20 });
    expect(layoutElement(element, ['abcd'], createTestContext()).content).toMatchObject({ x, width: 10 });
  });

  test('a character that no font has rejects the label', () => {
    const element = createTestElement('text', { sources: [fixedText('ok 😀')] });
    const composed = composeLabel(createTestTemplate([element]), NO_RECORD, createTestContext());
    expect(composed.problems.map((p) => p.problem.code)).toEqual(['text.missingGlyph']);
  });

  test('a missing family is a warning with the name of its fallback; an element without text needs none', () => {
    const fontFamily = 'Unknown Sans';
    const barcode = { fontFamily, sources: [fixedText('0123456789')], widthMm: 60 };
    const elements = [
      createTestElement('text', { fontFamily }),
      createTestElement('timeText', { fontFamily }),
      createTestElement('barcode', { ...barcode, numberPosition: 'below' }),
      createTestElement('barcode', { ...barcode, numberPosition: 'none' }),
      createTestElement('text'),
    ];
    const { warnings } = composeLabel(createTestTemplate(elements), NO_RECORD, createTestContext());
    expect(warnings).toEqual(
      elements.slice(0, 3).map(({ id, name }) => ({
        elementId: id,
        elementName: name,
        problem: { code: 'font.unknown', params: { family: fontFamily, replacement: 'Roboto' } },
      })),
    );
  });

  test('prefix and suffix surround a value, and not an empty one', () => {
    const element = createTestElement('text', { prefix: '€', suffix: '!', fontSize: 20, sources: [fixedText('')] });
    expect(layoutElement(element, ['12'], createTestContext()).content.width).toBe(10);
    expect(layoutElement(element, [''], createTestContext())).toMatchObject({ placeholder: true, ops: [] });
  });
});
