import { DEFAULT_FONT_FAMILY, FONT_FACES, FONT_FAMILIES, fontChain, type FontFace, type FontFamily } from './fonts.ts';

/** A font file that a user or an operator has added. */
export interface AddedFont {
  readonly family: string;
  /** 1 to 1000; 600 and above count as bold. */
  readonly weight: number;
  readonly italic: boolean;
  /** The path of the font file: on our server, or in the file system on the command line. */
  readonly file: string;
  /**
   * Texts of every family use it for characters that the product's fonts lack. Only for few fonts: each may be loaded.
   */
  readonly fallback?: true;
}

/** The available families and their faces: those of the product and those added. */
export interface FontCatalog {
  readonly families: readonly FontFamily[];
  readonly faces: readonly FontFace[];
}

export const BUILT_IN_FONTS: FontCatalog = { families: FONT_FAMILIES, faces: FONT_FACES };

const BOLD_FROM = 600;

/**
 * The catalog with added fonts. An added family replaces a product family of the same name. If several added faces are
 * regular or bold, the nearest in weight is used; of equally near ones, the last. Fallback fonts are searched last for
 * a glyph, in the order in which they were added.
 */
export function withAddedFonts(added: readonly AddedFont[]): FontCatalog {
  if (added.length === 0) return BUILT_IN_FONTS;
  const faces = new Map<string, FontFace>();
  const distances = new Map<string, number>();
  for (const font of added) {
    const weight = font.weight >= BOLD_FROM ? 700 : 400;
    const style = font.italic ? 'italic' : 'normal';
    const place = `${font.family}/${weight}/${style}`;
    const distance = Math.abs(font.weight - weight);
    if (distance > (distances.get(place) ?? Infinity)) continue;
    distances.set(place, distance);
    // The id includes the file, so that another file under the same name is another face.
    faces.set(place, { id: `${place}@${font.file}`, family: font.family, weight, style, file: font.file, added: true });
  }
  const names = [...new Set(added.map((font) => font.family))];
  const fallback = fontChain(DEFAULT_FONT_FAMILY);
  const last = [...new Set(added.filter((font) => font.fallback === true).map((font) => font.family))];
  const families = names.map((name) => ({ name, chain: [name, ...fallback.filter((other) => other !== name)] }));
  const all = [...FONT_FAMILIES.filter(({ name }) => !names.includes(name)), ...families];
  return {
    families: all.map(({ name, chain }) => ({ name, chain: [...new Set([...chain, ...last])] })),
    faces: [...FONT_FACES.filter(({ family }) => !names.includes(family)), ...faces.values()],
  };
}

/** The fallback of a family that is not in the catalog; null for a family that is in it. */
export function fallbackFor(catalog: FontCatalog, family: string): string | null {
  if (catalog.families.some((f) => f.name === family)) return null;
  return chainIn(catalog, family)[0] ?? null;
}

/** The families to search for a glyph, in order. An unknown family is treated like the default one. */
export function chainIn(catalog: FontCatalog, family: string): readonly string[] {
  const known =
    catalog.families.find((f) => f.name === family) ?? catalog.families.find((f) => f.name === DEFAULT_FONT_FAMILY);
  return known?.chain ?? [];
}
