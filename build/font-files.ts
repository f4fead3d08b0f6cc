import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hasParts, partsFolder } from '../src/model/elements/base/font-parts.ts';
import { FONT_FACES } from '../src/model/elements/base/fonts.ts';
import { cutFont, type FontParts } from './font-parts.ts';

/**
 * The product's font files, named by their paths below `/fonts/`: the page and the render worker fetch them by these
 * paths.
 */
export interface FontFiles {
  /**
   * Every file that browsers draw labels with. A font that comes in parts is listed by its parts only, not as a whole.
   */
  paths(): Promise<readonly string[]>;
  /** A file's bytes (TTF); whole fonts that come in parts can be read too. Null when there is no such file. */
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
