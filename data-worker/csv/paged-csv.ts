import { lastNotAbove } from '#model/kernel/last-not-above.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { TextEncoding } from '#model/elements/base/reading.ts';
import { FileChangedError, type ByteSource, type Bytes } from '../byte-source.ts';
import { crc32 } from '../kernel/crc32.ts';
import { damaged, MAX_CELLS, tooLarge } from '../limits.ts';
import type { Pace } from '../pace.ts';
import { BLOCK_ROWS } from '../table/cell-block.ts';
import type { SheetTable } from '../table/sheet-table.ts';
import { findDelimiter, MAX_HEAD_BYTES, type CsvStart } from './csv-delimiter.ts';
import { indexCsvNow, type CsvForm } from './csv-indexer.ts';
import { countBadCells, createCsvTable, type CsvIndex, type FoundBadCells } from './csv-table.ts';
import { MAX_BAD_PLACES, toUtf8, type TextPart } from './to-utf8.ts';

/** A source that can be read at any time, which a table of pages needs. */
export type PagedSource = ByteSource & Required<Pick<ByteSource, 'readNow'>>;

/** Bytes of a page; a row that is longer has a larger page. Two thousand rows of usual tables. */
const PAGE_BYTES = 1 << 18;
/** More than is searched for the delimiter. */
const START_BYTES = MAX_HEAD_BYTES + PAGE_BYTES;
/** Pages held in memory: readers go forward, and may read two columns in turn. */
const HELD_PAGES = 4;
const LF = 0x0a;
const CR = 0x0d;
const CTRL_Z = 0x1a;

/** Consecutive whole rows, with the bytes of the file that contain them. */
interface Page {
  readonly start: number;
  readonly end: number;
  readonly firstRow: number;
  /** Of its bytes: they are checked whenever they are read again. */
  readonly checksum: number;
}

/** How a text is read into pages. */
export interface PagedForm {
  readonly encoding: TextEncoding;
  readonly quote: number;
  /** Chosen by the user; found out when left out. */
  readonly delimiter: number | undefined;
}

export interface PagedTable {
  readonly table: SheetTable;
  readonly delimiter: number;
  readonly badCells: FoundBadCells;
}

/**
 * Reads a text once, page by page, and keeps only where the rows of each page are: their cells are read again when they
 * are needed. So the memory does not depend on the number of rows. The rows and the problems are those of `indexCsv` on
 * the whole text, of which `toUtf8` makes UTF-8. Later reading throws `FileChangedError` where the file has changed.
 * Every encoding but ISO 2022-JP begins each line in the same state, so that a page can be decoded alone.
 */
export async function openPagedCsv(
  source: PagedSource,
  { encoding, quote, delimiter: chosen }: PagedForm,
  pace: Pace,
  onProgress: (bytesDone: number) => void,
): Promise<Result<PagedTable>> {
  const end = await endOfText(source, encoding);
  const form = await formOf(source, end, encoding, quote);
  if (!form.ok) return form;
  const { delimiter, offset } = form.value;
  const csv: CsvForm = { delimiter: chosen ?? delimiter, quote, offset };
  const pages: Page[] = [];
  const filled: boolean[] = [];
  let [rowCount, columnCount, foundRows, cells, badPlaces, badCount] = [0, 0, 0, 0, 0, 0];
  let firstBad: FoundBadCells['first'] = null;
  for (let start = 0, bytes = PAGE_BYTES; start < end || pages.length === 0;) {
    const piece = await source.read(start, Math.min(end, start + bytes));
    const isLast = start + piece.length === end;
    const lines = isLast ? piece : piece.subarray(0, endOfLines(piece, encoding));
    const part = { isFirst: start === 0, isLast };
    const decoded = toUtf8(lines, encoding, undefined, part);
    if (!decoded.ok) return decoded;
    const index = indexCsvNow(decoded.value.bytes, pageForm(csv, part));
    if (!index.ok) return err(shifted(index.error, foundRows));
    const length = isLast ? lines.length : bytesOfRows(lines, decoded.value.bytes, index.value.end, encoding);
    if (length === 0 && !isLast) {
      // Not one whole row: a quoted cell or a line is longer than the page.
      bytes *= 2;
      continue;
    }
    bytes = PAGE_BYTES;
    const bad = countBadCells(index.value, decoded.value.badPlaces);
    firstBad ??= bad.first === null ? null : { ...bad.first, row: bad.first.row + foundRows };
    badCount += bad.count;
    badPlaces += decoded.value.badPlaces.length;
    cells += index.value.rowStarts[index.value.foundRows] as number;
    if (badPlaces > MAX_BAD_PLACES) return err(damaged('characters'));
    if (cells > MAX_CELLS) return err(tooLarge('cells'));
    const own = piece.subarray(0, length);
    pages.push({ start, end: start + length, firstRow: foundRows, checksum: crc32(own) });
    if (index.value.rowCount > 0) rowCount = foundRows + index.value.rowCount;
    columnCount = Math.max(columnCount, index.value.columnCount);
    for (let column = 0; column < index.value.columnCount; column++) {
      if (index.value.filled[column] === 1) filled[column] = true;
    }
    foundRows += index.value.foundRows;
    start += length;
    if (isLast) break;
    if (!pace.due()) continue;
    onProgress(start);
    if (!(await pace.rest())) return err(problem('aborted'));
  }
  const open = createPageReader(source, encoding, csv, pages, end);
  return ok({
    table: createPagedTable(pages, open, { rowCount, columnCount, foundRows, isFilled: (at) => filled[at] === true }),
    delimiter: csv.delimiter,
    badCells: { count: badCount, first: firstBad },
  });
}

