import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FontFace } from '#model/elements/base/fonts.ts';
import type { FontSource } from './font-store.ts';

/** Font files from their npm packages; added ones from the file system. */
export function createNodeFontSource(): FontSource {
  const require = createRequire(import.meta.url);
  return {
    async read(face: FontFace, signal: AbortSignal): Promise<ArrayBuffer> {
      const file = await readFile(face.added === true ? face.file : require.resolve(face.file), { signal });
      return new Uint8Array(file).buffer;
    },
  };
}
