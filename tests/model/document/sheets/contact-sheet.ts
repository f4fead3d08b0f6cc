import { writeFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';
import type { Rect } from '#model/kernel/geometry.ts';
import { sheetAt } from './corpus.ts';
import { splitSheet } from '#model/document/split/split-sheet.ts';
import { judge } from './judge.ts';
const [out = '', seed = '1', list = '0'] = process.argv.slice(2);
const indexes = list.split(',').map(Number);
const count = indexes.length;
const cell = 560;
const columns = 4;
const canvas = createCanvas(columns * cell, Math.ceil(count / columns) * cell);
const context = canvas.getContext('2d');
context.fillStyle = '#ccc';
context.fillRect(0, 0, canvas.width, canvas.height);
for (let i = 0; i < count; i++) {
  const sheet = sheetAt(Number(seed), indexes[i] ?? 0);
  const { grey, width, height, dotsPerMm } = sheet.plane;
  const page = createCanvas(width, height);
  const on = page.getContext('2d');
  const data = on.createImageData(width, height);
  for (let p = 0; p < grey.length; p++) {
    data.data.fill(grey[p] ?? 0, p * 4, p * 4 + 3);
    data.data[p * 4 + 3] = 255;
  }
  on.putImageData(data, 0, 0);
  const scale = (cell - 40) / Math.max(width, height);
  context.save();
  context.translate((i % columns) * cell + 8, Math.floor(i / columns) * cell + 24);
  const split = splitSheet(sheet.plane);
  const verdict = judge(sheet, split);
  context.fillStyle = verdict.right ? '#060' : '#c00';
  context.font = '14px Inter';
  context.fillText(
    `${indexes[i]} ${sheet.name} [${split.method} ${split.confidence.toFixed(2)}] ${verdict.faults.join(';')}`,
    0,
    -6,
  );
  context.scale(scale, scale);
  context.save();
  context.translate(width / 2, height / 2);
  context.rotate((-split.skewDegrees * Math.PI) / 180);
  context.translate(-width / 2, -height / 2);
  context.drawImage(page, 0, 0);
  context.restore();
  context.lineWidth = 3;
  const draw = (r: Rect, color: string, text = '') => {
    context.strokeStyle = color;
    context.strokeRect(r.x * dotsPerMm, r.y * dotsPerMm, r.width * dotsPerMm, r.height * dotsPerMm);
    context.fillStyle = color;
    context.font = '40px Inter';
    context.fillText(text, r.x * dotsPerMm + 4, r.y * dotsPerMm + 40);
  };
  for (const label of sheet.labels) draw(label.ground, '#4c4a');
  for (const r of split.asidesMm) draw(r, '#f80');
  split.labels.forEach((l, n) => draw(l.boxMm, '#00fc', `${n + 1}:${l.rotation}`));
  context.restore();
}
writeFileSync(out, canvas.toBuffer('image/png'));
