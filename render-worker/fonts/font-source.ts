import type { FontFace } from '#model/elements/base/fonts.ts';

/** Where font files come from. */
export interface FontSource {
  /** The file's bytes (TTF, OTF). Rejects when there are none to be had. */
  read(face: FontFace, signal: AbortSignal): Promise<ArrayBuffer>;
  /**
   * For a source that gives some fonts in parts: the part in which a face's glyph of this code point is, always the same
   * value for the same part. Null for a face that comes whole.
   */
  partFor?(face: FontFace, code: number): FontFace | null;
}
