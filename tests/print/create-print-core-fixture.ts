import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createPrintCore } from '#render-worker/core/create-print-core.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { fixedText, type ColumnSource } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { fieldKey, type DataRecord } from '#model/data/record.ts';
import { createTestElement } from '../support/create-elements.ts';
import { createSkiaFixture, type SkiaFixture } from '../render/skia-fixture.ts';

/** `now` is the clock that decides when to handle messages. */
export async function createPrintFixture(
  now: () => number = () => performance.now(),
): Promise<SkiaFixture & { readonly core: PrintCore }> {
  const fixture = await createSkiaFixture();
  return { ...fixture, core: createPrintCore({ ...fixture, zxing: loadZxingInNode, now }) };
}

export function columnSource(column: string): ColumnSource {
  return {
    type: 'column',
    connection: 'sha256:00',
    fileName: 'rows.xlsx',
    sheet: 'S',
    column,
    firstValue: '4006381333931',
    text: '',
  };
}

export function createRecord(row: number, values: Readonly<Record<string, string>>): DataRecord {
  return {
    row,
    values: Object.fromEntries(
      Object.entries(values).map(([column, value]) => [fieldKey(columnSource(column)), value]),
    ),
  };
}

/** A 40 x 30 label: name, EAN-13 of the column `ean`, QR of the column `name`, a frame. */
export function createLabelElements(): LabelElement[] {
  return [
    createTestElement('rectangle', { xMm: 0.5, yMm: 0.5, widthMm: 39, heightMm: 29, penWidthMm: 0.3 }),
    createTestElement('text', {
      sources: [columnSource('name')],
      xMm: 2,
      yMm: 2,
      widthMm: 20,
      heightMm: 4,
      fontSize: 12,
    }),
    createTestElement('text', {
      sources: [fixedText('Ünïçödé 标签 0123')],
      xMm: 2,
      yMm: 6,
      widthMm: 20,
      heightMm: 4,
      fontSize: 10,
    }),
    createTestElement('barcode', {
      sources: [columnSource('ean')],
      symbology: 'ean13',
      // The rows have numbers without check digits, some of which might be full ones.
      options: { wrongLength: 'checkDigit' },
      xMm: 4.5,
      yMm: 17,
      widthMm: 32,
      heightMm: 11,
      fontSize: 8,
    }),
    createTestElement('qrcode', { sources: [columnSource('name')], xMm: 25, yMm: 2.5, widthMm: 12, heightMm: 12 }),
    createTestElement('line', {
      direction: 'horizontal',
      xMm: 2,
      yMm: 15,
      widthMm: 20,
      heightMm: 0.5,
      penWidthMm: 0.5,
    }),
  ];
}
