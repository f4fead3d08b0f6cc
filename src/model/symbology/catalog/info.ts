import type { SymbolOptionName } from '../types.ts';

/** One option that a symbology leaves to the user. */
export interface SymbolOption {
  readonly name: SymbolOptionName;
  readonly choices: readonly string[];
  readonly defaultChoice: string;
  /** The file's attribute and codes, for options that the specification names; all others share `SymbolOptions`. */
  readonly file?: { readonly field: string; readonly codes: Readonly<Record<string, string>> };
}

/** The handling of a number with more or fewer digits than the symbology has (`number-length.ts`). */
export const WRONG_LENGTH: SymbolOption = {
  name: 'wrongLength',
  choices: ['reject', 'pad', 'cut', 'checkDigit'],
  defaultChoice: 'reject',
};

/** The smallest symbol that the standard allows, or the usual one without a standard. */
export interface SymbolMinimum {
  /** X-dimension: the width of a module or of a narrow bar, in mm. */
  readonly xMm: number;
  /**
   * Least height of the bars in mm. If several of the three heights are given, the largest one counts. A matrix has
   * none.
   */
  readonly heightMm?: number;
  /** Least height in modules. */
  readonly heightModules?: number;
  /** Least height as a fraction of the symbol's width. */
  readonly heightOfWidth?: number;
  /** The document and clause. */
  readonly source: string;
}

/** The least height in mm of a symbol of this module and width; 0 if the standard sets none. */
export function leastHeightMm(
  { heightMm = 0, heightModules = 0, heightOfWidth = 0 }: SymbolMinimum,
  symbol: { readonly moduleMm: number; readonly widthMm: number },
): number {
  return Math.max(heightMm, heightModules * symbol.moduleMm, heightOfWidth * symbol.widthMm);
}

/** How zxing reads a printed symbol back. */
export interface ZxingReader {
  /** Its name of the format. */
  readonly format: string;
  /** Its modules are those that were encoded. */
  readonly sameModules?: true;
  /** Factor by which the image is stretched vertically, for more scan lines. */
  readonly stretch?: number;
  /** Most symbols read without stretching too, so that is tried first. */
  readonly flatFirst?: true;
}

/** The properties of a symbology that don't need its encoder, so that the application need not load the encoders. */
export interface SymbologyInfo {
  /** The displayed name: a proper name, the same in all languages. */
  readonly title: string;
  /**
   * The number in the template file (specification 2, section 3; our own numbers start at 101). Linear and matrix
   * symbologies are numbered separately.
   */
  readonly fileId: number;
  /** `own` for a reader of `render-worker/read-back/own-readers.ts`, of a symbology that zxing does not read. */
  readonly reader: ZxingReader | 'own';
  /** A value that can always be encoded. */
  readonly defaultValue: string;
  readonly options?: readonly SymbolOption[];
  readonly minimum?: SymbolMinimum;
  /** For matrix symbols that are not square; their box need not be square either. */
  readonly oblong?: true;
  /** Set when the content is GS1 data. */
  readonly gs1?: Gs1Use;
  /** Possible sizes of the human-readable text, in quarters of a millimeter; `ANY_NUMBER_SIZE` when left out. */
  readonly numberSize?: NumberSize;
}

/**
 * Where the companions that some fields need must be: in this symbol; possibly in another symbol of the same item, as
 * linear ones may come in pairs; or in a link that contains the fields.
 */
export type Gs1Use = 'here' | 'elsewhere' | 'link';

export interface NumberSize {
  readonly min: number;
  readonly max: number;
}

/** Specification 2, section 5. */
export const ANY_NUMBER_SIZE: NumberSize = { min: 4, max: 100 };
