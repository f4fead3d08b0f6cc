import { join } from 'node:path';
import { createFontFiles } from '#build/font-files.ts';
import { fontPath } from '#model/elements/base/font-parts.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import type { FontSource } from '#render-worker/fonts/font-store.ts';
import { createPartFinder } from '#render-worker/fonts/part-finder.ts';

const FILES = createFontFiles(join(import.meta.dirname, '../..'));

export interface PartsSource extends FontSource {
  /** The faces read, in order, each with its part. */
  readonly read: FontSource['read'];
  readonly asked: string[];
  /** Unavailable parts. */
  readonly broken: Set<string>;
}

/** Fonts as in a browser: those of the product, the Chinese ones in the parts of the build. */
export function createPartsSource(): PartsSource {
  const files = createNodeFontSource();
  const asked: string[] = [];
  const broken = new Set<string>();
  return {
    asked,
    broken,
    async read(face, signal) {
      asked.push(face.id);
      if (face.part === undefined) return files.read(face, signal);
      if (broken.has(face.part)) throw new Error('offline');
      const bytes = await FILES.read(fontPath(face).slice('/fonts/'.length));
      if (bytes === null) throw new Error(`no part ${face.part}`);
      return new Uint8Array(bytes).buffer;
    },
    partFor: createPartFinder(),
  };
}
