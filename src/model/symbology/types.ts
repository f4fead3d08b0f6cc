import type { Result } from '#model/kernel/result.ts';

/** The linear symbologies by name, in the order of the menu. `linear-catalog.ts` describes them. */
export const LINEAR_SYMBOLOGIES = [
  'code128',
  'gs1-128',
  'ean13',
  'ean8',
  'upca',
  'upce',
  'itf14',
  'interleaved2of5',
  'code39',
  'code39ext',
  'code93',
  'codabar',
  'code11',
  'msi',
  'code25',
  'telepen',
  'pharmacode',
  'postnet',
  'sscc18',
  'ean14',
  'isbn',
  'issn',
  'databar',
  'databar-truncated',
  'databar-limited',
  'databar-expanded',
  'hibc-128',
  'hibc-39',
  'code32',
  'pzn',
  'imb',
  'royalmail',
  'kix',
] as const;
/** The two-dimensional symbologies, by name. */
export const MATRIX_SYMBOLOGIES = [
  'qr',
  'datamatrix',
  'pdf417',
  'aztec',
  'gs1-datamatrix',
  'gs1-qr',
  'digital-link',
  'microqr',
  'rmqr',
  'micropdf417',
  'maxicode',
  'databar-stacked',
  'databar-stacked-omni',
  'databar-expanded-stacked',
] as const;

export type LinearSymbology = (typeof LINEAR_SYMBOLOGIES)[number];
export type MatrixSymbology = (typeof MATRIX_SYMBOLOGIES)[number];
export type Symbology = LinearSymbology | MatrixSymbology;

/** The options of symbologies in addition to the content; the catalogs list the choices of each symbology. */
export const SYMBOL_OPTIONS = [
  'level',
  'version',
  'mask',
  'columns',
  'size',
  'shape',
  'layers',
  'mode',
  'checkDigit',
  'wrongLength',
  'wideRatio',
  'bearerBars',
  'startLetter',
  'stopLetter',
] as const;
export type SymbolOptionName = (typeof SYMBOL_OPTIONS)[number];
/** The chosen values of options; an option that is absent has the symbology's default. */
export type SymbolOptions = Readonly<Partial<Record<SymbolOptionName, string>>>;

/** A part of the human-readable text, centered in a range of modules that count from the first bar. */
export interface TextPart {
  readonly text: string;
  readonly fromModule: number;
  readonly toModule: number;
  /** Always above the bars, wherever the number is: an add-on's digits, an ISBN. */
  readonly above?: true;
  /** Four modules wide instead of seven (GS1 General Specifications 5.2.5). */
  readonly small?: true;
  /** The characters are close together. Otherwise each has an equal share of the range. */
  readonly whole?: true;
}

/** Top and bottom of a bar, as fractions of the symbol's height. */
export type BarSpan = readonly [top: number, bottom: number];

/** Bars and spaces in turn, bar first, without quiet zones. */
export interface LinearSymbol {
  readonly kind: 'linear';
  readonly symbology: LinearSymbology;
  /** What a reader must return. GS1 content has parentheses around its application identifiers. */
  readonly content: string;
  /** The human-readable text, including the check digit. */
  readonly text: string;
  /** Widths in modules; with `wideRatio`, 1 is narrow and 2 wide. The first may be 0, if a space comes first. */
  readonly widths: readonly number[];
  /** Ratio of wide to narrow for two-width symbologies; of space to bar for postal codes. */
  readonly wideRatio?: number;
  /** Quiet zones that the standard requires, in modules. */
  readonly quietModules: { readonly left: number; readonly right: number };
  /** The places of the parts of the text. When left out, the whole text is centered below or above the bars. */
  readonly textParts?: readonly TextPart[];
  /**
   * Numbers (from 0) of bars that are longer than the others: guard bars extend 5 modules down between the digits, the
   * bars of a main symbol up as far as the digits above its add-on. Readers scan between, where all bars are.
   */
  readonly longBars?: { readonly down: readonly number[]; readonly up: readonly number[] };
  /** Top and bottom of each bar, when bars differ in height. */
  readonly barSpans?: readonly BarSpan[];
  /** For a symbology with one size: the width of a bar and the height of a full one, in mm. */
  readonly fixedMm?: { readonly bar: number; readonly height: number };
  /** Bars along the top and bottom edges, or a frame around the quiet zones. */
  readonly bearers?: 'horizontal' | 'frame';
}

/** A rectangle of modules without quiet zone. */
export interface MatrixSymbol {
  readonly kind: 'matrix';
  readonly symbology: MatrixSymbology;
  readonly content: string;
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
  /** The modules row by row; 1 is dark. */
  readonly modules: Uint8Array;
  /** A module's height as a multiple of its width, 1 when absent. Stacked symbols have higher modules. */
  readonly moduleHeight?: number;
  /**
   * Hexagonal modules, every second row shifted right by half a module, around a finder of rings. Squares when absent.
   */
  readonly lattice?: 'hexagonal';
  readonly quietModules: number;
}

export type EncodedSymbol = LinearSymbol | MatrixSymbol;

/**
 * Encodes content to bars or modules. Each symbology has a file of its own, listed in `encode.ts`. `title` is the
 * symbology's name in problems. Fails with a `symbol.*` problem that names the invalid character or the broken rule.
 */
export type SymbolEncoder = (content: string, title: string, options: SymbolOptions) => Result<EncodedSymbol>;
