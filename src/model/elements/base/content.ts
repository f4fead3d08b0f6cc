import type { UnknownParts } from './unknown-parts.ts';

interface SourceBase {
  /** The fixed text. For other kinds of source, the text to return to when the source becomes fixed text. */
  readonly text: string;
  /** Parts of the file's entry that this version does not know. */
  readonly unknown?: UnknownParts;
}

/** Text typed by the designer. */
export interface FixedSource extends SourceBase {
  readonly type: 'fixed';
}

/** One column of one sheet of a spreadsheet. */
export interface ColumnSource extends SourceBase {
  readonly type: 'column';
  /** A local file as `sha256:<hex>` of its bytes, or an http(s) address. */
  readonly connection: string;
  /** The file's name, shown to the user and used to ask for the file again. */
  readonly fileName: string;
  readonly sheet: string;
  /** The column's heading: the text of its cell in the first row. */
  readonly column: string;
  /** The first row's value when the column was bound: shown while the spreadsheet is not at hand. */
  readonly firstValue: string;
}

export const SEQUENCE_TYPES = ['digits', 'hex', 'letters', 'alphanumeric'] as const;
/** The characters that a sequence counts in: base 10, 16, 26 or 36. */
export type SequenceType = (typeof SEQUENCE_TYPES)[number];

/** Limits of the step (in both directions) and of the number of labels in a row that may have the same value. */
export const MAX_SEQUENCE_STEP = 1_000_000_000;
export const MAX_SEQUENCE_REPEAT = 1_000_000;

/** A running number that continues from label to label. */
export interface SequenceSource extends SourceBase {
  readonly type: 'sequence';
  readonly kind: SequenceType;
  /** The value on the first label; its number of characters is kept. */
  readonly initial: string;
  /** The difference between one value and the next: a whole number, which may be negative. */
  readonly step: number;
  /** How many labels in a row have the same value: 1 or more. */
  readonly repeat: number;
}

/**
 * A source of a kind that this version does not know, or with a value that it cannot use. `text` is shown in its place,
 * and labels with such a source are not printed.
 */
export interface UnknownSource extends SourceBase {
  readonly type: 'unknown';
  /** The file's `DataSourceType`. */
  readonly code: string;
}

/** One entry of an element's list of data sources. Their values are joined in order. */
export type DataSource = FixedSource | ColumnSource | SequenceSource | UnknownSource;

export function fixedText(text: string): FixedSource {
  return { type: 'fixed', text };
}