/** Finds the delimiter at the beginning of the text. */
async function formOf(
  source: PagedSource,
  end: number,
  encoding: TextEncoding,
  quote: number,
): Promise<Result<CsvStart>> {
  const bytes = await source.read(0, Math.min(end, START_BYTES));
  const isLast = bytes.length === end;
  const lines = isLast ? bytes : bytes.subarray(0, endOfLines(bytes, encoding) || bytes.length);
  const decoded = toUtf8(lines, encoding, undefined, { isFirst: true, isLast });
  return decoded.ok ? ok(findDelimiter(decoded.value.bytes, quote)) : decoded;
}

/** Cells begin after a `sep=` line only in the first page. A quote that is open at its end ends a page before its row. */
function pageForm(form: CsvForm, { isFirst, isLast }: TextPart): CsvForm {
  return { ...form, offset: isFirst ? form.offset : 0, isCut: !isLast, endsAtOpenQuote: !isLast };
}

/** The problem of a page's row, with its number in the file. */
function shifted(found: Problem, rows: number): Problem {
  const row = found.params?.['row'];
  return typeof row === 'number' ? { ...found, params: { ...found.params, row: row + rows } } : found;
}

function isWide(encoding: TextEncoding): boolean {
  return encoding === 'utf-16le' || encoding === 'utf-16be';
}

/** Where the last line ends that the bytes have as a whole; 0 without one. */
function endOfLines(bytes: Bytes, encoding: TextEncoding): number {
  if (isWide(encoding)) {
    const low = encoding === 'utf-16le' ? 0 : 1;
    let afterCr = 0;
    for (let at = (bytes.length & ~1) - 2; at >= 0; at -= 2) {
      if (bytes[at + 1 - low] !== 0) continue;
      if (bytes[at + low] === LF) return at + 2;
      if (bytes[at + low] === CR && afterCr === 0 && at + 4 <= bytes.length) afterCr = at + 2;
    }
    return afterCr;
  }
  const lf = bytes.lastIndexOf(LF);
  // A line feed may follow the last byte.
  return lf >= 0 ? lf + 1 : bytes.lastIndexOf(CR, -2) + 1;
}

/** How many bytes of `lines` have become the first `end` bytes of `text`, which end with a line. */
function bytesOfRows(lines: Bytes, text: Bytes, end: number, encoding: TextEncoding): number {
  if (end === text.length) return lines.length;
  let ends = 0;
  for (let at = 0; at < end; at++) if (text[at] === LF || text[at] === CR) ends++;
  // No encoding has the byte of a line end within another character, nor decodes anything else to a line end.
  const step = isWide(encoding) ? 2 : 1;
  const low = encoding === 'utf-16be' ? 1 : 0;
  let at = 0;
  for (; ends > 0; at += step) {
    const isEnd = lines[at + low] === LF || lines[at + low] === CR;
    if (isEnd && (step === 1 || lines[at + 1 - low] === 0)) ends--;
  }
  return at;
}

