import type { FaceId } from './display-op.ts';

/** A font file that the product ships, all under the SIL Open Font License 1.1. */
export interface FontFace {
  readonly id: FaceId;
  readonly family: string;
  readonly weight: 400 | 700;
  readonly style: 'normal' | 'italic';
  /** The file inside its npm package: `<package>/<path>`. It is served as `/fonts/<file name>`. */
  readonly file: string;
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
  ...latinFaces('Roboto Mono', 'roboto-mono', 'RobotoMono', true),
  ...latinFaces('Noto Sans SC', 'noto-sans-sc', 'NotoSansSC', false),
];

/** The family that the specification names as the default; no registry carries it, so it stands for others here. */
export const DEFAULT_FONT_FAMILY = 'Alibaba PuHuiTi';

/** The families offered to the designer, each with the families asked for a glyph, in order. */
export const FONT_FAMILIES: readonly { readonly name: string; readonly chain: readonly string[] }[] = [
  { name: DEFAULT_FONT_FAMILY, chain: ['Roboto', 'Noto Sans SC'] },
  { name: 'Roboto', chain: ['Roboto', 'Noto Sans SC'] },
  { name: 'Roboto Condensed', chain: ['Roboto Condensed', 'Roboto', 'Noto Sans SC'] },
  { name: 'Inter', chain: ['Inter', 'Roboto', 'Noto Sans SC'] },
  { name: 'Roboto Mono', chain: ['Roboto Mono', 'Roboto', 'Noto Sans SC'] },
  { name: 'Noto Sans SC', chain: ['Noto Sans SC', 'Roboto'] },
];

/** The families to ask for a glyph; an unknown family is treated as the default one. */
export function fontChain(family: string): readonly string[] {
  const known = FONT_FAMILIES.find((f) => f.name === family) ?? FONT_FAMILIES[0];
  return known === undefined ? [] : known.chain;
}
