import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetProgress, FileEncoding } from '#protocol/spreadsheet.ts';
import { chooseEncoding, type EncodingChoice } from './csv/find-encoding.ts';
import { markedEncoding, utf16Order } from './csv/text-marks.ts';
import type { ParsedSheet } from './opened-sheet.ts';
import { createPace } from './pace.ts';
import { StringTable } from './table/string-table.ts';
import { HTML_OPTIONS, HtmlReader } from './html-reader.ts';

/** Characters between two checks of the pace. */
const PIECE_LENGTH = 1 << 16;
/** A page declares its encoding near its beginning. */
const HEAD_BYTES = 4096;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const LINE_END = 0x0a;

interface HtmlTables {
  readonly sheets: readonly ParsedSheet[];
  /** It is no text of cells and delimiters. */
  readonly text: null;
  readonly encoding: FileEncoding;
}

/**
 * Reads the tables of an HTML page, as programs write them under the name .xls. `data.encodingUnsure` for one that does not say
 * how it is encoded: see `chooseEncoding`.
 */
export async function openHtml(
  bytes: Uint8Array,
  choice: EncodingChoice,
  onProgress: (progress: SpreadsheetProgress) => void,
  signal: AbortSignal | undefined,
): Promise<Result<HtmlTables>> {
  const { Parser } = await import('htmlparser2');
  const encoding = await encodingOf(bytes, choice);
  if (!encoding.ok) return encoding;
  const text = new TextDecoder(encoding.value.name).decode(bytes);
  const reader = new HtmlReader({
    strings: new StringTable(),
    formats: [],
    date1904: false,
    escapes: false,
    cells: 0,
    places: 0,
  });
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      ontext: (data) => reader.text(data),
      onclosetag: (name) => reader.close(name),
    },
    HTML_OPTIONS,
  );
  const pace = createPace(signal);
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    parser.write(text.slice(at, at + PIECE_LENGTH));
    if (reader.failure !== null) return err(reader.failure);
    if (!pace.due()) continue;
    onProgress({ bytesDone: Math.floor((at / text.length) * bytes.length), bytesTotal: bytes.length });
    if (!(await pace.rest())) return err(problem('aborted'));
  }
  parser.end();
  const failure = reader.end();
  return failure === null ? ok({ sheets: reader.sheets, text: null, encoding: encoding.value }) : err(failure);
}

/** The encoding that was chosen, that a mark or the page itself says, or that its bytes look like: see `chooseEncoding`. */
async function encodingOf(bytes: Uint8Array, choice: EncodingChoice): Promise<Result<FileEncoding>> {
  const marked = markedEncoding(bytes) ?? utf16Order(bytes);
  if (marked !== null) return ok({ name: marked, isMarked: true });
  const plain = (name: string): Result<FileEncoding> => ok({ name, isMarked: false });
  if (choice.reading?.encoding !== undefined) return plain(choice.reading.encoding);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  const declared = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? '';
  try {
    // A page that declares UTF-16 but has single bytes is UTF-8.
    if (declared !== '') return plain(/^utf-?16/i.test(declared) ? 'utf-8' : new TextDecoder(declared).encoding);
  } catch {
    // It declares no encoding.
  }
  const found = await chooseEncoding(withoutTags(bytes), choice);
  return found.ok ? plain(found.value.encoding) : found;
}

/** The text of a page with line ends instead of tags, which would look like words. No encoding in question has `<` or `>` in a character. */
function withoutTags(bytes: Uint8Array): Uint8Array {
  const text = bytes.slice();
  let isTag = false;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === LESS_THAN) isTag = true;
    const isEnd = text[i] === GREATER_THAN;
    if (isTag) text[i] = LINE_END;
    if (isEnd) isTag = false;
  }
  return text;
}