/** Where the text ends, without the Ctrl-Z and the zeros after it, as in `toUtf8`. */
async function endOfText(source: PagedSource, encoding: TextEncoding): Promise<number> {
  const step = isWide(encoding) && source.size % 2 === 0 ? 2 : 1;
  if (isWide(encoding) && step === 1) return source.size;
  const isFiller = (bytes: Bytes, at: number): boolean => {
    if (step === 1) return bytes[at] === 0 || bytes[at] === CTRL_Z;
    const [low, high] = encoding === 'utf-16le' ? [bytes[at], bytes[at + 1]] : [bytes[at + 1], bytes[at]];
    return high === 0 && (low === 0 || low === CTRL_Z);
  };
  for (let end = source.size; end > 0;) {
    const start = Math.max(0, end - PAGE_BYTES);
    const bytes = await source.read(start, end);
    let at = bytes.length;
    while (at >= step && isFiller(bytes, at - step)) at -= step;
    if (at >= step) return start + at;
    end = start;
  }
  return 0;
}

type OpenPage = (page: number) => { readonly index: CsvIndex; readonly table: SheetTable };

/** Reads pages again, and holds the last few. */
function createPageReader(
  source: PagedSource,
  encoding: TextEncoding,
  form: CsvForm,
  pages: readonly Page[],
  end: number,
): OpenPage {
  const held = new Map<number, ReturnType<OpenPage>>();
  return (number) => {
    const present = held.get(number);
    if (present !== undefined) return present;
    const page = pages[number] as Page;
    const bytes = source.readNow(page.start, page.end);
    if (crc32(bytes) !== page.checksum) throw new FileChangedError();
    const part = { isFirst: page.start === 0, isLast: page.end === end };
    const decoded = toUtf8(bytes, encoding, undefined, part);
    const index = decoded.ok ? indexCsvNow(decoded.value.bytes, pageForm(form, part)) : decoded;
    if (!decoded.ok || !index.ok) throw new FileChangedError();
    const opened = {
      index: index.value,
      table: createCsvTable(index.value, form.quote, decoded.value.badPlaces),
    };
    if (held.size === HELD_PAGES) held.delete(held.keys().next().value ?? 0);
    held.set(number, opened);
    return opened;
  };
}

interface PagedShape {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly foundRows: number;
  readonly isFilled: (column: number) => boolean;
}

function createPagedTable(
  pages: readonly Page[],
  open: OpenPage,
  { rowCount, columnCount, foundRows, isFilled }: PagedShape,
): SheetTable {
  const firstRows = Float64Array.from(pages, ({ firstRow }) => firstRow);
  const pageOf = (row: number): number => lastNotAbove(firstRows, row);
  const firstOf = (page: number): number => firstRows[page] ?? foundRows;
  /** A cell of a row that exists; null for another. */
  const at = <T>(row: number, read: (table: SheetTable, row: number) => T, none: T): T => {
    if (row < 0 || row >= rowCount) return none;
    const page = pageOf(row);
    return read(open(page).table, row - firstOf(page));
  };
  const text = (row: number, column: number): string => at(row, (table, own) => table.text(own, column), '');
  return {
    rowCount,
    columnCount,
    text,
    value: text,
    isError: (row, column) => at(row, (table, own) => table.isError(own, column), false),
    isBlank: (column) => !isFilled(column),
    blockRows: (row) => (row < rowCount ? Math.min(BLOCK_ROWS, firstOf(pageOf(row) + 1) - row) : BLOCK_ROWS),
    readBlock(column, row, count, block, to) {
      const texts: Uint8Array[] = [];
      let base = 0;
      for (let done = 0; done < count;) {
        const page = Math.max(0, pageOf(row + done));
        const left = page === pages.length - 1 ? count : firstOf(page + 1) - (row + done);
        const some = Math.min(left, count - done);
        const { table } = open(page);
        table.readBlock(column, row + done - firstOf(page), some, block, to + done);
        if (base > 0) {
          for (let i = to + done; i < to + done + some; i++) {
            block.starts[i] = (block.starts[i] as number) + base;
            block.ends[i] = (block.ends[i] as number) + base;
          }
        }
        texts.push(block.bytes);
        base += block.bytes.length;
        done += some;
      }
      if (texts.length > 1) block.bytes = joined(texts, base);
    },
  };
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
