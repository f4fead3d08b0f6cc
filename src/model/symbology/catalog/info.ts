import type { SymbolOptionName } from '../types.ts';

/** One choice that a symbology leaves to the user. */
export interface SymbolOption {
  readonly name: SymbolOptionName;
  readonly choices: readonly string[];
  readonly defaultChoice: string;
  /** The file's own field with its codes, where the specification has one; the others share `SymbolOptions`. */
  readonly file?: { readonly field: string; readonly codes: Readonly<Record<string, string>> };
}

/** The smallest symbol that its standard allows, or the field's custom where no standard speaks. */
export interface SymbolMinimum {
  /** X-dimension: the width of a module, of a narrow bar. */
  readonly xMm: number;
  /** Least height of the bars; if several of these three are given, the largest applies. A matrix has none. */
  readonly heightMm?: number;
  /** In modules. */
  readonly heightModules?: number;
  /** As a part of the symbol's width. */
  readonly heightOfWidth?: number;
  /** Document and clause. */
  readonly source: string;
}

/** What is known of a symbology without its encoder: the application needs no more, and so loads no more. */
export interface SymbologyInfo {
  /** As people write it; a proper name, the same in all languages. */
  readonly title: string;
  /** Its number in the template file (specification 2, section 3; ours begin at 101); linear and matrix ones are counted apart. */
  readonly fileId: number;
  /** A value that it can always encode. */
  readonly defaultValue: string;
  readonly options?: readonly SymbolOption[];
  readonly minimum?: SymbolMinimum;
  /** For matrix symbols that are not square: their box need not be square either. */
  readonly oblong?: true;
  /** Its content is GS1 data. */
  readonly gs1?: Gs1Use;
  /** Sizes of the human-readable text, in quarters of a millimetre; `ANY_NUMBER_SIZE` when left out. */
  readonly numberSize?: NumberSize;
}

/**
 * What stands beside a field that needs it: it must be here; it may be in another symbol of the item, where linear ones
 * go in pairs; or the fields go into a link.
 */
export type Gs1Use = 'here' | 'elsewhere' | 'link';

export interface NumberSize {
  readonly min: number;
  readonly max: number;
}

/** Specification 2, section 5. */
export const ANY_NUMBER_SIZE: NumberSize = { min: 4, max: 100 };
