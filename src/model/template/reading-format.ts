import {
  HIDDEN_PARTS,
  isSeparator,
  MAX_HEADING_ROWS,
  MAX_SKIPPED_ROWS,
  TEXT_ENCODINGS,
  type SpreadsheetReading,
} from '#model/elements/base/reading.ts';
import { codeOf, type ElementFields, type FieldReader } from '#model/elements/base/fields.ts';

const NO_QUOTE = 'none';

/**
 * The attributes of a column with its reading settings: our own, each written only when it was chosen. An unknown value
 * is kept, and the source doesn't print: another version knows which cells are meant, and this one would print others.
 */
const ATTRIBUTES = {
  encoding: 'ReadEncoding',
  delimiter: 'ReadDelimiter',
  quote: 'ReadQuote',
  skippedRows: 'ReadSkippedRows',
  headingRows: 'ReadHeadingRows',
  hiddenRows: 'ReadHiddenRows',
  hiddenColumns: 'ReadHiddenColumns',
} as const satisfies Record<keyof SpreadsheetReading, string>;

const ENCODINGS = namedByThemselves(TEXT_ENCODINGS);
const HIDDEN = namedByThemselves(HIDDEN_PARTS);

function namedByThemselves<T extends string>(names: readonly T[]): Readonly<Record<string, T>> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/** Undefined when the file has none of them. */
export function readReading(fields: FieldReader): SpreadsheetReading | undefined {
  const chosen = <T>(name: string, read: () => T): T | undefined => (fields.text(name, '') === '' ? undefined : read());
  const character = (name: string): string | undefined =>
    chosen(name, () => {
      const text = fields.text(name, '');
      if (!isSeparator(text) && text !== NO_QUOTE) fields.keep(name);
      return text;
    });
  const whole = (name: string, max: number): number | undefined =>
    chosen(name, () => {
      const number = fields.number(name, 0, 0, max);
      if (!Number.isInteger(number)) fields.reject(name);
      return number;
    });
  const quote = character(ATTRIBUTES.quote);
  const reading = {
    encoding: chosen(ATTRIBUTES.encoding, () => fields.code(ATTRIBUTES.encoding, ENCODINGS, 'utf-8')),
    delimiter: character(ATTRIBUTES.delimiter),
    quote: quote === NO_QUOTE ? '' : quote,
    skippedRows: whole(ATTRIBUTES.skippedRows, MAX_SKIPPED_ROWS),
    headingRows: whole(ATTRIBUTES.headingRows, MAX_HEADING_ROWS),
    hiddenRows: chosen(ATTRIBUTES.hiddenRows, () => fields.code(ATTRIBUTES.hiddenRows, HIDDEN, 'read')),
    hiddenColumns: chosen(ATTRIBUTES.hiddenColumns, () => fields.code(ATTRIBUTES.hiddenColumns, HIDDEN, 'read')),
  };
  const entries = Object.entries(reading).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as SpreadsheetReading);
}

export function writeReading(reading: SpreadsheetReading = {}): ElementFields['attributes'] {
  const { encoding, delimiter, quote, skippedRows, headingRows, hiddenRows, hiddenColumns } = reading;
  const attributes = {
    [ATTRIBUTES.encoding]: encoding === undefined ? undefined : codeOf(ENCODINGS, encoding),
    [ATTRIBUTES.delimiter]: delimiter,
    [ATTRIBUTES.quote]: quote === '' ? NO_QUOTE : quote,
    [ATTRIBUTES.skippedRows]: skippedRows,
    [ATTRIBUTES.headingRows]: headingRows,
    [ATTRIBUTES.hiddenRows]: hiddenRows,
    [ATTRIBUTES.hiddenColumns]: hiddenColumns,
  };
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | number
  >;
}
