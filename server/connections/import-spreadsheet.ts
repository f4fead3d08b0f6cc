import { sha256 } from '../core/files/file-store.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ImportedSpreadsheet, ImportInput } from '#protocol/api.ts';
import type { ReadingTask, ReadSpreadsheet } from '#server/connections/read-sheets.ts';
import { runInThread } from '../core/bounded-thread.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import type { FetchedFile } from '../core/net/fetch-file.ts';
import type { OutboundFetcher } from '../core/net/outbound-fetcher.ts';
import { apiErrorOfProblem } from '../core/net/fetch-errors.ts';

const HEAD_BYTES = 1024;

/**
 * Whether the response is a web page instead of a file: a sign-in form, or a page that shows a table. Spreadsheets that
 * are HTML under another name, as many programs write, have another type or end in `.xls`.
 */
function isWebPage({ bytes, name, mediaType }: FetchedFile): boolean {
  if (!['text/html', 'application/xhtml+xml'].includes(mediaType) || /\.(xls|csv|tsv|txt)$/i.test(name)) return false;
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  return /^[\s\u00ef\u00bb\u00bf]*<(!doctype|html|head|\?xml|!--)/i.test(head);
}

const READER = new URL('./read-sheets.ts', import.meta.url);

/** A file that may be a spreadsheet, with a name by its bytes. */
export interface WebFile extends FetchedFile {
  /** `sha256:<hex>`, like the connection of a file on the user's device. */
  readonly contentKey: string;
}

export interface AskedFile {
  readonly userId: string;
  readonly address: string;
  readonly signal: AbortSignal;
}

/** The file at an address, unless it is a web page or empty. The reader detects its type by its bytes. */
export function fetchWebFile(net: OutboundFetcher, asked: AskedFile): Promise<Result<WebFile, ApiError>> {
  return net.withFile(asked, checked);
}

/** The sheets at an address as rows of texts. */
export function importSpreadsheet(
  net: OutboundFetcher,
  asked: AskedFile,
  { RowIndex = 0, TableIndex = -1, Encoding }: ImportInput,
): Promise<Result<ImportedSpreadsheet, ApiError>> {
  return net.withFile(asked, async (fetched) => {
    const file = await checked(fetched);
    if (!file.ok) return file;
    const { bytes, name, contentKey } = file.value;
    const task: ReadingTask = {
      bytes,
      fileName: name,
      reading: { skippedRows: RowIndex, ...(Encoding === undefined ? {} : { encoding: Encoding }) },
      sheet: TableIndex < 0 ? null : TableIndex,
      answerBytes: net.limits.answerBytes,
    };
    const limits = { ms: net.limits.readingMs, bytes: net.limits.readingBytes };
    const read = await runInThread<ReadSpreadsheet>(READER, task, limits, asked.signal);
    if (!read.ok) return err(apiErrorOfProblem(read.error));
    return ok({
      sheets: read.value.sheets.map((sheet) => ({ sheetName: sheet.name, data: sheet.rows })),
      complete: read.value.complete,
      file: { name, bytes: bytes.length, key: contentKey },
    });
  });
}

async function checked(file: FetchedFile): Promise<Result<WebFile, ApiError>> {
  if (file.bytes.length === 0) return err(apiError('invalid', 'net.empty'));
  if (isWebPage(file)) return err(apiError('invalid', 'net.webPage'));
  return ok({ ...file, contentKey: `sha256:${await sha256(file.bytes)}` });
}
