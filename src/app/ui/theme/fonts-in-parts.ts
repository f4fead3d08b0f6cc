import { CORE_PART, fontPath, hasParts, partFace } from '#model/elements/base/font-parts.ts';
import { FONT_FACES, type FontFace as CatalogFace } from '#model/elements/base/fonts.ts';

/** In `--lw-font` (base.css) after the Chinese fonts of common systems. */
const UI_FAMILY = 'Noto Sans SC UI';
/** Punctuation and full-width forms. Arrows and similar signs do not load a Chinese font. */
const CHINESE_SIGNS = 'U+3000-33ff,U+fe30-fe4f,U+ff00-ffef';

/**
 * The faces of a font served in parts, for the page itself: the browser fetches a part when it shows a character of it that
 * no earlier font of the list has. `coreOnlyFor`: the only characters used from the part without Chinese.
 */
export async function facesInParts(
  face: CatalogFace,
  family: string,
  coreOnlyFor?: string,
): Promise<readonly FontFace[]> {
  const { coreRange, hanRanges } = await import('#model/elements/base/part-of-code.ts');
  const look = { weight: String(face.weight), style: face.style, display: 'swap' } as const;
  return [[CORE_PART, coreOnlyFor ?? coreRange()] as const, ...hanRanges()].map(
    ([part, unicodeRange]) =>
      new FontFace(family, `url("${fontPath(partFace(face, part))}")`, { ...look, unicodeRange }),
  );
}

/** Lets the interface show Chinese on a system without a font for it, with the fonts of labels. */
export async function addChineseFonts(): Promise<void> {
  const face = FONT_FACES.find((one) => hasParts(one) && one.weight === 400);
  if (face === undefined) return;
  for (const part of await facesInParts(face, UI_FAMILY, CHINESE_SIGNS)) document.fonts.add(part);
}
