import { FONT_FACES, fontChain } from '#model/elements/base/fonts.ts';

const asked = new Set<string>();

/**
 * Lets the page itself write with a family of the label, for the field in which text is typed on the canvas. The
 * picture does not depend on it: until the fonts are there the field uses the page's own.
 */
export function loadScreenFonts(family: string): void {
  for (const name of fontChain(family)) {
    for (const face of FONT_FACES) {
      if (face.family !== name || asked.has(face.id)) continue;
      asked.add(face.id);
      const file = face.file.slice(face.file.lastIndexOf('/') + 1);
      const font = new FontFace(name, `url(/fonts/${file})`, { weight: String(face.weight), style: face.style });
      document.fonts.add(font);
    }
  }
}
