import type { FontFace } from '#model/elements/base/fonts.ts';

/** A source of font files. */
export interface FontSource {
  /** The file's bytes (TTF, OTF). Rejects when it is not available. */
  read(face: FontFace, signal: AbortSignal): Promise<ArrayBuffer>;
  /**
   * Present in a source that has some fonts in parts: the part with a face's glyph for this code point, always the same
   * value for the same part. Null for a face that is not in parts.
   */
  partFor?(face: FontFace, code: number): FontFace | null;
}
