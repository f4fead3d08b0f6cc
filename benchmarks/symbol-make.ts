import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import bwip from 'bwip-js/generic';
import JsBarcode from 'jsbarcode';
import { prepareZXingModule, writeBarcode, type WriterOptions } from 'zxing-wasm/writer';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { symbolGeometry } from '#model/symbology/geometry.ts';
import type { Symbology } from '#model/symbology/types.ts';
import { createRandom, randomValue } from '#tests/support/symbol-values.ts';
import type { Figure } from './figure.ts';

interface Case {
  readonly symbology: Symbology;
  /** Limit for one symbol, in microseconds. */
  readonly limit: number;
  /** The peers' names for it; absent where a peer does not support it. */
  readonly bwip: string;
  readonly jsbarcode?: string;
  readonly zxing?: WriterOptions['format'];
  /** Makes the values where they must differ from those of the tests. */
  readonly content?: (random: () => number) => string;
}

/** The limits of the issue: linear 20, Code 128 50, GS1-128 150, a QR code of 60 characters 300. */
const CASES: readonly Case[] = [
  { symbology: 'code128', limit: 50, bwip: 'code128', jsbarcode: 'CODE128', zxing: 'Code128' },
  { symbology: 'gs1-128', limit: 150, bwip: 'gs1-128' },
  { symbology: 'ean13', limit: 20, bwip: 'ean13', jsbarcode: 'EAN13', zxing: 'EAN13' },
  { symbology: 'ean8', limit: 20, bwip: 'ean8', jsbarcode: 'EAN8', zxing: 'EAN8' },
  { symbology: 'upca', limit: 20, bwip: 'upca', jsbarcode: 'UPC', zxing: 'UPCA' },
  { symbology: 'upce', limit: 20, bwip: 'upce', zxing: 'UPCE' },
  { symbology: 'itf14', limit: 20, bwip: 'itf14', jsbarcode: 'ITF14' },
  { symbology: 'interleaved2of5', limit: 20, bwip: 'interleaved2of5', jsbarcode: 'ITF', zxing: 'ITF' },
  { symbology: 'code39', limit: 20, bwip: 'code39', jsbarcode: 'CODE39', zxing: 'Code39' },
  { symbology: 'code39ext', limit: 20, bwip: 'code39ext' },
  { symbology: 'code93', limit: 20, bwip: 'code93', jsbarcode: 'CODE93', zxing: 'Code93' },
  { symbology: 'codabar', limit: 20, bwip: 'rationalizedCodabar', content: (random) => `A${digits(random, 10)}A` },
  { symbology: 'code11', limit: 20, bwip: 'code11' },
  { symbology: 'msi', limit: 20, bwip: 'msi', jsbarcode: 'MSI' },
  { symbology: 'code25', limit: 20, bwip: 'industrial2of5' },
  { symbology: 'telepen', limit: 20, bwip: 'telepen' },
  { symbology: 'pharmacode', limit: 20, bwip: 'pharmacode', jsbarcode: 'pharmacode' },
  { symbology: 'postnet', limit: 20, bwip: 'postnet' },
  {
    symbology: 'qr',
    limit: 300,
    bwip: 'qrcode',
    zxing: 'QRCode',
    content: (random) => `https://example.org/p/${digits(random, 38)}`,
  },
];

const VALUES = 400;
const PEER_VALUES = 40;
/** A round of ours takes milliseconds, one of the slowest peers a hundred times as long. */
const ROUNDS = 40;
const PEER_ROUNDS = 8;
const DOTS = 3;
const BAR_DOTS = 90;

function digits(random: () => number, count: number): string {
  return Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
}

/**
 * From content to dots, one symbol at a time, in Node, with different values so that none comes from the cache.
 * `quick`: Code 128 alone.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  const figures: Figure[] = [];
  for (const one of quick ? CASES.slice(0, 1) : CASES) {
    const contents = contentsOf(one);
    const few = contents.slice(0, PEER_VALUES);
    const ms = await timed(contents, (content) => makeOurs(one.symbology, content));
    const add = (peer: string, against: string, peerMs: number, goal: number): void => {
      figures.push({ name: `symbol-make-${one.symbology}-${peer}`, ratio: peerMs / ms, goal, against, ms, peerMs });
    };
    add('limit', `${one.limit} µs`, one.limit / 1000, 1);
    add('bwip', 'bwip-js toSVG', await timed(few, (c) => bwip.toSVG({ bcid: one.bwip, text: c })), 10);
    const { jsbarcode, zxing } = one;
    if (jsbarcode !== undefined)
      add('jsbarcode', 'jsbarcode encodings', await timed(contents, (c) => makeJsBarcode(jsbarcode, c)), 0.25);
    if (zxing !== undefined)
      add('zxing', 'zxing-wasm writer', await timed(few, (c) => writeBarcode(c, { format: zxing })), 5);
  }
  return figures;
}

/** Values that all of the encoders accept. */
function contentsOf({ symbology, content }: Case): readonly string[] {
  const random = createRandom(7);
  const contents: string[] = [];
  while (contents.length < VALUES) {
    const value = content === undefined ? randomValue(symbology, random).content : content(random);
    // Some encoders reject brackets in the data, lack add-ons, or read `^` as the start of an escape.
    if (/^[\w+*#().:/-]+$/.test(value) && encodeSymbol(symbology, value, {}).ok) contents.push(value);
  }
  return contents;
}

function makeOurs(symbology: Symbology, content: string): void {
  const symbol = encodeSymbol(symbology, content, {});
  if (!symbol.ok) throw new Error(content);
  symbolGeometry(symbol.value, DOTS, BAR_DOTS);
}

function makeJsBarcode(format: string, content: string): void {
  JsBarcode({}, content, { format });
}

/** Milliseconds for one symbol in the fastest of several rounds, which a busy machine disturbs least. */
async function timed(contents: readonly string[], make: (content: string) => unknown): Promise<number> {
  let fastest = Infinity;
  for (let round = contents.length === VALUES ? ROUNDS : PEER_ROUNDS; round > 0; round--) {
    const start = performance.now();
    for (const content of contents) {
      const made = make(content);
      if (made instanceof Promise) await made;
    }
    fastest = Math.min(fastest, (performance.now() - start) / contents.length);
  }
  return fastest;
}
