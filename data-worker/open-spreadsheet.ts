import { assertNever } from '#model/kernel/assert-never.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { FileEncoding, SpreadsheetProgress, TextForm } from '#protocol/spreadsheet.ts';
import { bytesSource, type ByteSource } from './byte-source.ts';
import { chooseEncoding, type EncodingChoice } from './csv/find-encoding.ts';
import { openCsvFile, previewCsv } from './csv/open-csv.ts';
import { openHtml } from './open-html.ts';
import { MAX_FILE_BYTES, MAX_XLS_BYTES, tooLarge } from './limits.ts';
import { createOpenedSpreadsheet, type OpenedSpreadsheet, type ParsedSheet } from './opened-spreadsheet.ts';
import { isOpenDocument, openFlatOds, openOds } from './open-ods.ts';
import { sniff, SNIFF_BYTES, type FileKind } from './sniff.ts';
import { openExchange, openXls } from './open-xls.ts';
import { openXlsx, type OpenXlsxOptions } from './xlsx/open-xlsx.ts';
import { openXml2003 } from './open-xml2003.ts';
import { readZipDirectory } from './zip-directory.ts';
import { toHex } from '#model/kernel/hex.ts';
import { Sha256, sha256Hex } from '#model/kernel/sha256.ts';

export { blobSource, bytesSource, FileChangedError, type ByteSource } from './byte-source.ts';
export type { OpenedSpreadsheet } from './opened-spreadsheet.ts';

/** `reading`: what was chosen about how to read it; the file itself says the rest. */
export interface OpenSpreadsheetOptions extends EncodingChoice {
  /**
   * Receives partial content before the whole is read: the first rows, then more and more of them. Each is a
   * spreadsheet of its own; the final result may differ or be a problem.
   */
  readonly onPart?: (part: OpenedSpreadsheet) => void;
  /** Called from time to time while the file is read, at least once. */
  readonly onProgress?: (progress: SpreadsheetProgress) => void;
  /** Checked between pieces of the file. An .xls is read in one piece. */
  readonly signal?: AbortSignal;
  /** Of a longer text, only the rows in this many bytes are read. */
  readonly headBytes?: number;
}

/** Rows that are read before all others: more than a screen shows. */
const PREVIEW_ROWS = 100;

/** Up to this size the file is read once and kept while it is parsed: hashing and parsing both need all of it. */
const IN_MEMORY_BYTES = 64 * 2 ** 20;

/**
 * Reads .xlsx, .ods (also as one XML document), .xls (also HTML or XML 2003 under that name), SYLK, DIF or CSV into memory.
 * The kind follows from its bytes, not from its name. Problems: `data.empty`, `data.noSheets`, `data.encrypted`,
 * `data.tooLarge`, `data.unreadable` (damaged; the `reason` parameter and the path say where), `data.unclosedQuote`,
 * `data.encodingUnsure` (see `chooseEncoding`), `file.wrongType` (something else), `file.unreadable` (no longer there), `aborted`.
 */
export async function openSpreadsheet(
  source: ByteSource,
  fileName: string,
  options: OpenSpreadsheetOptions = {},
): Promise<Result<OpenedSpreadsheet>> {
  const { reading, signal, onPart, onProgress = () => undefined } = options;
  if (source.size > MAX_FILE_BYTES) return err(tooLarge('file'));
  let file: ByteSource;
  let kind: FileKind;
  try {
    kind = source.size > 0 ? sniff(await source.read(0, Math.min(source.size, SNIFF_BYTES))) : 'empty';
    // A text is read in one piece, or page by page where its bytes can be read again.
    const isWhole = kind === 'text' ? source.readNow === undefined : source.size <= IN_MEMORY_BYTES;
    file = isWhole ? bytesSource(await source.read(0, source.size)) : source;
  } catch {
    return err(problem('file.unreadable'));
  }
  let connection: string | null = null;
  const key = connectionKey(file).then(
    (found) => (connection = found),
    () => null,
  );
  // The engine hashes a text concurrently with the parsing, which takes as long.
  if (kind !== 'text' && (await key) === null) return err(problem('file.unreadable'));
  if (isAborted(signal)) return err(problem('aborted'));
  onProgress({ bytesDone: 0, bytesTotal: file.size });
  let isOver = false;
  const show = (sheets: readonly ParsedSheet[], text: TextForm | null): void => {
    if (onPart === undefined || connection === null || isOver) return;
    const part = createOpenedSpreadsheet(connection, fileName, reading, sheets, text);
    if (part.ok) onPart(part.value);
  };
  const onSheets = (sheets: readonly ParsedSheet[], text: TextForm | null = null): void => {
    if (connection === null) void key.then(() => show(sheets, text));
    else show(sheets, text);
  };
  const parsed = await parse(kind, file, {
    reading,
    guessesEncoding: options.guessesEncoding,
    onSheets,
    wantsParts: onPart !== undefined,
    onProgress,
    signal,
    headBytes: options.headBytes,
  });
  isOver = isAborted(signal) || !parsed.ok;
  if (isAborted(signal)) return err(problem('aborted'));
  if (!parsed.ok) return parsed;
  const whole = await key;
  if (whole === null) return err(problem('file.unreadable'));
  return createOpenedSpreadsheet(
    whole,
    fileName,
    reading,
    parsed.value.sheets,
    parsed.value.text,
    parsed.value.encoding,
  );
}

