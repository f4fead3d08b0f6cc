/** The linear symbologies, by name. Their numbers in the file are in `file-ids.ts`. */
export const LINEAR_SYMBOLOGIES = [
  'code128',
  'code39',
  'ean8',
  'ean13',
  'upca',
  'interleaved2of5',
  'gs1-128',
  'itf14',
] as const;
/** The two-dimensional symbologies, by name. */
export const MATRIX_SYMBOLOGIES = ['qr'] as const;

export type LinearSymbology = (typeof LINEAR_SYMBOLOGIES)[number];
export type MatrixSymbology = (typeof MATRIX_SYMBOLOGIES)[number];
export type Symbology = LinearSymbology | MatrixSymbology;

/** What can be chosen of a symbology beside its content; which ones and of what is in `catalog.ts`. */
export const SYMBOL_OPTIONS = ['level'] as const;
export type SymbolOptionName = (typeof SYMBOL_OPTIONS)[number];
/** Choices by option; what is absent takes the symbology's default. */
export type SymbolOptions = Readonly<Partial<Record<SymbolOptionName, string>>>;

/** Bars and spaces in turn, bar first, without quiet zones. */
export interface LinearSymbol {
  readonly kind: 'linear';
  readonly symbology: LinearSymbology;
  /** What a reader must give back. GS1 content has parentheses around its application identifiers. */
  readonly content: string;
  /** The human-readable text, check digit included. */
  readonly text: string;
  /** Widths in modules. With `wideRatio`, 1 is a narrow and 2 a wide one. */
  readonly widths: readonly number[];
  /** Wide to narrow, for the two-width symbologies. */
  readonly wideRatio?: number;
  /** Clear space that the standard wants on each side, in modules. */
  readonly quietModules: { readonly left: number; readonly right: number };
}

/** A square of modules, without its quiet zone. */
export interface MatrixSymbol {
  readonly kind: 'matrix';
  readonly symbology: MatrixSymbology;
  readonly content: string;
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
  /** Row by row, 1 is dark. */
  readonly modules: Uint8Array;
  readonly quietModules: number;
}

export type EncodedSymbol = LinearSymbol | MatrixSymbol;
