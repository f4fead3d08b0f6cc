import { fixedText, type DataSource } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { createElement } from '#model/elements/registry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { fieldKey, type DataRecord } from '#model/data/record.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import type { Template } from '#model/template/template.ts';
import { column } from './bulk-label.ts';

export const LONG_DPI = 300;
/** Size in dots. */
export const LONG_SIZE = { width: 4724, height: 35_433 };
const LONG_WIDTH_MM = 400;
const LONG_HEIGHT_MM = 3000;
const SERIAL = column('serial');

/** Content of an element that has its own words. */
type LongContents = (words: string) => readonly DataSource[];

/** The long label with the row's serial number in each of its texts and symbols; texts are shorter by its length. */
export const createLongSerialTemplate = (): Template =>
  createLongTemplate((words) => [fixedText(words.replace('Position ', 'P')), SERIAL]);

export function longRecord(n: number): DataRecord {
  return { row: n + 2, values: { [fieldKey(SERIAL)]: String(n).padStart(5, '0') } };
}

/** 100 rows of eight texts, two Code 128 and two QR codes, in a frame: 1,201 elements. */
export function createLongTemplate(contents: LongContents = (words) => [fixedText(words)]): Template {
  const elements: LabelElement[] = [];
  const add = (type: 'text' | 'barcode' | 'qrcode' | 'rectangle', fields: object): void => {
    const options = {
      id: `L${String(elements.length).padStart(7, '0')}` as ElementId,
      name: `${type}${elements.length}`,
      centreMm: { x: 50, y: 40 },
      labelWidthMm: LONG_WIDTH_MM,
      labelHeightMm: LONG_HEIGHT_MM,
      zoom: 1,
    };
    elements.push({ ...createElement(type, options), ...fields } as LabelElement);
  };
  add('rectangle', { xMm: 2, yMm: 2, widthMm: LONG_WIDTH_MM - 4, heightMm: LONG_HEIGHT_MM - 4, penWidthMm: 1 });
  for (let row = 0; row < 100; row++) {
    const yMm = 10 + row * 29.7;
    for (let column = 0; column < 8; column++) {
      add('text', {
        sources: contents(`Position ${row}.${column}`),
        fontFamily: 'Roboto',
        fontSize: 24,
        xMm: 10 + (column % 4) * 45,
        yMm: yMm + Math.floor(column / 4) * 12,
        widthMm: 42,
        heightMm: 8,
      });
    }
    for (let pair = 0; pair < 2; pair++) {
      const xMm = 195 + pair * 100;
      add('barcode', {
        sources: contents(`P${row}${pair}`),
        symbology: 'code128',
        numberPosition: 'none',
        xMm,
        yMm,
        widthMm: 60,
        heightMm: 22,
      });
      const sources = contents(`https://example.com/${row}/${pair}/`);
      add('qrcode', { sources, xMm: xMm + 68, yMm, widthMm: 24, heightMm: 24 });
    }
  }
  return {
    label: createLabelSettings('Long', { widthMm: LONG_WIDTH_MM, heightMm: LONG_HEIGHT_MM }),
    elements,
    assets: new Map(),
  };
}
