import type { Schema, Template } from '@pdfme/common';
import { generate } from '@pdfme/generator';
import { barcodes, rectangle, text } from '@pdfme/schemas';
import { Buffer } from 'buffer/index.js';
import { fontUnitsToMm } from '#model/kernel/units.ts';
import { BULK_HEIGHT_MM, BULK_WIDTH_MM, bulkTexts, TEXT_SIZES, TEXT_TOPS } from './bulk-label.ts';

const POINTS_PER_MM = 72 / 25.4;
const PLUGINS = { text, rectangle, code128: barcodes.code128, qrcode: barcodes.qrcode };

/** In millimeters. */
type Box = Pick<Schema, 'position' | 'width' | 'height'>;

/** The bulk label as a pdfme template: the same texts at the same places; pdfme encodes the symbols. */
function createTemplate(): Template {
  const box = (x: number, y: number, width: number, height: number): Box => ({
    position: { x, y },
    width,
    height,
  });
  const schemas = [
    { name: 'frame', type: 'rectangle', ...box(1, 1, 98, 78), borderWidth: 0.5, borderColor: '#000000', color: '' },
    ...TEXT_SIZES.map((size, i) => ({
      name: `t${i}`,
      type: 'text',
      ...box(4, TEXT_TOPS[i] ?? 0, 60, 6),
      fontName: 'Roboto',
      fontSize: fontUnitsToMm(size) * POINTS_PER_MM,
    })),
    { name: 'code', type: 'code128', ...box(8, 52, 60, 20), backgroundColor: '#ffffff', barColor: '#000000' },
    { name: 'qr', type: 'qrcode', ...box(72, 8, 20, 20), backgroundColor: '#ffffff', barColor: '#000000' },
  ];
  return {
    basePdf: { width: BULK_WIDTH_MM, height: BULK_HEIGHT_MM, padding: [0, 0, 0, 0] },
    schemas: [schemas],
  };
}

function inputOf(n: number): Record<string, string> {
  const texts = bulkTexts(n);
  const [serial = ''] = texts;
  return {
    ...Object.fromEntries(texts.map((words, i) => [`t${i}`, words])),
    code: serial,
    qr: `https://example.com/${serial}`,
  };
}

/** Milliseconds for one PDF with this many labels, each with values of its own. */
export async function makePdfmePages(labels: number): Promise<number> {
  // pdfme needs Node's own Buffer, which its users provide.
  Object.assign(globalThis, { Buffer });
  return makePdfmePdf(await (await fetch('/fonts/Roboto_400Regular.ttf')).arrayBuffer(), labels);
}

/** The same, in Node too, with the bytes of Roboto. */
export async function makePdfmePdf(data: ArrayBuffer, labels: number): Promise<number> {
  const make = (from: number, count: number): Promise<Uint8Array> =>
    generate({
      template: createTemplate(),
      inputs: Array.from({ length: count }, (_, i) => inputOf(from + i)),
      options: { font: { Roboto: { data, fallback: true, subset: true } } },
      plugins: PLUGINS,
    });
  // Its code is loaded and optimized.
  await make(0, 5);
  const startedAt = performance.now();
  const pdf = await make(5, labels);
  const ms = performance.now() - startedAt;
  if (pdf.length === 0) throw new Error('no pages');
  return ms;
}
