import type { Branded } from '#model/kernel/ids.ts';
import type { Problem } from '#model/kernel/problem.ts';

/**
 * The encodings in which a text file can be read, by the names of the Encoding standard (https://encoding.spec.whatwg.org),
 * which every browser and Node decode.
 */
export const TEXT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'macintosh',
  'x-mac-cyrillic',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** Between the encodings that the problem `data.encodingUnsure` names. */
export const ENCODINGS_SEPARATOR = ', ';

/** The encodings in question of a `data.encodingUnsure`, the likeliest first; none of any other problem. */
export function encodingsInQuestion({ code, params }: Problem): readonly TextEncoding[] {
  if (code !== 'data.encodingUnsure') return [];
  const names = String(params?.['encodings']).split(ENCODINGS_SEPARATOR);
  return TEXT_ENCODINGS.filter((encoding) => names.includes(encoding)).sort(
    (a, b) => names.indexOf(a) - names.indexOf(b),
  );
}

/** Separators between the cells of a text file. Any other ASCII character but letters, digits and quotes works too. */
export const USUAL_DELIMITERS = [',', ';', '\t', '|'] as const;

/** The most rows for the headings and the rows above them. */
export const MAX_HEADING_ROWS = 20;
export const MAX_SKIPPED_ROWS = 1000;

/**
 * The chosen settings for reading a spreadsheet. Settings that are left out are detected from the file: the same file
 * without choices is read in the same way everywhere. Each column source stores the settings, so that every device and
 * the command line read the same cells.
 */
export interface SpreadsheetReading {
  /** Of a text file. A byte order mark at its start overrides this choice. */
  readonly encoding?: TextEncoding;
  /** The delimiter of a text file: one ASCII character. */
  readonly delimiter?: string;
  /** The quote of a text file, around cells with delimiters or line ends: one ASCII character, or '' for none. */
  readonly quote?: string;
  /** How many rows above the headings are skipped; 0 when not chosen. */
  readonly skippedRows?: number;
  /**
   * How many rows hold the headings; 1 when not chosen. With 0 the columns are called A, B, C; the texts of several
   * rows are joined by a space.
   */
  readonly headingRows?: number;
  /** Whether hidden rows of the workbook give labels; yes when not chosen. */
  readonly hiddenRows?: HiddenParts;
  /** Whether hidden columns of the workbook are offered; yes when not chosen. */
  readonly hiddenColumns?: HiddenParts;
}

export const HIDDEN_PARTS = ['read', 'skip'] as const;
export type HiddenParts = (typeof HIDDEN_PARTS)[number];

/** A spreadsheet with its reading settings: one file read in two ways is two spreadsheets. */
export interface SpreadsheetRef {
  /** A local file as `sha256:<hex>` of its bytes, an http(s) address, or `query:…` (`queryAddress`). */
  readonly connection: string;
  readonly reading?: SpreadsheetReading | undefined;
}

/** Whether a connection is a web address or a saved query of the server, and not a file's bytes. */
export function isWebConnection(connection: string): boolean {
  return /^(https?:\/\/|query:)/i.test(connection);
}

/** Identifies a spreadsheet with its reading settings. It equals the connection if nothing was chosen. */
export type SpreadsheetKey = Branded<'SpreadsheetKey'>;

export function spreadsheetKey({ connection, reading }: SpreadsheetRef): SpreadsheetKey {
  const choices = Object.entries(reading ?? {}).filter(([, value]) => value !== undefined);
  if (choices.length === 0) return connection as SpreadsheetKey;
  choices.sort(([a], [b]) => (a < b ? -1 : 1));
  return `${connection} ${JSON.stringify(choices)}` as SpreadsheetKey;
}

/** Whether a text can be a delimiter or quote: a visible ASCII character, a space or a tab. */
export function isSeparator(text: string): boolean {
  return /^[\t\x20-\x7e]$/.test(text) && !/[A-Za-z0-9]/.test(text);
}
