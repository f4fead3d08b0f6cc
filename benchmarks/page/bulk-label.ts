import type { ElementId } from '#model/kernel/ids.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { createElement } from '#model/elements/registry.ts';
import { fieldKey, type DataRecord } from '#model/data/record.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import type { Template } from '#model/template/template.ts';

export const BULK_DPI = 300;
export const BULK_WIDTH_MM = 100;
export const BULK_HEIGHT_MM = 80;
/** Em heights of the five texts, in quarters of a millimeter. */
export const TEXT_SIZES: readonly number[] = [24, 18, 14, 14, 12];
/** Tops of their boxes, in mm. */
export const TEXT_TOPS: readonly number[] = [4, 13, 20, 26, 32];

/** The five texts of label `n`; the first is also the content of the symbols. */
export function bulkTexts(n: number): readonly string[] {
  const serial = String(n).padStart(8, '0');
  return [
    `SN-${serial}`,
    `Order ${(n * 7919) % 1_000_000}`,
    `Batch B${n % 97} / Shelf ${n % 13}`,
    `Net weight ${(n % 9973) / 10} kg`,
    `Row ${n} of the delivery note`,
  ];
}

/** A column of the printed rows. */
export function column(name: string): ColumnSource {
  return {
    type: 'column',
    connection: 'sha256:00',
    fileName: 'rows.xlsx',
    sheet: 'S',
    column: name,
    firstValue: '',
    text: '',
  };
}

/** 100 x 80 mm: a frame, five texts, a Code 128 and a QR code. */
export function createBulkTemplate(): Template {
  let count = 0;
  const create = <T extends 'text' | 'barcode' | 'qrcode' | 'rectangle'>(type: T, fields: object): LabelElement => {
    count++;
    const options = {
      id: `BULK000${count}` as ElementId,
      name: `${type}${count}`,
      centreMm: { x: 50, y: 40 },
      labelWidthMm: BULK_WIDTH_MM,
      labelHeightMm: BULK_HEIGHT_MM,
      zoom: 1,
    };
    return { ...createElement(type, options), ...fields } as LabelElement;
  };
  const texts = TEXT_SIZES.map((fontSize, i) =>
    create('text', {
      sources: [column(`t${i}`)],
      fontFamily: 'Roboto',
      fontSize,
      xMm: 4,
      yMm: TEXT_TOPS[i],
      widthMm: 60,
      heightMm: 6,
    }),
  );
  return {
    label: createLabelSettings('Bulk', { widthMm: BULK_WIDTH_MM, heightMm: BULK_HEIGHT_MM }),
    elements: [
      create('rectangle', { xMm: 1, yMm: 1, widthMm: 98, heightMm: 78, penWidthMm: 0.5 }),
      ...texts,
      create('barcode', {
        sources: [column('t0')],
        symbology: 'code128',
        numberPosition: 'none',
        xMm: 8,
        yMm: 52,
        widthMm: 60,
        heightMm: 20,
      }),
      create('qrcode', { sources: [column('qr')], options: {}, xMm: 72, yMm: 8, widthMm: 20, heightMm: 20 }),
    ],
    assets: new Map(),
  };
}

export function bulkRecord(n: number): DataRecord {
  const texts = bulkTexts(n);
  const values = Object.fromEntries(texts.map((text, i) => [fieldKey(column(`t${i}`)), text]));
  return { row: n + 2, values: { ...values, [fieldKey(column('qr'))]: `https://example.com/${texts[0]}` } };
}
