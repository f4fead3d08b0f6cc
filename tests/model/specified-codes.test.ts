import { describe, expect, test } from 'vitest';
import type { ElementByType } from '#model/elements/element.ts';
import { createElement } from '#model/elements/registry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { chosen, optionsOf } from '#model/symbology/catalog/options.ts';
import type { LinearSymbology, MatrixSymbology } from '#model/symbology/types.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '#tests/support/create-elements.ts';

/** The codes of specification 2, sections 3 and 9, verbatim: they are repeated here on purpose. */
const BARCODES: readonly (readonly [number, LinearSymbology])[] = [
  [1, 'code128'],
  [2, 'code39'],
  [3, 'code93'],
  [4, 'codabar'],
  [5, 'interleaved2of5'],
  [6, 'ean8'],
  [7, 'ean13'],
  [8, 'upca'],
  [9, 'upce'],
  [14, 'code39ext'],
  [18, 'postnet'],
  [20, 'code11'],
  [21, 'msi'],
  [23, 'code25'],
  [25, 'pharmacode'],
  [26, 'gs1-128'],
  [27, 'telepen'],
  [28, 'itf14'],
];
const MATRICES: readonly (readonly [number, MatrixSymbology])[] = [
  [1, 'qr'],
  [2, 'pdf417'],
  [3, 'datamatrix'],
  [4, 'aztec'],
];

type Code = ElementByType['barcode'] | ElementByType['qrcode'];

/** The element read from a file in which one of its attributes has this value. */
function readWith(element: Code, attribute: string, value: string): Code {
  const xml = writeTemplate(createTestTemplate([element]));
  const pattern = new RegExp(`( ${attribute}=)"[^"]*"`);
  expect(xml).toMatch(pattern);
  const [first] = expectOk(readTemplate(xml.replace(pattern, `$1"${value}"`))).elements;
  if (first?.type !== 'barcode' && first?.type !== 'qrcode') throw new Error('no code');
  return first;
}

function written(element: Code, attribute: string): string | undefined {
  return new RegExp(` ${attribute}="([^"]*)"`).exec(writeTemplate(createTestTemplate([element])))?.[1];
}

test.each(BARCODES)('barcode type %i is %s', (code, symbology) => {
  expect(readWith(createTestElement('barcode'), 'BarCodeType', String(code))).toMatchObject({ symbology });
  expect(written(createTestElement('barcode', { symbology }), 'BarCodeType')).toBe(String(code));
});

test.each(MATRICES)('matrix type %i is %s', (code, symbology) => {
  expect(readWith(createTestElement('qrcode'), 'QrCodeType', String(code))).toMatchObject({ symbology });
  expect(written(createTestElement('qrcode', { symbology }), 'QrCodeType')).toBe(String(code));
});

describe('error correction', () => {
  test.each([
    ['7', 'L'],
    ['25', 'Q'],
    ['30', 'H'],
    ['15', 'M'],
    ['1', 'M'],
    ['', 'M'],
  ])('%s of a QR code is level %s', (code, level) => {
    const { symbology, options } = readWith(
      createTestElement('qrcode', { options: { level: 'H' } }),
      'ErrorCorrectionLevel',
      code,
    );
    expect(chosen(symbology, options, 'level')).toBe(level);
  });

  test('is M at first, level 1 for PDF417, 23 for Aztec; the levels of PDF417 are 0 to 8', () => {
    const atFirst = MATRICES.map(([, symbology]) => {
      const { options } = createTestElement('qrcode', { symbology });
      return optionsOf(symbology).some(({ name }) => name === 'level') ? chosen(symbology, options, 'level') : null;
    });
    expect(atFirst).toEqual(['M', '1', null, '23']);
    const levels = optionsOf('pdf417').find(({ name }) => name === 'level')?.choices;
    expect(levels).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
    expect(written(createTestElement('qrcode', { symbology: 'aztec' }), 'ErrorCorrectionLevel')).toBe('23');
  });
});

test('a new barcode has the value 0123456789 with its number below; types that cannot encode it have their own value', () => {
  const barcode = createElement('barcode', {
    id: createTestElement('barcode').id,
    name: 'Barcode1',
    centreMm: { x: 50, y: 40 },
    labelWidthMm: 100,
    labelHeightMm: 80,
    zoom: 1,
    image: { asset: TEST_ASSET, size: { width: 1, height: 1 } },
  });
  expect(barcode).toMatchObject({ symbology: 'code128', numberPosition: 'below' });
  expect(barcode.sources).toMatchObject([{ type: 'fixed', text: '0123456789' }]);
  const others = BARCODES.filter(([, symbology]) => symbologyInfo(symbology).defaultValue !== '0123456789');
  expect(others.map(([code]) => code)).toEqual([6, 7, 8, 9, 18, 25, 26, 28]);
  expect(MATRICES.map(([, symbology]) => symbologyInfo(symbology).defaultValue)).toEqual(Array(4).fill('0123456789'));
});

test('the number of every code is 0 none, 1 below, 2 above; new ones have it below bars and not at modules', () => {
  for (const type of ['barcode', 'qrcode'] as const) {
    const positions = ['0', '1', '2'].map((code) => readWith(createTestElement(type), 'BarcodeNumPosition', code));
    expect(positions.map((element) => element.numberPosition)).toEqual(['none', 'below', 'above']);
  }
  expect(createTestElement('barcode').numberPosition).toBe('below');
  expect(createTestElement('qrcode').numberPosition).toBe('none');
});

test('the alignment of every code is 0 center, 1 left, 2 right, 3 justify, 4 stretch', () => {
  for (const type of ['barcode', 'qrcode'] as const) {
    const aligns = ['0', '1', '2', '3', '4'].map((code) => readWith(createTestElement(type), 'TextAlign', code));
    expect(aligns.map((element) => element.align)).toEqual(['center', 'left', 'right', 'justify', 'stretch']);
    expect(written(createTestElement(type, { align: 'stretch' }), 'TextAlign')).toBe('4');
  }
});

test('a new table has 2 x 2 cells of 30 % and 12 % of the width of the label, with a pen of 1', () => {
  const table = createTestElement('table');
  expect(table).toMatchObject({ columnWidthsMm: [30, 30], rowHeightsMm: [12, 12], penWidthMm: 1 });
});
