import type { FaceId } from './display-op.ts';

/** A font file. Those that the product ships are free fonts: see docs/guide/fonts.md. */
export interface FontFace {
  readonly id: FaceId;
  readonly family: string;
  readonly weight: 400 | 700;
  readonly style: 'normal' | 'italic';
  /** `<package>/<path>` of the file in its npm package; for an added font, the path of the file. */
  readonly file: string;
  readonly added?: true;
  /** Only in a face that is one part of a font: the part's name (font-parts.ts). */
  readonly part?: string;
  /** Glyphs of this face are searched only for these code points: an Arabic font is not loaded for Chinese text. */
  readonly only?: readonly CodeRange[];
}

/** First and last code point, both included. */
export type CodeRange = readonly [from: number, to: number];

/** Unicode's Arabic blocks. */
const ARABIC: readonly CodeRange[] = [
  [0x600, 0x6ff],
  [0x750, 0x77f],
  [0x870, 0x8ff],
  [0xfb50, 0xfdff],
  [0xfe70, 0xfefc],
];
const THAI: readonly CodeRange[] = [[0xe00, 0xe7f]];
/** Unicode's Devanagari blocks and the Vedic extensions, for Hindi, Marathi, Nepali and Sanskrit. */
const DEVANAGARI: readonly CodeRange[] = [
  [0x900, 0x97f],
  [0x1cd0, 0x1cff],
  [0xa8e0, 0xa8ff],
];

/** Whether to search the face for a glyph for the code point. */
export function isAskedFor(face: FontFace, code: number): boolean {
  return face.only === undefined || face.only.some(([from, to]) => code >= from && code <= to);
}

function face(family: string, weight: 400 | 700, style: 'normal' | 'italic', file: string): FontFace {
  return { id: `${family}/${weight}/${style}`, family, weight, style, file };
}

function latinFaces(family: string, pkg: string, stem: string, italic: boolean): FontFace[] {
  const path = `@expo-google-fonts/${pkg}`;
  const upright = [
    face(family, 400, 'normal', `${path}/400Regular/${stem}_400Regular.ttf`),
    face(family, 700, 'normal', `${path}/700Bold/${stem}_700Bold.ttf`),
  ];
  if (!italic) return upright;
  return [
    ...upright,
    face(family, 400, 'italic', `${path}/400Regular_Italic/${stem}_400Regular_Italic.ttf`),
    face(family, 700, 'italic', `${path}/700Bold_Italic/${stem}_700Bold_Italic.ttf`),
  ];
}

/** Every face, in no particular order. */
export const FONT_FACES: readonly FontFace[] = [
  ...latinFaces('Roboto', 'roboto', 'Roboto', true),
  ...latinFaces('Roboto Condensed', 'roboto-condensed', 'RobotoCondensed', true),
  ...latinFaces('Inter', 'inter', 'Inter', true),
  ...latinFaces('Oswald', 'oswald', 'Oswald', false),
  ...latinFaces('Roboto Slab', 'roboto-slab', 'RobotoSlab', false),
  ...latinFaces('Roboto Mono', 'roboto-mono', 'RobotoMono', true),
  face('Share Tech Mono', 400, 'normal', '@expo-google-fonts/share-tech-mono/400Regular/ShareTechMono_400Regular.ttf'),
  ...latinFaces('Noto Sans SC', 'noto-sans-sc', 'NotoSansSC', false),
  ...latinFaces('Noto Sans Arabic', 'noto-sans-arabic', 'NotoSansArabic', false).map((f) => ({ ...f, only: ARABIC })),
  ...latinFaces('Noto Sans Thai', 'noto-sans-thai', 'NotoSansThai', false).map((f) => ({ ...f, only: THAI })),
  ...latinFaces('Noto Sans Devanagari', 'noto-sans-devanagari', 'NotoSansDevanagari', false).map((f) => ({
    ...f,
    only: DEVANAGARI,
  })),
];

/**
 * The family that the specification names, and the default of a file without one. No package registry carries it, so
 * other families replace it.
 */
export const DEFAULT_FONT_FAMILY = 'Alibaba PuHuiTi';
/** The family of new elements: an available one. */
export const NEW_FONT_FAMILY = 'Roboto';

export interface FontFamily {
  readonly name: string;
  /** The families to search for a glyph, in order. */
  readonly chain: readonly string[];
}

/** The families that supply missing glyphs. */
const FALLBACK = ['Roboto', 'Noto Sans Arabic', 'Noto Sans Thai', 'Noto Sans Devanagari', 'Noto Sans SC'] as const;

function family(name: string, own: readonly string[] = [name]): FontFamily {
  return { name, chain: [...own, ...FALLBACK.filter((other) => !own.includes(other))] };
}

/** The families offered to the designer. */
export const FONT_FAMILIES: readonly FontFamily[] = [
  family(DEFAULT_FONT_FAMILY, []),
  family('Roboto'),
  family('Roboto Condensed'),
  family('Oswald'),
  family('Inter'),
  family('Roboto Slab'),
  family('Roboto Mono'),
  family('Share Tech Mono'),
  family('Noto Sans SC'),
  family('Noto Sans Arabic'),
  family('Noto Sans Thai'),
  family('Noto Sans Devanagari'),
];

/** The families to search for a glyph, in order. An unknown family is treated like the default one. */
export function fontChain(family: string): readonly string[] {
  const known = FONT_FAMILIES.find((f) => f.name === family) ?? FONT_FAMILIES[0];
  return known === undefined ? [] : known.chain;
}
