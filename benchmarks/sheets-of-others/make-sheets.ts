// node benchmarks/sheets-of-others/make-sheets.ts --seed N --count N --out FOLDER [--unseen]
// Writes N sheets (PDF, JPEG, PNG) and truth.json. The same numbers give the same sheets. With --unseen also kinds that are made
// for the last judgment alone. Needs Chromium, pdftoppm and the project's dependencies.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom, pick } from '#tests/support/symbol-values.ts';
import { GRID_KINDS, type Kind } from './kinds-grid.ts';
import { PAGE_KINDS } from './kinds-page.ts';
import { UNSEEN_KINDS } from './kinds-unseen.ts';
import { openPrinter, SHEET_FONTS, type Printer } from './print.ts';
import { inkBelow, pickScan, scanPage } from './scan.ts';
import type { TrueFile } from '#tests/document/sheets-of-others/truth.ts';

const SCANNED_SHARE = 1 / 3;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    out: { type: 'string', default: 'dist/sheets-of-others' },
    unseen: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const out = resolve(values.out);
const part = `${out}.part`;
rmSync(part, { recursive: true, force: true });
mkdirSync(part, { recursive: true });

const kinds = [...GRID_KINDS, ...PAGE_KINDS, ...(values.unseen ? UNSEEN_KINDS : [])];
const printer = await openPrinter();
const files: Record<string, TrueFile> = {};
for (let i = 0; i < Number(values.count); i++) {
  const kind = kinds[i % kinds.length];
  if (kind === undefined) throw new Error('no kinds');
  const made = await makeSheet(printer, kind, i);
  const name = `${String(i + 1).padStart(3, '0')}-${kind.name}.${made.extension}`;
  files[name] = made.truth;
  writeFileSync(join(part, name), made.file);
}
await printer.close();
const truth = {
  what: 'generated sheets of labels with the right answer',
  seed,
  units:
    'mm from the top left of the page as given; labels in reading order; rotation = degrees clockwise the label is printed turned',
  files,
};
writeFileSync(join(part, 'truth.json'), JSON.stringify(truth, null, 1));
rmSync(out, { recursive: true, force: true });
renameSync(part, out);
console.log(`${Object.keys(files).length} sheets in ${out}`);

interface Made {
  readonly extension: string;
  readonly file: Buffer;
  readonly truth: TrueFile;
}

/** Tries seeds until everything fits on its label. */
async function makeSheet(printer: Printer, kind: Kind, index: number): Promise<Made> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const random = createRandom(seed * 100_003 + index * 31 + attempt * 7_919);
    const font = pick(random, SHEET_FONTS);
    const scan = random() < SCANNED_SHARE ? pickScan(random) : null;
    const all = kind.make(random);
    const pages = scan === null ? all : all.slice(0, 1);
    const print = await printer.print({ kind: kind.name, font, pages }, scan === null ? 240 : inkBelow(scan));
    if (print === null) continue;
    if (scan === null) return { extension: 'pdf', file: print.pdf, truth: { kind: 'vector-pdf', pages: print.pages } };
    const { file, page } = scanPage(print, 1, scan);
    return { extension: scan.format, file, truth: { kind: `scan-${scan.format}`, dpi: scan.dpi, pages: [page] } };
  }
  throw new Error(`no sheet of the kind ${kind.name} fits`);
}
