import { assertNever } from '#model/kernel/assert-never.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetProgress } from '#protocol/spreadsheet.ts';
import { bytesSource, type ByteSource } from './byte-source.ts';
import { connectionKey } from './connection-key.ts';
import { openCsv } from './csv/open-csv.ts';
import { MAX_FILE_BYTES, MAX_XLS_BYTES, tooLarge } from './limits.ts';
import { createOpenedSpreadsheet, type OpenedSpreadsheet, type ParsedSheet } from './opened-spreadsheet.ts';
import { sniff, SNIFF_BYTES, type FileKind } from './sniff.ts';
import { openXls } from './xls/open-xls.ts';
import { openXlsx } from './xlsx/open-xlsx.ts';

export { blobSource, bytesSource, type ByteSource } from './byte-source.ts';
export type { OpenedSpreadsheet } from './opened-spreadsheet.ts';

export interface OpenSpreadsheetOptions {
  /** Called from time to time while the file is read, at least once. */
  readonly onProgress?: (progress: SpreadsheetProgress) => void;
  /** Checked between pieces of the file. An .xls is read in one piece. */
  readonly signal?: AbortSignal;
}

/** Up to this size the file is read once and kept while it is parsed: hashing and parsing both need all of it. */
const IN_MEMORY_BYTES = 64 * 2 ** 20;

/**
 * Reads .xlsx, .xls (also HTML or XML 2003 under that name) or CSV into memory. The kind is told from its bytes and
 * not from its name. Problems: `data.empty`, `data.noSheets`, `data.encrypted`, `data.tooLarge`, `data.unreadable`
 * (damaged; the `reason` parameter and the path say where), `file.wrongType` (something else), `file.unreadable`
 * (gone), `aborted`.
 */
export async function openSpreadsheet(
  source: ByteSource,
  fileName: string,
  options: OpenSpreadsheetOptions = {},
): Promise<Result<OpenedSpreadsheet>> {
  const { signal, onProgress = () => undefined } = options;
  if (source.size > MAX_FILE_BYTES) return err(tooLarge('file'));
  let file: ByteSource;
  let kind: FileKind;
  let connection: string;
  try {
    file = source.size <= IN_MEMORY_BYTES ? bytesSource(await source.read(0, source.size)) : source;
    if (file.size > 0) kind = sniff(await file.read(0, Math.min(file.size, SNIFF_BYTES)));
    else kind = 'empty';
    connection = await connectionKey(file);
  } catch {
    return err(problem('file.unreadable'));
  }
  if (isAborted(signal)) return err(problem('aborted'));
  onProgress({ bytesDone: 0, bytesTotal: file.size });
  const parsed = await parse(kind, file, onProgress, signal);
  if (isAborted(signal)) return err(problem('aborted'));
  return parsed.ok ? createOpenedSpreadsheet(connection, fileName, parsed.value) : parsed;
}

async function parse(
  kind: FileKind,
  file: ByteSource,
  onProgress: (progress: SpreadsheetProgress) => void,
  signal: AbortSignal | undefined,
): Promise<Result<readonly ParsedSheet[]>> {
  switch (kind) {
    case 'empty':
      return err(problem('data.empty'));
    case 'foreign':
      return err(problem('file.wrongType'));
    case 'zip':
      return openXlsx(file, onProgress, signal);
    case 'compound':
    case 'biff':
    case 'markup':
      if (file.size > MAX_XLS_BYTES) return err(tooLarge('xls file'));
      return openXls(await file.read(0, file.size), kind === 'compound', kind === 'biff');
    case 'text':
      return openCsv(await file.read(0, file.size));
    default:
      return assertNever(kind);
  }
}

/** A function, because the type checker assumes that a property does not change between two checks. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
