// node benchmarks/sheets-of-others/draw-truth.ts FOLDER OUT.png [FIRST COUNT COLUMNS DPI]
// A contact sheet of generated sheets with their ground truth drawn over: cells red, ink blue, codes green, and the order.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage, type Image, type SKRSContext2D } from '@napi-rs/canvas';
import { cornersOf } from '#tests/document/sheets-of-others/polygon.ts';
import type { Corner, Quad, TrueFile, TruePage, Truth } from '#tests/document/sheets-of-others/truth.ts';

const [folder = '', out = '', first = '0', count = '12', columns = '4', dpi = '60'] = process.argv.slice(2);
const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Truth;
const perMm = Number(dpi) / 25.4;
const GAP = 10;

interface Shown {
  readonly name: string;
  readonly image: Image;
  readonly page: TruePage;
}

const shown: Shown[] = [];
for (const [name, file] of Object.entries(truth.files).slice(Number(first), Number(first) + Number(count)))
  for (const page of file.pages)
    shown.push({ name: `${name} ${page.page}`, image: await pictureOf(name, file, page), page });

const width = Math.max(...shown.map(({ page }) => page.width)) * perMm + GAP;
const height = Math.max(...shown.map(({ page }) => page.height)) * perMm + GAP + 14;
const canvas = createCanvas(width * Number(columns), height * Math.ceil(shown.length / Number(columns)));
const context = canvas.getContext('2d');
context.fillStyle = '#999';
context.fillRect(0, 0, canvas.width, canvas.height);
for (const [i, one] of shown.entries()) {
  context.setTransform(1, 0, 0, 1, (i % Number(columns)) * width, Math.floor(i / Number(columns)) * height + 14);
  draw(context, one);
}
writeFileSync(out, canvas.toBuffer('image/png'));

function pictureOf(name: string, file: TrueFile, page: TruePage): Promise<Image> {
  const path = join(folder, name);
  if (file.kind !== 'vector-pdf') return loadImage(path);
  const number = String(page.page);
  return loadImage(execFileSync('pdftoppm', ['-r', dpi, '-png', '-f', number, '-l', number, path], { maxBuffer: 2 ** 28 }));
} // prettier-ignore

function draw(context: SKRSContext2D, { name, image, page }: Shown): void {
  context.fillStyle = '#000';
  context.font = '11px sans-serif';
  context.fillText(name, 2, -3);
  context.drawImage(image, 0, 0, page.width * perMm, page.height * perMm);
  for (const [i, label] of page.labels.entries()) {
    outline(context, label.quad ?? cornersOf(label), '#e00000');
    outline(context, label.contentQuad ?? cornersOf(label.content), '#0000ff');
    for (const code of label.codes) outline(context, cornersOf(code), '#00a000');
    context.fillStyle = '#e000e0';
    context.fillText(`${i + 1}${label.rotation === 0 ? '' : ` ${label.rotation}°`}`, label.x * perMm + 3, label.y * perMm + 12);
  }
} // prettier-ignore

function outline(context: SKRSContext2D, quad: Quad, color: string): void {
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  for (const [x, y] of quad satisfies readonly Corner[]) context.lineTo(x * perMm, y * perMm);
  context.closePath();
  context.stroke();
}
