import { chainIn, type FontCatalog } from '#model/elements/base/font-catalog.ts';
import type { FontFace as CatalogFace } from '#model/elements/base/fonts.ts';

const asked = new Map<string, FontFace>();

/**
 * Lets the page itself write with a family of the label, for the field in which text is typed on the canvas. The
 * picture does not depend on it: until the fonts are there the field uses the page's own.
 */
export function loadScreenFonts(catalog: FontCatalog, family: string): void {
  for (const name of chainIn(catalog, family)) {
    for (const face of catalog.faces) if (face.family === name) screenFace(face);
  }
}

/** Reads a family's own file, that of the first in its chain; false when it can't be had. */
export async function familyLoads(catalog: FontCatalog, family: string): Promise<boolean> {
  const [own] = chainIn(catalog, family);
  const face = catalog.faces.find((one) => one.family === own);
  if (face === undefined) return false;
  try {
    await screenFace(face).load();
    return true;
  } catch {
    asked.delete(face.id);
    // Browsers turn away fonts that can be drawn with; one that was added was looked into before.
    return face.added === true && (await fetch(face.file).catch(() => null))?.ok === true;
  }
}

function screenFace(face: CatalogFace): FontFace {
  const known = asked.get(face.id);
  if (known !== undefined) return known;
  const url = face.added === true ? face.file : `/fonts/${face.file.slice(face.file.lastIndexOf('/') + 1)}`;
  const font = new FontFace(face.family, `url("${url}")`, { weight: String(face.weight), style: face.style });
  asked.set(face.id, font);
  document.fonts.add(font);
  return font;
}
