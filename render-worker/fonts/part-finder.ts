import { hasParts, partFace } from '#model/elements/base/font-parts.ts';
import type { FontFace } from '#model/elements/base/fonts.ts';
import { partOf } from '#model/elements/base/part-of-code.ts';

/** Finds the part with a face's glyph of a code point: the same value for the same part. Null for whole faces. */
export function createPartFinder(): (face: FontFace, code: number) => FontFace | null {
  const parts = new Map<string, FontFace>();
  return (face, code) => {
    if (!hasParts(face)) return null;
    const name = partOf(code);
    const key = `${face.id}#${name}`;
    let part = parts.get(key);
    if (part === undefined) parts.set(key, (part = partFace(face, name)));
    return part;
  };
}
