import type { FaceId } from '#model/elements/base/display-op.ts';
import { FONT_FACES, fontChain, type FontFace } from '#model/elements/base/fonts.ts';

/** The face of a family nearest to a style, and what must be made up because the family lacks it. */
export interface FaceChoice {
  readonly face: FontFace;
  readonly embolden: boolean;
  readonly skew: boolean;
}

const FACES_BY_ID: ReadonlyMap<FaceId, FontFace> = new Map(FONT_FACES.map((face) => [face.id, face]));

function faceOf(family: string, bold: boolean, italic: boolean): FontFace | undefined {
  return FACES_BY_ID.get(`${family}/${bold ? 700 : 400}/${italic ? 'italic' : 'normal'}`);
}

function chooseFace(family: string, bold: boolean, italic: boolean): FaceChoice | null {
  const exact = faceOf(family, bold, italic);
  if (exact !== undefined) return { face: exact, embolden: false, skew: false };
  // A slanted bold is nearer to a bold italic than a thickened italic is.
  const upright = italic ? faceOf(family, bold, false) : undefined;
  if (upright !== undefined) return { face: upright, embolden: false, skew: true };
  const regular = bold ? faceOf(family, false, false) : undefined;
  return regular === undefined ? null : { face: regular, embolden: true, skew: italic };
}

const chains = new Map<string, readonly FaceChoice[]>();

/** The faces to ask for a glyph of this family and style, in order. */
export function faceChain(family: string, bold: boolean, italic: boolean): readonly FaceChoice[] {
  const key = `${family}\n${bold}\n${italic}`;
  let chain = chains.get(key);
  if (chain === undefined) {
    chain = fontChain(family)
      .map((name) => chooseFace(name, bold, italic))
      .filter((choice) => choice !== null);
    // Families come from files: a hostile one must not fill the memory.
    if (chains.size > 500) chains.clear();
    chains.set(key, chain);
  }
  return chain;
}
