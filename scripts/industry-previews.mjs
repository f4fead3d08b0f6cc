// npm run industry-previews -- [FOLDER]: pictures of all ready designs in all languages, as a printer of 406 dpi prints
// them: twice the dots of the usual 203, for screens with two pixels for each CSS pixel. They go into the folder of
// built files. `vite build` does it too (build/industry-previews.ts).
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPrintCore, paintDesign } from '../build/paint-designs.ts';
import { drawDesign } from '../server/content/designs/draw-design.ts';
import { designsIn } from '../server/content/designs/read-designs.ts';
import { PREVIEW_INDEX } from '../server/content/designs/library.ts';
import { LANGUAGES } from '../src/protocol/api.ts';

const DPI = 406;
/** Enough of the hash for names to be unique. */
const HASH_LENGTH = 10;

const [webDir = join(import.meta.dirname, '../dist/web')] = process.argv.slice(2);
const { core } = await openPrintCore();
const index = {};
for (const language of LANGUAGES) {
  const folder = `assets/industry/${language}`;
  mkdirSync(join(webDir, folder), { recursive: true });
  index[language] = {};
  for (const design of Object.values(designsIn(language)).flat()) {
    const { png } = await paintDesign(core, drawDesign(design), DPI);
    const hash = createHash('sha256').update(png).digest('hex').slice(0, HASH_LENGTH);
    const path = `${folder}/${design.id}-${hash}.png`;
    writeFileSync(join(webDir, path), png);
    index[language][design.id] = `/${path}`;
  }
}
core.dispose();
writeFileSync(join(webDir, PREVIEW_INDEX), JSON.stringify(index));
