/** The linear symbologies, by name, in the order in which they are offered. More of them is in `linear-catalog.ts`. */
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

/** What can be chosen of a symbology beside its content; which ones and of what is in `catalog.ts`. */
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
  'wideRatio',
  'bearerBars',
  'startLetter',
  'stopLetter',
] as const;
export type SymbolOptionName = (typeof SYMBOL_OPTIONS)[number];
/** Choices by option; what is absent takes the symbology's default. */
export type SymbolOptions = Readonly<Partial<Record<SymbolOptionName, string>>>;

/** A part of the human-readable text with its place in the standard: centred in a range of modules from the first bar. */
export interface TextPart {
  readonly text: string;
  readonly fromModule: number;
  readonly toModule: number;
  /** Above the bars, whatever is chosen for the number: an add-on's digits, an ISBN. */
  readonly above?: true;
  /** Four modules wide where the others are seven (GS1 General Specifications 5.2.5). */
  readonly small?: true;
  /** The characters stand close together; otherwise each takes an equal share of the range. */
  readonly whole?: true;
}

/** From the top to the bottom of a bar, in parts of the symbol's height. */
export type BarSpan = readonly [top: number, bottom: number];

/** Bars and spaces in turn, bar first, without quiet zones. */
export interface LinearSymbol {
  readonly kind: 'linear';
  readonly symbology: LinearSymbology;
  /** What a reader must give back. GS1 content has parentheses around its application identifiers. */
  readonly content: string;
  /** The human-readable text, check digit included. */
  readonly text: string;
  /** Widths in modules. With `wideRatio`, 1 is a narrow and 2 a wide one. The first may be 0: a space comes first. */
  readonly widths: readonly number[];
  /** Wide to narrow, for the two-width symbologies; space to bar of postal codes. */
  readonly wideRatio?: number;
  /** Quiet zone that the standard requires on each side, in modules. */
  readonly quietModules: { readonly left: number; readonly right: number };
  /** Where the parts of the text belong; the whole text is centred below or above the bars when left out. */
  readonly textParts?: readonly TextPart[];
  /**
   * Bars, by number from 0, that reach beyond the others: guard bars 5 modules down between the digits, those of a main
   * symbol up as far as the digits above its add-on. What is read lies between, where all bars are.
   */
  readonly longBars?: { readonly down: readonly number[]; readonly up: readonly number[] };
  /** Bars of different heights, one span for each bar. */
  readonly barSpans?: readonly BarSpan[];
  /** A symbology that has one size: the width of a bar and the height of a full one. */
  readonly fixedMm?: { readonly bar: number; readonly height: number };
  /** Bars along the top and bottom edges, or a frame around the quiet zones. */
  readonly bearers?: 'horizontal' | 'frame';
}

/** A rectangle of modules, without its quiet zone. */
export interface MatrixSymbol {
  readonly kind: 'matrix';
  readonly symbology: MatrixSymbology;
  readonly content: string;
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
  /** Row by row, 1 is dark. */
  readonly modules: Uint8Array;
  /** How many times as high as wide a module is; 1 when absent. The stacked ones have more. */
  readonly moduleHeight?: number;
  /** Six-sided modules, each second row half a module to the right, around a finder of rings; squares when absent. */
  readonly lattice?: 'hexagonal';
  readonly quietModules: number;
}

export type EncodedSymbol = LinearSymbol | MatrixSymbol;
