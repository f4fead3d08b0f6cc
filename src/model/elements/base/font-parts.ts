import type { FaceId } from './display-op.ts';
import type { FontFace } from './fonts.ts';

/*
 * A font with all Chinese characters has 10 MB, and a label needs a few dozen of them. Browsers therefore load such a
 * font in parts, each a font file of its own, and fetch only the parts that a text needs. The build makes the parts
 * (build/font-parts.ts); `part-of-code.ts` assigns characters to parts. The command line reads fonts whole.
 */

/**
 * Part of the address of every font part, because browsers cache parts forever: the version of the fonts' package, and
 * a number to raise when the parts are cut differently.
 */
export const PARTS_EDITION = '0.4.3-1';

/**
 * The part with Latin, punctuation, kana and everything else that is not Chinese: one part, because marks combine with
 * letters there.
 */
export const CORE_PART = '00';

/** Whether browsers load the face in parts. */
export function hasParts(face: FontFace): boolean {
  return face.family === 'Noto Sans SC' && face.added !== true;
}

/** One part as a face: it is fetched, cached and used like any other face. */
export function partFace(face: FontFace, part: string): FontFace {
  return { ...face, id: `${face.id}#${part}`, part };
}

/** The face of a part; a whole face keeps its own id. */
export function wholeFace(id: FaceId): string {
  return id.replace(/#.*$/, '');
}

/** The address of a face's file on our server. */
export function fontPath({ file, added, part }: FontFace): string {
  if (added === true) return file;
  const name = file.slice(file.lastIndexOf('/') + 1);
  return part === undefined ? `/fonts/${name}` : `/fonts/${partsFolder(name)}/${part}.ttf`;
}

/** The folder of a font's parts, below `/fonts/`. */
export function partsFolder(fileName: string): string {
  return `${fileName.replace(/\.\w+$/, '')}-${PARTS_EDITION}`;
}
