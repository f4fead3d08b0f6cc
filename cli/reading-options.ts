import { assertNever } from '#model/kernel/assert-never.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import {
  HIDDEN_PARTS,
  isSeparator,
  MAX_HEADING_ROWS,
  MAX_SKIPPED_ROWS,
  TEXT_ENCODINGS,
  type SpreadsheetReading,
} from '#model/elements/base/reading.ts';
import { unusable } from './bad-argument.ts';

/** For `parseArgs`. */
export const READING_OPTIONS = {
  encoding: { type: 'string' },
  delimiter: { type: 'string' },
  quote: { type: 'string' },
  'skip-rows': { type: 'string' },
  'heading-rows': { type: 'string' },
  'hidden-rows': { type: 'string' },
  'hidden-columns': { type: 'string' },
} as const;
type ReadingOption = keyof typeof READING_OPTIONS;
const NAMES = Object.keys(READING_OPTIONS) as readonly ReadingOption[];

export const READING_HELP = `  --encoding E      encoding of a text file, such as utf-8, utf-16le, gb18030, shift_jis, big5, windows-1252
  --delimiter C     delimiter of a text file: one character, or tab
  --quote C         quote character of a text file: one character, or none
  --skip-rows N     number of rows to skip above the header (default 0)
  --heading-rows N  number of header rows (default 1); with 0 the columns are called A, B, C
  --hidden-rows read|skip, --hidden-columns read|skip
                    whether hidden rows and columns of the workbook are read (default read)
                    Without these seven options the template's settings apply, then what is detected in the file.
`;

type Choices = { -readonly [K in keyof SpreadsheetReading]: SpreadsheetReading[K] };

/** The reading options in `values`. Problems: `input.invalid` with the option as its path. */
export function parseReading(values: {
  readonly [K in ReadingOption]?: string | undefined;
}): Result<SpreadsheetReading> {
  const reading: Choices = {};
  for (const option of NAMES) {
    const value = values[option];
    if (value === undefined) continue;
    const expected = readOption(reading, option, value);
    if (expected !== null) return unusable(`--${option}`, value, expected);
  }
  return ok(reading);
}

/** Puts one option into `into`; gives what is expected when it can't be used. */
function readOption(into: Choices, option: ReadingOption, value: string): string | null {
  const name = value.toLowerCase();
  const separator = name === 'tab' || value === '\\t' ? '\t' : value;
  const number = /^\d{1,6}$/.test(value) ? Number(value) : Infinity;
  switch (option) {
    case 'encoding':
      into.encoding = TEXT_ENCODINGS.find((encoding) => encoding === name) ?? 'utf-8';
      return into.encoding === name ? null : TEXT_ENCODINGS.join(' | ');
    case 'delimiter':
      into.delimiter = separator;
      return isSeparator(separator) ? null : ', | ; | tab | …';
    case 'quote':
      into.quote = name === 'none' ? '' : separator;
      return into.quote === '' || isSeparator(separator) ? null : '" | \' | none';
    case 'skip-rows':
      into.skippedRows = number;
      return number <= MAX_SKIPPED_ROWS ? null : `0 … ${MAX_SKIPPED_ROWS}`;
    case 'heading-rows':
      into.headingRows = number;
      return number <= MAX_HEADING_ROWS ? null : `0 … ${MAX_HEADING_ROWS}`;
    case 'hidden-rows':
    case 'hidden-columns': {
      const parts = HIDDEN_PARTS.find((choice) => choice === name);
      if (parts === undefined) return HIDDEN_PARTS.join(' | ');
      if (option === 'hidden-rows') into.hiddenRows = parts;
      else into.hiddenColumns = parts;
      return null;
    }
    default:
      return assertNever(option);
  }
}
