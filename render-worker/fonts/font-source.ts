import type { FontFace } from '#model/elements/base/fonts.ts';

/** Where font files come from. */
export interface FontSource {
  /** The file's bytes (TTF, OTF). Rejects when there are none to be had. */
  read(face: FontFace, signal: AbortSignal): Promise<ArrayBuffer>;
}
