import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Text, code, and the fonts and programs in uncompressed formats, unlike WOFF2 and PNG. */
const COMPRESSIBLE = /\.(?:html|js|css|json|svg|wasm|ttf|otf)$/;
const FONT = /\.[ot]tf$/;
/** Smaller files stay uncompressed: they fit into the first network packet anyway. */
const LEAST_BYTES = 1024;
/** What the editor waits for: quality 11 makes it 7 % smaller than 9, and takes 15 s of processor time altogether. */
const START = /\/(?:engine|vendor|antd|EditorScreen|main)-[\w-]+\.(?:js|css)$|\/Roboto_400Regular\.ttf$/;
/** Skia at quality 11, which takes 20 s: made by `npm run skia-parts`, together with the file itself. */
const SKIA = /\/canvaskit-[\w-]+\.wasm$/;
const COMPRESSED_SKIA = join(import.meta.dirname, '../render-worker/skia/parts/canvaskit.wasm.br');
/** Fonts are many: quality 5 gives files only 2 % larger than 9, in an eighth of the time. */
const BROTLI_QUALITY = { start: 11, other: 9, font: 5 } as const;
const GZIP_LEVEL = 6;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Writes `<name>.br` and `<name>.gz` next to each built file that compression makes smaller; the server sends those.
 * Browsers accept brotli only over https and from their own machine, gzip everywhere.
 */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name));
      const next = names.values();
      // Node compresses on its own threads. Taking a few files at a time keeps them busy and the memory small.
      const work = async (): Promise<void> => {
        for (const name of next) await compressFile(join(dir, name));
      };
      await Promise.all(Array.from({ length: 2 * availableParallelism() }, work));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < LEAST_BYTES) return;
  const quality = BROTLI_QUALITY[START.test(path) ? 'start' : FONT.test(path) ? 'font' : 'other'];
  const brotli = SKIA.test(path)
    ? readFile(COMPRESSED_SKIA)
    : toBrotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      });
  const packed = { br: await brotli, gz: await toGzip(bytes, { level: GZIP_LEVEL }) };
  for (const [extension, smaller] of Object.entries(packed)) {
    if (smaller.length < bytes.length) await writeFile(`${path}.${extension}`, smaller);
  }
}
