import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import bwip from 'bwip-js/node';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { expectOk } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import { createPrintFixture, columnSource, createRecord } from '#tests/print/create-print-core-fixture.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import type { Figure } from './figure.ts';

const LABELS = 10_000;
const AT_ONCE = 100;
/** The peer is too slow for all labels: it makes this many, and its time is scaled up. */
const PEER_LABELS = 12;
/** 100 x 80 mm at 300 dpi. */
const WIDTH = 1181;
const HEIGHT = 945;
const DPI = 300;

/**
 * Generates, paints and reads back 10,000 labels of three symbols (Code 128, EAN-13, QR), each with other values; ours
 * also writes the PNG and its hash. The peer is bwip-js `toBuffer`, its pictures drawn on the canvas that Konva would
 * draw on, and zxing-wasm with default options on the whole label: a sample of labels, scaled. In Node.
 */
export async function run(): Promise<readonly Figure[]> {
  const ms = await ours();
  const peerMs = await peer();
  return [
    {
      name: 'symbol-labels-10k',
      ratio: peerMs / ms,
      goal: 20,
      against: 'bwip-js toBuffer, canvas, zxing-wasm by default',
      ms,
      peerMs,
      details: { labelsPerSecond: (LABELS * 1000) / ms, peerLabelsPerSecond: (LABELS * 1000) / peerMs },
    },
  ];
}

function valuesOf(i: number): { readonly code: string; readonly ean: string; readonly link: string } {
  const number = String(i).padStart(7, '0');
  return { code: `LOT-${number}`, ean: `40063${number}`, link: `https://example.org/p/${number}` };
}

async function ours(): Promise<number> {
  const { core } = await createPrintFixture();
  const bars = { numberPosition: 'none', heightMm: 16 } as const;
  const template = createTestTemplate(
    [
      createTestElement('barcode', { ...bars, sources: [columnSource('code')], xMm: 12, yMm: 6, widthMm: 60 }),
      createTestElement('barcode', {
        ...bars,
        sources: [columnSource('ean')],
        symbology: 'ean13',
        options: { wrongLength: 'checkDigit' },
        heightMm: 22,
        xMm: 12,
        yMm: 30,
        widthMm: 40,
      }),
      createTestElement('qrcode', { sources: [columnSource('link')], xMm: 66, yMm: 40, widthMm: 25, heightMm: 25 }),
    ],
    { widthMm: 100, heightMm: 80 },
  );
  const { runId } = expectOk(await core.openRun({ template, dpi: DPI }));
  const records = Array.from({ length: LABELS }, (_, i): DataRecord => createRecord(i + 2, valuesOf(i)));
  const start = performance.now();
  for (let at = 0; at < LABELS; at += AT_ONCE) {
    const step = expectOk(
      await core.printRecords(runId, records.slice(at, at + AT_ONCE), at + AT_ONCE >= LABELS ? 'print' : 'keep'),
    );
    const bad = step.labels.find((label) => !label.verified || label.symbols.length !== 3);
    if (bad !== undefined) throw new Error(JSON.stringify(bad.problems));
  }
  const ms = performance.now() - start;
  await core.closeRun(runId);
  core.dispose();
  return ms;
}

async function peer(): Promise<number> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  const start = performance.now();
  for (let i = 0; i < PEER_LABELS; i++) {
    const { code, ean, link } = valuesOf(i);
    context.fillStyle = '#fff';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    for (const [bcid, text, x, y] of [
      ['code128', code, 142, 71],
      ['ean13', ean, 142, 354],
      ['qrcode', link, 780, 472],
    ] as const) {
      const png = await bwip.toBuffer({ bcid, text, scale: 4, height: 16 });
      context.drawImage(await loadImage(png), x, y);
    }
    const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
    const picture = { data, width: WIDTH, height: HEIGHT, colorSpace: 'srgb' } as ImageData;
    const found = await readBarcodes(picture);
    if (found.length !== 3) throw new Error(`the peer found ${found.length} of 3`);
  }
  return ((performance.now() - start) / PEER_LABELS) * LABELS;
}
