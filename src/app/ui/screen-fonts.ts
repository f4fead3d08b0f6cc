import { chainIn, type FontCatalog } from '#model/elements/base/font-catalog.ts';
import { fontPath, hasParts } from '#model/elements/base/font-parts.ts';
import type { FontFace as CatalogFace } from '#model/elements/base/fonts.ts';
import { facesInParts } from '#app/ui/theme/fonts-in-parts.ts';

const asked = new Map<string, FontFace>();
const askedInParts = new Map<string, Promise<readonly FontFace[]>>();

/**
 * Loads a family of the label into the page, for typing text on the canvas. The picture does not depend on it: until then
 * the field uses the page's own font.
 */
export function loadScreenFonts(catalog: FontCatalog, family: string): void {
  for (const name of chainIn(catalog, family)) {
    for (const face of catalog.faces) {
      if (face.family !== name) continue;
      if (hasParts(face)) void screenParts(face).catch(() => askedInParts.delete(face.id));
      else screenFace(face);
    }
  }
}

/** Loads a family's own file, the first in its chain; false if it is unavailable. */
export async function familyLoads(catalog: FontCatalog, family: string): Promise<boolean> {
  const [own] = chainIn(catalog, family);
  const face = catalog.faces.find((one) => one.family === own);
  if (face === undefined) return false;
  try {
    const [first] = hasParts(face) ? await screenParts(face) : [screenFace(face)];
    await first?.load();
    return true;
  } catch {
    asked.delete(face.id);
    askedInParts.delete(face.id);
    // Browsers reject some fonts that the picture can be drawn with. An added font was checked when it was added.
    return face.added === true && (await fetch(face.file).catch(() => null))?.ok === true;
  }
}

function screenFace(face: CatalogFace): FontFace {
  const known = asked.get(face.id);
  if (known !== undefined) return known;
  const font = new FontFace(face.family, `url("${fontPath(face)}")`, {
    weight: String(face.weight),
    style: face.style,
  });
  asked.set(face.id, font);
  document.fonts.add(font);
  return font;
}

function screenParts(face: CatalogFace): Promise<readonly FontFace[]> {
  let parts = askedInParts.get(face.id);
  if (parts === undefined) {
    parts = facesInParts(face, face.family).then((faces) => {
      for (const part of faces) document.fonts.add(part);
      return faces;
    });
    askedInParts.set(face.id, parts);
  }
  return parts;
}
