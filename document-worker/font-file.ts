import { FONT_FACES } from '#model/elements/base/fonts.ts';
import type { FallbackFont } from './pdfium/system-fonts.ts';
import type { TextFont } from './text-lines.ts';

/** A font of the product that documents use. */
export type DocumentFont = FallbackFont | TextFont;

/** Returns the whole font file synchronously, or null if it is unavailable. */
export type ReadDocumentFont = (name: DocumentFont) => Uint8Array | null;

/** `<package>/<path>` of the font's regular face. */
export function fontFileOf(name: DocumentFont): string {
  const face = FONT_FACES.find(({ file, weight }) => weight === 400 && file.endsWith(`/${name}_400Regular.ttf`));
  if (face === undefined) throw new Error(`the product has no font ${name}`);
  return face.file;
}