interface ParsedFile {
  readonly sheets: readonly ParsedSheet[];
  readonly text: TextForm | null;
  readonly encoding?: FileEncoding;
}

function workbook(sheets: Result<readonly ParsedSheet[]>): Result<ParsedFile> {
  return sheets.ok ? ok({ sheets: sheets.value, text: null }) : sheets;
}

interface ParseOptions extends EncodingChoice {
  readonly onSheets: (sheets: readonly ParsedSheet[], text?: TextForm) => void;
  /** Whether `onSheets` has a listener. */
  readonly wantsParts: boolean;
  readonly onProgress: (progress: SpreadsheetProgress) => void;
  readonly signal: AbortSignal | undefined;
  readonly headBytes: number | undefined;
}

async function parse(
  kind: FileKind,
  file: ByteSource,
  { reading, guessesEncoding, onSheets, wantsParts, onProgress, signal, headBytes }: ParseOptions,
): Promise<Result<ParsedFile>> {
  const { skippedRows = 0, headingRows = 1 } = reading ?? {};
  switch (kind) {
    case 'empty':
      return err(problem('data.empty'));
    case 'foreign':
      return err(problem('file.wrongType'));
    case 'zip':
      return workbook(
        await openZip(file, {
          previewRows: PREVIEW_ROWS + skippedRows + headingRows,
          onSheets,
          onProgress,
          signal,
        }),
      );
    case 'flatOds':
      return workbook(await openFlatOds(file, onProgress, signal));
    case 'xml2003':
      return workbook(await openXml2003(file, onProgress, signal));
    case 'html':
      if (file.size > MAX_XLS_BYTES) return err(tooLarge('html file'));
      return openHtml(await file.read(0, file.size), { reading, guessesEncoding }, onProgress, signal);
    case 'compound':
    case 'biff':
      if (file.size > MAX_XLS_BYTES) return err(tooLarge('xls file'));
      return workbook(await openXls(await file.read(0, file.size), kind === 'compound'));
    case 'exchange': {
      if (file.size > MAX_XLS_BYTES) return err(tooLarge('xls file'));
      const bytes = await file.read(0, file.size);
      const found = await chooseEncoding(bytes, { reading, guessesEncoding });
      if (!found.ok) return found;
      const { encoding, marked } = found.value;
      const opened = workbook(await openExchange(new TextDecoder(encoding).decode(bytes)));
      return opened.ok ? ok({ ...opened.value, encoding: { name: encoding, isMarked: marked } }) : opened;
    }
    case 'text': {
      const first = wantsParts ? await previewCsv(await file.read(0, file.size), reading) : null;
      if (first !== null) onSheets(first.sheets, first.text);
      return openCsvFile(file, { reading, guessesEncoding, headBytes, signal, onProgress });
    }
    default:
      return assertNever(kind);
  }
}

async function openZip(file: ByteSource, options: OpenXlsxOptions): Promise<Result<readonly ParsedSheet[]>> {
  const directory = await readZipDirectory(file);
  if (!directory.ok) return directory;
  return isOpenDocument(directory.value)
    ? openOds(file, directory.value, options)
    : openXlsx(file, directory.value, options);
}

/** Hides the property from the type checker, which would assume that it can't change between two checks. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/**
 * Up to this size the platform hashes the file at once. Larger files are hashed in pieces, so that they need not be in
 * memory.
 */
const WHOLE_BYTES = 64 * 2 ** 20;
const PIECE_BYTES = 4 * 2 ** 20;

/** `sha256:<hex>` of all bytes: the same file has the same key on every machine and under every name. */
async function connectionKey(source: ByteSource): Promise<string> {
  if (source.sha256 !== undefined) return `sha256:${await source.sha256()}`;
  if (source.all !== undefined) return `sha256:${await sha256Hex(source.all)}`;
  if (source.size <= WHOLE_BYTES) return `sha256:${await sha256Hex(await source.read(0, source.size))}`;
  const hash = new Sha256();
  for (let start = 0; start < source.size; start += PIECE_BYTES) {
    hash.update(await source.read(start, Math.min(source.size, start + PIECE_BYTES)));
  }
  return `sha256:${toHex(hash.digest())}`;
}
