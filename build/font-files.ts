import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hasParts, partsFolder } from '../src/model/elements/base/font-parts.ts';
import { FONT_FACES } from '../src/model/elements/base/fonts.ts';
import { cutFont, type FontParts } from './font-parts.ts';

/** The font files of the product by their paths below `/fonts/`: the render worker and the page ask for them by these. */
export interface FontFiles {
  /** Every file that labels are drawn with in a browser: no font as a whole that comes in parts. */
  paths(): Promise<readonly string[]>;
  /** The bytes (TTF), of whole fonts too; null for a path that is none. */
  read(path: string): Promise<Uint8Array | null>;
}

export function createFontFiles(root: string): FontFiles {
  const whole = new Map<string, string>();
  const inParts = new Map<string, string>();
  const cut = new Map<string, Promise<FontParts>>();
  for (const face of FONT_FACES) {
    const file = join(root, 'node_modules', face.file);
    whole.set(basename(file), file);
    if (hasParts(face)) inParts.set(partsFolder(basename(file)), file);
  }

  function partsIn(folder: string): Promise<FontParts> | null {
    const file = inParts.get(folder);
    if (file === undefined) return null;
    let parts = cut.get(folder);
    if (parts === undefined) cut.set(folder, (parts = cutFont(file)));
    return parts;
  }

  return {
    async paths() {
      const paths = [...whole.keys()].filter((name) => !inParts.has(partsFolder(name)));
      for (const folder of inParts.keys()) {
        for (const name of (await partsIn(folder))?.names ?? []) paths.push(`${folder}/${name}.ttf`);
      }
      return paths;
    },
    async read(path) {
      const file = whole.get(path);
      if (file !== undefined) return readFile(file);
      const [, folder = '', name = ''] = /^([^/]+)\/(\w+)\.ttf$/.exec(path) ?? [];
      return (await partsIn(folder))?.make(name) ?? null;
    },
  };
}
