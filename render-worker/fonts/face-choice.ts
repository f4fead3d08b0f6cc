import { chainIn, fallbackFor, type FontCatalog } from '#model/elements/base/font-catalog.ts';
import type { FontFace } from '#model/elements/base/fonts.ts';

/** The face of a family nearest to a style, and the styles to synthesize because the family lacks them. */
export interface FaceChoice {
  readonly face: FontFace;
  readonly embolden: boolean;
  readonly skew: boolean;
}

/** Number of cached choices. Names of families come from files, and a malicious one must not fill the memory. */
const MAX_REMEMBERED = 500;

/** Chooses faces from one catalog. */
export class FaceChooser {
  readonly #catalog: FontCatalog;
  readonly #faces: ReadonlyMap<string, FontFace>;
  readonly #fallbacks = new Map<string, string | null>();
  readonly #chains = new Map<string, readonly FaceChoice[]>();

  constructor(catalog: FontCatalog) {
    this.#catalog = catalog;
    this.#faces = new Map(catalog.faces.map((face) => [`${face.family}/${face.weight}/${face.style}`, face]));
  }

  /** The faces that are searched for a glyph of this family and style, in this order. */
  chain(family: string, bold: boolean, italic: boolean): readonly FaceChoice[] {
    const key = `${family}\n${bold}\n${italic}`;
    let chain = this.#chains.get(key);
    if (chain === undefined) {
      chain = chainIn(this.#catalog, family)
        .map((name) => this.#choose(name, bold, italic))
        .filter((choice) => choice !== null);
      if (this.#chains.size > MAX_REMEMBERED) this.#chains.clear();
      this.#chains.set(key, chain);
    }
    return chain;
  }

  /** The fallback family for a family missing in the catalog; null for a family that the catalog has. */
  fallback(family: string): string | null {
    let name = this.#fallbacks.get(family);
    if (name === undefined) {
      name = fallbackFor(this.#catalog, family);
      if (this.#fallbacks.size > MAX_REMEMBERED) this.#fallbacks.clear();
      this.#fallbacks.set(family, name);
    }
    return name;
  }

  #choose(family: string, bold: boolean, italic: boolean): FaceChoice | null {
    const exact = this.#faceOf(family, bold, italic);
    if (exact !== undefined) return { face: exact, embolden: false, skew: false };
    // A slanted bold looks more like a bold italic than a thickened italic.
    const upright = italic ? this.#faceOf(family, bold, false) : undefined;
    if (upright !== undefined) return { face: upright, embolden: false, skew: true };
    const regular = bold ? this.#faceOf(family, false, false) : undefined;
    if (regular !== undefined) return { face: regular, embolden: true, skew: italic };
    // An added family may consist of a bold or an italic face only.
    const any = [...this.#faces.values()].find((face) => face.family === family);
    return any === undefined ? null : { face: any, embolden: false, skew: false };
  }

  #faceOf(family: string, bold: boolean, italic: boolean): FontFace | undefined {
    return this.#faces.get(`${family}/${bold ? 700 : 400}/${italic ? 'italic' : 'normal'}`);
  }
}
