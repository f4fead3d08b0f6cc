import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetProgress } from '#protocol/spreadsheet.ts';
import type { ByteSource } from './byte-source.ts';
import { GENERAL } from './format/cell-format.ts';
import { damaged, MAX_PART_BYTES, MAX_SHEET_BYTES } from './limits.ts';
import type { ParsedSheet } from './opened-spreadsheet.ts';
import type { WorkbookCells } from './table/cell-grid.ts';
import { StringTable } from './table/string-table.ts';
import { readPart, readXml } from './xml/read-part.ts';
import { TOKEN } from './xml/xml-scanner.ts';
import { hasSoundNames, type ZipDirectory } from './zip-directory.ts';
import { OdsReader } from './ods-reader.ts';
import { OdsStyles } from './ods-styles.ts';

const CONTENT = 'content.xml';

/** Whether a zip is an OpenDocument file: a spreadsheet, a text or another kind. */
export function isOpenDocument(directory: ZipDirectory): boolean {
  return directory.has(CONTENT) && directory.has('meta-inf/manifest.xml');
}

/** Milliseconds between two reports of what has been read. */
const REPORT_MS = 300;

export interface OpenOdsOptions {
  /** The first report comes when the first sheet has more rows than these. */
  readonly previewRows: number;
  /** Receives the sheets read so far; the last of them may have only its first rows. */
  readonly onSheets: (sheets: readonly ParsedSheet[]) => void;
  readonly onProgress: (progress: SpreadsheetProgress) => void;
  readonly signal: AbortSignal | undefined;
}

/** Reads an .ods (OpenDocument 1.0 to 1.3, ISO/IEC 26300). */
export async function openOds(
  source: ByteSource,
  directory: ZipDirectory,
  { previewRows, onSheets, onProgress, signal }: OpenOdsOptions,
): Promise<Result<readonly ParsedSheet[]>> {
  const [manifest, content, common] = ['meta-inf/manifest.xml', CONTENT, 'styles.xml'].map((n) => directory.get(n));
  if (manifest === undefined || content === undefined) return err(problem('file.wrongType'));
  let encrypted = directory.has('encrypted-package');
  const listed = await readPart(
    source,
    manifest,
    (token, scanner) => {
      if (token === TOKEN.open && scanner.nameText() === 'encryption-data') encrypted = true;
    },
    { maxBytes: MAX_PART_BYTES, signal },
  );
  if (encrypted) return err(problem('data.encrypted'));
  if (!listed.ok) return listed;

  const cells = createCells();
  const styles = new OdsStyles();
  if (common === undefined && !(await hasSoundNames(source, directory))) {
    return err(damaged('part missing', 'styles.xml'));
  }
  if (common !== undefined) {
    // The common styles are in a part of their own. Nothing else of it is used, and it needs no reader.
    const read = await readPart(source, common, (token, scanner) => styles.take(token, scanner), {
      maxBytes: MAX_PART_BYTES,
      signal,
    });
    if (!read.ok) return read;
  }
  const reader = new OdsReader(cells, styles);
  let bytesDone = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const read = await readPart(source, content, (token, scanner) => reader.take(token, scanner), {
    maxBytes: MAX_SHEET_BYTES,
    signal,
    onPacked(bytes) {
      bytesDone += bytes;
      onProgress({ bytesDone, bytesTotal: content.packedBytes });
      if ((reader.sheets[0]?.table.rowCount ?? 0) <= previewRows || performance.now() - reportedAt < REPORT_MS) return;
      reportedAt = performance.now();
      onSheets(reader.sheets.map((sheet, i) => ({ ...sheet, unfinished: i === reader.sheets.length - 1 })));
    },
  });
  return read.ok ? sheetsOf(reader, cells) : read;
}

/** Reads a flat OpenDocument spreadsheet (.fods), one XML document. */
export async function openFlatOds(
  source: ByteSource,
  onProgress: (progress: SpreadsheetProgress) => void,
  signal: AbortSignal | undefined,
): Promise<Result<readonly ParsedSheet[]>> {
  const cells = createCells();
  const reader = new OdsReader(cells, new OdsStyles());
  const read = await readXml(source, 'flat ods', (token, scanner) => reader.take(token, scanner), {
    signal,
    onRead: (bytesDone) => onProgress({ bytesDone, bytesTotal: source.size }),
  });
  return read.ok ? sheetsOf(reader, cells) : read;
}

function createCells(): WorkbookCells {
  return { strings: new StringTable(), formats: [GENERAL], date1904: false, escapes: false, cells: 0, places: 0 };
}

function sheetsOf(reader: OdsReader, cells: WorkbookCells): Result<readonly ParsedSheet[]> {
  if (!reader.isSpreadsheet) return err(problem('file.wrongType'));
  return cells.strings.isValid() ? ok(reader.sheets) : err(damaged('text is not UTF-8'));
}
