import { ok, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import type { SpreadsheetProgress, TextForm } from '#protocol/spreadsheet.ts';
import type { Bytes, ByteSource } from '../byte-source.ts';
import type { ParsedSheet } from '../opened-spreadsheet.ts';
import { createPace } from '../pace.ts';
import { columnLetters } from '../table/column-headings.ts';
import type { SheetTable } from '../table/sheet-table.ts';
import { findDelimiter } from './csv-delimiter.ts';
import { indexCsv, NO_QUOTE, QUOTE, type CsvForm } from './csv-indexer.ts';
import { countBadCells, createCsvTable, type FoundBadCells } from './csv-table.ts';
import { chooseEncoding, chooseEncodingOf, type EncodingChoice, type FoundEncoding } from './find-encoding.ts';
import { openPagedCsv } from './paged-csv.ts';
import { toUtf8 } from './to-utf8.ts';

/** Name of the only sheet. Bindings use this name, so it must not depend on the name of the file. */
const SHEET_NAME = 'Sheet1';

export interface OpenedText {
  readonly sheets: readonly ParsedSheet[];
  readonly text: TextForm;
}

export interface OpenCsvOptions extends EncodingChoice {
  /** Of a text that is longer, only the rows in so many bytes are read. */
  readonly headBytes?: number | undefined;
  /** Whether an open quote ends the rows of a truncated text. */
  readonly endsAtOpenQuote?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: SpreadsheetProgress) => void;
}

/** Enough for the first rows that are shown before all others. */
const FIRST_BYTES = 64 * 1024;
/** Sample for detecting the encoding. A text that is no longer than this is read at once anyway. */
const SAMPLE_BYTES = 4 * FIRST_BYTES;

/**
 * The first rows of a long text, shown while the whole is read: later rows may show that another encoding or delimiter
 * is right. Null for a short text, and for one whose beginning cannot be read.
 */
export async function previewCsv(bytes: Bytes, reading: SpreadsheetReading | undefined): Promise<OpenedText | null> {
  if (bytes.length <= SAMPLE_BYTES) return null;
  const opened = await openCsv(bytes.subarray(0, SAMPLE_BYTES), {
    reading,
    headBytes: FIRST_BYTES,
    endsAtOpenQuote: true,
    guessesEncoding: true,
  });
  return opened.ok ? opened.value : null;
}

/**
 * Reads a text in which lines are rows. What `reading` does not say is found out; the encoding from all bytes, also when
 * only the rows of the first `headBytes` are wanted. `data.encodingUnsure`: see `chooseEncoding`.
 */
export async function openCsv(
  bytes: Bytes,
  {
    reading = {},
    headBytes = Infinity,
    endsAtOpenQuote = false,
    guessesEncoding,
    signal,
    onProgress = () => undefined,
  }: OpenCsvOptions = {},
): Promise<Result<OpenedText>> {
  const chosen = await chooseEncoding(bytes, { reading, guessesEncoding });
  if (!chosen.ok) return chosen;
  const found = chosen.value;
  const isCut = bytes.length > headBytes;
  const decoded = isCut
    ? toUtf8(bytes.subarray(0, headBytes & ~1), found.encoding)
    : toUtf8(bytes, found.encoding, found.utf8);
  if (!decoded.ok) return decoded;
  const { badPlaces } = decoded.value;
  const text = isCut ? withoutLastLine(decoded.value.bytes) : decoded.value.bytes;
  const quote = quoteOf(reading);
  const { delimiter: likely, offset } = findDelimiter(text, quote);
  const form: CsvForm = {
    delimiter: reading.delimiter?.charCodeAt(0) ?? likely,
    quote,
    offset,
    isCut,
    endsAtOpenQuote,
  };
  const index = await indexCsv(text, form, createPace(signal), onProgress);
  if (!index.ok) return index;
  const table = createCsvTable(index.value, quote, badPlaces);
  return ok(openedText(table, found, form, countBadCells(index.value, badPlaces)));
}

function quoteOf({ quote }: SpreadsheetReading): number {
  return quote === undefined ? QUOTE : quote === '' ? NO_QUOTE : quote.charCodeAt(0);
}

function openedText(
  table: SheetTable,
  { encoding, marked }: FoundEncoding,
  { delimiter, quote }: Pick<CsvForm, 'delimiter' | 'quote'>,
  { count, first }: FoundBadCells,
): OpenedText {
  return {
    sheets: [{ name: SHEET_NAME, hidden: false, table }],
    text: {
      encoding,
      isMarked: marked,
      delimiter: String.fromCharCode(delimiter),
      quote: quote === NO_QUOTE ? '' : String.fromCharCode(quote),
      badCells: first === null ? null : { count, row: first.row + 1, column: columnLetters(first.column) },
    },
  };
}

/** Texts up to this size are held in memory. */
const HELD_BYTES = 1 << 20;

/**
 * As `openCsv`, for a file. A long one whose bytes can be read at any time is not held in memory: its rows are read
 * again when they are needed, see `openPagedCsv`.
 */
export async function openCsvFile(source: ByteSource, options: OpenCsvOptions): Promise<Result<OpenedText>> {
  const { reading = {}, headBytes, signal, onProgress = () => undefined } = options;
  const { readNow } = source;
  const whole = async (): Promise<Result<OpenedText>> => openCsv(await source.read(0, source.size), options);
  if (readNow === undefined || headBytes !== undefined || source.size <= HELD_BYTES) return whole();
  const found = await chooseEncodingOf(source, options);
  if (!found.ok) return found;
  const { encoding } = found.value;
  // Its lines can begin within Japanese text, so that none can be read alone.
  if (encoding === 'iso-2022-jp') return whole();
  const quote = quoteOf(reading);
  const form = { encoding, quote, delimiter: reading.delimiter?.charCodeAt(0) };
  const paged = await openPagedCsv({ ...source, readNow }, form, createPace(signal), (bytesDone) =>
    onProgress({ bytesDone, bytesTotal: source.size }),
  );
  if (!paged.ok) return paged;
  const { table, delimiter, badCells } = paged.value;
  return ok(openedText(table, found.value, { delimiter, quote }, badCells));
}

/** The last line of a truncated text is rarely complete. */
function withoutLastLine(bytes: Bytes): Bytes {
  return bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1 || bytes.length);
}
