import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetProgress } from '#protocol/spreadsheet.ts';
import type { ByteSource } from '../byte-source.ts';
import { damaged, MAX_SHEET_BYTES } from '../limits.ts';
import type { ParsedSheet } from '../opened-spreadsheet.ts';
import { CellGrid, type WorkbookCells } from '../table/cell-grid.ts';
import { StringTable } from '../table/string-table.ts';
import { readPart } from '../xml/read-part.ts';
import type { ZipDirectory } from '../zip-directory.ts';
import { previewXlsx } from './preview-xlsx.ts';
import { readSharedStrings } from './shared-strings.ts';
import { SheetReader } from './sheet-reader.ts';
import { readStyles } from './styles.ts';
import { readWorkbookParts } from './workbook-parts.ts';

export interface OpenXlsxOptions {
  /** Number of rows of the first sheet to read before all others. */
  readonly previewRows: number;
  /**
   * Called from time to time with what has been read so far: first the beginning of the first sheet, later the sheets
   * as they grow. Later sheets have no cells yet.
   */
  readonly onSheets: (sheets: readonly ParsedSheet[]) => void;
  readonly onProgress: (progress: SpreadsheetProgress) => void;
  readonly signal: AbortSignal | undefined;
}

/** Milliseconds between two reports of the sheets. Each report reads their headings. */
const REPORT_MS = 300;

/** First byte of an escape in a text: `_x`. */
const UNDERSCORE = 0x5f;
const LETTER_X = 0x78;

/** Reads an .xlsx. Inflates only the parts that cells need, piece by piece. */
export async function openXlsx(
  source: ByteSource,
  directory: ZipDirectory,
  { previewRows, onSheets, onProgress, signal }: OpenXlsxOptions,
): Promise<Result<readonly ParsedSheet[]>> {
  const parts = await readWorkbookParts(source, directory, signal);
  if (!parts.ok) return parts;
  const { sheets, sharedStrings, styles, date1904 } = parts.value;
  if (sheets.length === 0) return err(problem('data.noSheets'));

  let bytesDone = 0;
  const bytesTotal = sheets.reduce((sum, sheet) => sum + sheet.entry.packedBytes, sharedStrings?.packedBytes ?? 0);
  const onPacked = (bytes: number): void => {
    bytesDone += bytes;
    onProgress({ bytesDone, bytesTotal });
  };
  const workbook: WorkbookCells = {
    strings: new StringTable(),
    formats: [],
    date1904,
    escapes: true,
    cells: 0,
    places: 0,
  };
  if (styles !== null) {
    const formats = await readStyles(source, styles, signal);
    if (!formats.ok) return formats;
    workbook.formats = formats.value;
  }
  const preview = await previewXlsx(source, parts.value, { rowCount: previewRows, formats: workbook.formats, signal });
  if (preview !== null) onSheets(preview);
  let sharedCount = 0;
  if (sharedStrings !== null) {
    const read = await readSharedStrings(source, sharedStrings, workbook.strings, { signal, onPacked });
    if (!read.ok) return read;
    sharedCount = read.value;
  }
  const parsed = sheets.map(({ name, hidden }) => ({ name, hidden, table: new CellGrid(workbook) }));
  let reportedAt = performance.now();
  for (const [i, { entry }] of sheets.entries()) {
    const grid = parsed[i]?.table ?? new CellGrid(workbook);
    const reader = new SheetReader(grid, workbook.strings, sharedCount);
    const options = {
      maxBytes: MAX_SHEET_BYTES,
      signal,
      onPacked(bytes: number): void {
        onPacked(bytes);
        // The first sheet must have more rows than the preview.
        if (performance.now() - reportedAt < REPORT_MS || (parsed[0]?.table.rowCount ?? 0) <= previewRows) return;
        reportedAt = performance.now();
        onSheets(parsed.map((sheet, at) => ({ ...sheet, unfinished: at >= i })));
      },
    };
    const read = await readPart(source, entry, (token, scanner) => reader.take(token, scanner), options, reader.bulk);
    if (!read.ok) return read;
  }
  // Searching each text for them would take longer than searching once.
  workbook.escapes = workbook.strings.hasPair(UNDERSCORE, LETTER_X);
  return workbook.strings.isValid() ? ok(parsed) : err(damaged('text is not UTF-8'));
}
