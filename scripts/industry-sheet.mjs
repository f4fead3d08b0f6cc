// npm run contact-sheet -- industry [language] [industry …]: all ready designs at 203 dpi on a few pictures, to be
// checked by eye.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { designFaults } from '../build/design-faults.ts';
import { openPrintCore, paintDesign } from '../build/paint-designs.ts';
import { drawDesign } from '../server/content/designs/draw-design.ts';
import { designsIn } from '../server/content/designs/read-designs.ts';

const DPI = 203;
const GAP = 24;
const CAPTION = 22;
const WIDEST = 1700;

const [, language = 'en', ...industries] = process.argv.slice(2);
const folder = join(import.meta.dirname, '../dist/contact-sheets');
mkdirSync(folder, { recursive: true });
const { core, measure } = await openPrintCore();
for (const [industry, designs] of Object.entries(designsIn(language))) {
  if (industries.length > 0 && !industries.includes(industry)) continue;
  const painted = [];
  for (const design of designs) {
    const template = drawDesign(design);
    const { png, label } = await paintDesign(core, template, DPI);
    const grades = label.symbols.map(({ symbology, grade }) => `${symbology} ${grade}`);
    const problems = [...label.problems, ...label.warnings].map(
      ({ elementName, problem }) => `${elementName}: ${problem.code}`,
    );
    painted.push({ picture: await loadImage(Buffer.from(png)), caption: `${design.id}  ${grades.join(', ')}` });
    problems.push(...designFaults(template, measure, DPI));
    if (problems.length > 0) console.log(design.id, problems.join('; '));
  }
  const path = join(folder, `${industry}-${language}.png`);
  writeFileSync(path, sheetOf(painted));
  console.log(path);
}
core.dispose();

function sheetOf(painted) {
  const places = [];
  let [x, y, rowHeight] = [GAP, GAP, 0];
  for (const { picture } of painted) {
    if (x > GAP && x + picture.width + GAP > WIDEST) [x, y, rowHeight] = [GAP, y + rowHeight + GAP, 0];
    places.push({ x, y });
    x += picture.width + GAP;
    rowHeight = Math.max(rowHeight, picture.height + CAPTION);
  }
  const canvas = createCanvas(WIDEST, y + rowHeight + GAP);
  const context = canvas.getContext('2d');
  context.fillStyle = '#d7d9d4';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.font = '14px sans-serif';
  for (const [i, { picture, caption }] of painted.entries()) {
    context.drawImage(picture, places[i].x, places[i].y);
    context.fillStyle = '#222';
    context.fillText(caption, places[i].x, places[i].y + picture.height + 16);
  }
  return canvas.toBuffer('image/png');
}
