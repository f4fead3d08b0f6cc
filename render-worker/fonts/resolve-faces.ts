import { isAskedFor, type FontFace } from '#model/elements/base/fonts.ts';
import type { FaceChoice } from './face-choice.ts';
import { isInvisible, isStrayControl } from './invisible.ts';

/** The available faces, as resolving needs them. */
export interface FaceStore {
  /** The file with a face's glyph for this character: the face itself, or one of its parts. */
  fileFor(face: FontFace, code: number): FontFace;
  isLoaded(file: FontFace): boolean;
  /** True when the file is loaded or has recently failed, so that there is nothing to wait for. */
  isSettled(file: FontFace): boolean;
  /** Called for loaded files only. */
  covers(file: FontFace, code: number, character: string): boolean;
}

/** The fonts that shaping a text needs. */
export interface ResolvedFaces {
  /** The loaded faces of the chain that this text needs. Empty when nothing is loaded. */
  readonly faces: readonly FaceChoice[];
  /** Faces that the text needs and that are not loaded. */
  readonly wanted: readonly FontFace[];
  /** A file that the text needs and that recently could not be read: its characters come from another or none. */
  readonly failed: FontFace | null;
  /** Code points that none of the chain's loaded faces has. Final only when `wanted` is empty. */
  readonly missing: readonly number[];
}

export const SPACE = 0x20;
const MARK = /\p{M}/u;

/**
 * Finds the faces of the chain that provide the text's characters, and those that must be loaded first. A face in parts
 * is replaced by the parts that the text needs and no others, because shaping tries each given face.
 */
export function resolveFaces(text: string, chain: readonly FaceChoice[], store: FaceStore): ResolvedFaces {
  let depth = 1;
  const wanted = new Set<FontFace>();
  const missing = new Set<number>();
  const special = new Set<FontFace>();
  const used = chain.map(() => new Set<FontFace>());
  // An empty text still has the height of its first face.
  const first = chain[0]?.face;
  const firstFile = first === undefined ? undefined : store.fileFor(first, SPACE);
  if (firstFile !== undefined) {
    used[0]?.add(firstFile);
    if (!store.isSettled(firstFile)) wanted.add(firstFile);
  }
  let failed = firstFile !== undefined && wanted.size === 0 && !store.isLoaded(firstFile) ? firstFile : null;
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
      const file = store.fileFor(face, base);
      return store.isLoaded(file) ? store.covers(file, code, character) : !store.isSettled(file);
    });
    const face = chain[at]?.face;
    const file = face === undefined ? undefined : store.fileFor(face, base);
    if (file !== undefined) {
      used[at]?.add(file);
      if (at === 0 && store.isLoaded(file)) continue;
      if (!store.isLoaded(file)) wanted.add(file);
    } else missing.add(code);
    depth = Math.max(depth, at + 1);
    for (const { face: passed } of chain.slice(0, at < 0 ? chain.length : at + 1)) {
      if (!isAskedFor(passed, code)) continue;
      if (passed.only !== undefined) special.add(passed);
      const asked = store.fileFor(passed, base);
      if (passed !== face && !store.isLoaded(asked)) failed ??= asked;
    }
  }
  const faces = chain.slice(0, depth).flatMap((choice, i): readonly FaceChoice[] => {
    const { face } = choice;
    const parts = [...(used[i] ?? [])].filter((file) => file !== face);
    if (parts.length > 0) return inOrder(parts, store).map((part) => ({ ...choice, face: part }));
    const asked = face.only === undefined || face === first || special.has(face);
    return asked && store.isLoaded(face) ? [choice] : [];
  });
  return { faces, wanted: [...wanted], failed, missing: [...missing] };
}

/** Puts the part with Latin and punctuation first; it also comes first by name. */
function inOrder(parts: readonly FontFace[], store: FaceStore): readonly FontFace[] {
  return parts.filter((part) => store.isLoaded(part)).sort((a, b) => (a.id < b.id ? -1 : 1));
}
