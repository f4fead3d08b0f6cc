import type { UnknownParts } from './unknown-parts.ts';

interface SourceBase {
  /** The fixed text to go back to, or what is typed. */
  readonly text: string;
  /** What the file says of it that this version does not know. */
  readonly unknown?: UnknownParts;
}

/** Text typed by the designer. */
export interface FixedSource extends SourceBase {
  readonly type: 'fixed';
}

/** One column of one sheet of a spreadsheet. */
export interface ColumnSource extends SourceBase {
  readonly type: 'column';
  /** `sha256:<hex>` of a local file's bytes, or an http(s) address. */
  readonly connection: string;
  /** The file's name, to show and to ask for it again. */
  readonly fileName: string;
  readonly sheet: string;
  /** The column's heading: the text of its cell in the first row. */
  readonly column: string;
  /** What the first row had when it was bound: shown while the spreadsheet is not at hand. */
  readonly firstValue: string;
}

export const SEQUENCE_TYPES = ['digits', 'hex', 'letters', 'alphanumeric'] as const;
/** Which characters a sequence counts in: base 10, 16, 26 and 36. */
export type SequenceType = (typeof SEQUENCE_TYPES)[number];

/** Limits of the step (in both directions) and of how many labels in a row may have the same value. */
export const MAX_SEQUENCE_STEP = 1_000_000_000;
export const MAX_SEQUENCE_REPEAT = 1_000_000;

/** A running number, which goes on from label to label. */
export interface SequenceSource extends SourceBase {
  readonly type: 'sequence';
  readonly kind: SequenceType;
  /** The value on the first label; its number of characters is kept. */
  readonly initial: string;
  /** Difference from one value to the next: a whole number, which may be negative. */
  readonly step: number;
  /** How many labels in a row have the same value: 1 or more. */
  readonly repeat: number;
}

/**
 * A source of a kind that this version does not know, or with a value that it cannot use. `text` is shown in its place,
 * and no label is printed with it.
 */
export interface UnknownSource extends SourceBase {
  readonly type: 'unknown';
  /** The file's `DataSourceType`. */
  readonly code: string;
}

/** One entry of an element's data-source list. Its values are joined in order. */
export type DataSource = FixedSource | ColumnSource | SequenceSource | UnknownSource;

export function fixedText(text: string): FixedSource {
  return { type: 'fixed', text };
}
