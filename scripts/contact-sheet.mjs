// npm run contact-sheet -- icons [--out FOLDER] [--category NAME]: the icon library at 203 dpi in black and white, at
// 8, 10 and 15 mm, as a PNG for each category, to be checked by eye. They are made by the same command line that prints
// labels.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sha256Hex } from '#model/kernel/sha256.ts';
import { createElement } from '#model/elements/registry.ts';
import { withFootprint } from '#model/elements/base/footprint.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import { iconCatalogue } from '#server/content/icons/catalogue.ts';
import { readSvg } from '#model/template/svg/read-svg.ts';

const SIZES_MM = [8, 10, 15];
const CELL = { widthMm: 40, heightMm: 21, columns: 6 };
const DPI = '203';
/** In quarters of a millimeter. */
const FONT_SIZE = 9;

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: 'contact-sheet' }, category: { type: 'string' } },
  allowPositionals: true,
});
if (positionals[0] === 'industry') {
  await import('./industry-sheet.mjs');
  process.exit(0);
}
if (positionals[0] !== 'icons') {
  console.error('npm run contact-sheet -- icons [--out FOLDER] [--category NAME]');
  console.error('npm run contact-sheet -- industry [language] [industry …]');
  process.exit(2);
}

const out = resolve(process.env.INIT_CWD ?? '.', values.out);
mkdirSync(out, { recursive: true });
const library = iconCatalogue();
for (const { id: name } of library.groups.flatMap(({ son }) => son)) {
  if (values.category !== undefined && values.category !== name) continue;
  const made = join(out, 'pages');
  writeFileSync(join(out, `${name}.tprt`), await sheetOf(library.icons(name)));
  const render = spawnSync(
    process.execPath,
    [
      join(import.meta.dirname, 'render.mjs'),
      ...['--template', join(out, `${name}.tprt`), '--out', made, '--dpi', DPI, '--format', 'png'],
    ],
    { encoding: 'utf8' },
  );
  if (render.status !== 0) {
    console.error(render.stdout, render.stderr);
    process.exit(1);
  }
  const [page = ''] = readdirSync(made).filter((file) => file.endsWith('.png'));
  writeFileSync(join(out, `${name}.png`), readFileSync(join(made, page)));
  rmSync(made, { recursive: true });
  rmSync(join(out, `${name}.tprt`));
  console.log(join(out, `${name}.png`));
}

/** A label with each icon in all sizes, with its file name below. */
async function sheetOf(icons) {
  const label = createLabelSettings('Icons', {
    widthMm: CELL.widthMm * CELL.columns,
    heightMm: CELL.heightMm * Math.ceil(icons.length / CELL.columns),
  });
  const assets = new Map();
  const elements = [];
  const add = (type, options, footprint) => {
    const id = `T${String(elements.length).padStart(7, '0')}`;
    const base = {
      id,
      name: id,
      centreMm: { x: 1, y: 1 },
      labelWidthMm: label.widthMm,
      labelHeightMm: label.heightMm,
      zoom: 1,
    };
    const element = createElement(type, { ...base, ...options });
    elements.push({ ...withFootprint(element, footprint), ...(type === 'text' ? { fontSize: FONT_SIZE } : {}) });
  };
  for (const [i, { url, svg }] of icons.entries()) {
    const file = url.replace(/\?.*/, '').replace('/icons/', '');
    const bytes = new TextEncoder().encode(svg);
    const read = readSvg(bytes);
    if (!read.ok) throw new Error(`${file}: ${read.error.code} ${JSON.stringify(read.error.params)}`);
    const size = { width: read.value.width, height: read.value.height };
    const asset = await sha256Hex(bytes);
    assets.set(asset, { mime: 'image/svg+xml', bytes });
    const x = (i % CELL.columns) * CELL.widthMm + 1;
    const y = Math.floor(i / CELL.columns) * CELL.heightMm + 1;
    let left = x;
    for (const mm of SIZES_MM) {
      const scale = mm / Math.max(size.width, size.height);
      const box = { x: left, y, width: size.width * scale, height: size.height * scale };
      add('image', { image: { asset, size } }, box);
      left += mm + 2;
    }
    add(
      'text',
      { text: file.replace('.svg', '').replace(/^.*\//, '') },
      { x, y: y + 15.5, width: CELL.widthMm - 2, height: 4 },
    );
  }
  return writeTemplate({ label, elements, assets });
}
