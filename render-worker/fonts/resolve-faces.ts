import { isAskedFor, type FontFace } from '#model/elements/base/fonts.ts';
import type { FaceChoice } from './face-choice.ts';
import { isInvisible, isStrayControl } from './invisible.ts';

/** What resolving asks of the faces that are there. */
export interface FaceShelf {
  /** The file in which a face's glyph of this character is: the face itself, or that part of it. */
  fileFor(face: FontFace, code: number): FontFace;
  isLoaded(file: FontFace): boolean;
  /** Loaded, or lately failed: there is nothing to wait for. */
  isSettled(file: FontFace): boolean;
  /** Asked of loaded files only. */
  covers(file: FontFace, code: number, character: string): boolean;
}

/** What shaping needs of a text's fonts. */
export interface ResolvedFaces {
  /** The chain as far as this text needs it and it is loaded. Empty when nothing is loaded. */
  readonly faces: readonly FaceChoice[];
  /** Faces that the text asks for and that are not loaded. */
  readonly wanted: readonly FontFace[];
  /** A file that the text asks for and that could not be read of late: its characters come from another or none. */
  readonly failed: FontFace | null;
  /** Code points that none of the chain's loaded faces has. Final only when nothing is wanted. */
  readonly missing: readonly number[];
}

const SPACE = 0x20;
const MARK = /\p{M}/u;

/**
 * Which faces of the chain the text's characters come from, and which must be loaded first. Of a face that is kept in
 * parts, those that the text needs stand in its place, and no others: shaping tries each face that it is given.
 */
export function resolveFaces(text: string, chain: readonly FaceChoice[], shelf: FaceShelf): ResolvedFaces {
  let depth = 1;
  const wanted = new Set<FontFace>();
  const missing = new Set<number>();
  const special = new Set<FontFace>();
  const used = chain.map(() => new Set<FontFace>());
  // An empty text still has the height of its first face.
  const first = chain[0]?.face;
  const firstFile = first === undefined ? undefined : shelf.fileFor(first, SPACE);
  if (firstFile !== undefined) {
    used[0]?.add(firstFile);
    if (!shelf.isSettled(firstFile)) wanted.add(firstFile);
  }
  let failed = firstFile !== undefined && wanted.size === 0 && !shelf.isLoaded(firstFile) ? firstFile : null;
  let base = SPACE;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (isInvisible(code)) continue;
    if (isStrayControl(code)) {
      missing.add(code);
      continue;
    }
    // A mark is drawn with its character, so it comes from the same part.
    if (code < 0x300 || !MARK.test(character)) base = code;
    const at = chain.findIndex(({ face }) => {
      if (!isAskedFor(face, code)) return false;
      const file = shelf.fileFor(face, base);
      return shelf.isLoaded(file) ? shelf.covers(file, code, character) : !shelf.isSettled(file);
    });
    const face = chain[at]?.face;
    const file = face === undefined ? undefined : shelf.fileFor(face, base);
    if (file !== undefined) {
      used[at]?.add(file);
      if (at === 0 && shelf.isLoaded(file)) continue;
      if (!shelf.isLoaded(file)) wanted.add(file);
    } else missing.add(code);
    depth = Math.max(depth, at + 1);
    for (const { face: passed } of chain.slice(0, at < 0 ? chain.length : at + 1)) {
      if (!isAskedFor(passed, code)) continue;
      if (passed.only !== undefined) special.add(passed);
      const asked = shelf.fileFor(passed, base);
      if (passed !== face && !shelf.isLoaded(asked)) failed ??= asked;
    }
  }
  const faces = chain.slice(0, depth).flatMap((choice, i): readonly FaceChoice[] => {
    const { face } = choice;
    const parts = [...(used[i] ?? [])].filter((file) => file !== face);
    if (parts.length > 0) return inOrder(parts, shelf).map((part) => ({ ...choice, face: part }));
    const asked = face.only === undefined || face === first || special.has(face);
    return asked && shelf.isLoaded(face) ? [choice] : [];
  });
  return { faces, wanted: [...wanted], failed, missing: [...missing] };
}

/** The part with Latin and punctuation comes first, as its name does. */
function inOrder(parts: readonly FontFace[], shelf: FaceShelf): readonly FontFace[] {
  return parts.filter((part) => shelf.isLoaded(part)).sort((a, b) => (a.id < b.id ? -1 : 1));
}
