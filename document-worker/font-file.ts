import { FONT_FACES } from '#model/elements/base/fonts.ts';
import type { FallbackFont } from './pdfium/system-fonts.ts';
import type { TextFont } from './text/text-lines.ts';

/** A font of the product that documents use. */
export type DocumentFont = FallbackFont | TextFont;

/** Gives a font's file at once and whole, or null when it cannot be had. */
export type ReadDocumentFont = (name: DocumentFont) => Uint8Array | null;

/** `<package>/<path>` of the font's regular face. */
export function fontFileOf(name: DocumentFont): string {
  const face = FONT_FACES.find(({ file, weight }) => weight === 400 && file.endsWith(`/${name}_400Regular.ttf`));
  if (face === undefined) throw new Error(`the product has no font ${name}`);
  return face.file;
}
