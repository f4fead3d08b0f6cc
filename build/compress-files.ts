import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** What is text or code, and fonts and programs that are not packed already (WOFF2 and PNG are). */
const COMPRESSIBLE = /\.(?:html|js|css|json|svg|wasm|ttf|otf)$/;
const FONT = /\.[ot]tf$/;
/** A smaller file fits into the first packet anyway. */
const LEAST_BYTES = 1024;
/**
 * Of 7 MB of WebAssembly, 9 makes 2.6 MB in 1.7 s and 11 makes 2.3 MB in 24 s: too long for a first start. Of fonts, 5
 * makes 2 % more than 9 in an eighth of its time, and they are many.
 */
const BROTLI_QUALITY = 9;
const BROTLI_QUALITY_OF_FONTS = 5;
const GZIP_LEVEL = 6;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Puts `<name>.br` and `<name>.gz` beside each built file that becomes smaller by it; the server sends those. Browsers
 * take brotli over https and from the own machine, and gzip everywhere.
 */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name));
      const next = names.values();
      // Node compresses on threads of its own; a few files at a time keep those busy and the memory small.
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
  const quality = FONT.test(path) ? BROTLI_QUALITY_OF_FONTS : BROTLI_QUALITY;
  const brotli = toBrotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  const packed = { br: await brotli, gz: await toGzip(bytes, { level: GZIP_LEVEL }) };
  for (const [extension, smaller] of Object.entries(packed)) {
    if (smaller.length < bytes.length) await writeFile(`${path}.${extension}`, smaller);
  }
}
