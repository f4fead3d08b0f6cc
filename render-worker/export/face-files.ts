import type { DisplayOp, FaceId } from '#model/elements/base/display-op.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { FontStore } from '../fonts/font-store.ts';
import { openFontFile, type FontFile } from './font-file.ts';
import type { VectorPage } from './vector-page.ts';

/** The font files that an export has opened. */
export interface FaceFiles {
  /** Opens the files of all faces that the page uses. Problems: `font.loadFailed`, `aborted`. */
  open(page: VectorPage, signal: AbortSignal): Promise<Result<null>>;
  /** The family of a face on the page whose file can't be embedded in a PDF; null when all can. */
  notEmbeddable(page: VectorPage): string | null;
  /** The opened file of a face. Throws when `open` was not called for its page. */
  file(face: FaceId): FontFile;
}

export function createFaceFiles(fonts: FontStore): FaceFiles {
  const files = new Map<FaceId, FontFile>();
  const embeddable = new Map<FaceId, boolean>();
  return {
    async open(page, signal) {
      for (const face of facesOf(page)) {
        if (files.has(face)) continue;
        const bytes = await fonts.bytes(face, signal);
        if (!bytes.ok) return bytes;
        try {
          files.set(face, await openFontFile(bytes.value, fonts.familyOf(face)));
        } catch {
          return err(problem('font.loadFailed', { font: fonts.familyOf(face) }));
        }
      }
      return ok(null);
    },
    notEmbeddable(page) {
      for (const face of facesOf(page)) {
        let can = embeddable.get(face);
        if (can === undefined) embeddable.set(face, (can = files.get(face)?.canSubset() === true));
        if (!can) return fonts.familyOf(face);
      }
      return null;
    },
    file(face) {
      const file = files.get(face);
      if (file === undefined) throw new Error(`face ${face} was not opened`);
      return file;
    },
  };
}

function facesOf(page: VectorPage): ReadonlySet<FaceId> {
  const faces = new Set<FaceId>();
  for (const { list } of page.labels) {
    for (const { ops } of list.items) for (const op of ops) addFaces(op, faces);
  }
  return faces;
}

function addFaces(op: DisplayOp, faces: Set<FaceId>): void {
  if (op.type === 'glyphs') faces.add(op.run.face);
  if (op.type === 'group') for (const inner of op.ops) addFaces(inner, faces);
}
