import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetProgress } from '#protocol/spreadsheet.ts';
import type { ByteSource } from '../byte-source.ts';
import { damaged, MAX_SHEET_BYTES } from '../limits.ts';
import type { ParsedSheet } from '../opened-spreadsheet.ts';
import { CellGrid, type WorkbookCells } from '../table/cell-grid.ts';
import { StringTable } from '../table/string-table.ts';
import { readPart } from '../xml/read-part.ts';
import { readZipDirectory } from '../zip/zip-directory.ts';
import { readSharedStrings } from './shared-strings.ts';
import { SheetReader } from './sheet-reader.ts';
import { readStyles } from './styles.ts';
import { readWorkbookParts } from './workbook-parts.ts';

/** Reads an .xlsx. Only the parts with cells are inflated, piece by piece. */
export async function openXlsx(
  source: ByteSource,
  onProgress: (progress: SpreadsheetProgress) => void,
  signal: AbortSignal | undefined,
): Promise<Result<readonly ParsedSheet[]>> {
  const directory = await readZipDirectory(source);
  if (!directory.ok) return directory;
  const parts = await readWorkbookParts(source, directory.value, signal);
  if (!parts.ok) return parts;
  const { sheets, sharedStrings, styles, date1904 } = parts.value;
  if (sheets.length === 0) return err(problem('data.noSheets'));

  let bytesDone = 0;
  const bytesTotal = sheets.reduce((sum, sheet) => sum + sheet.entry.packedBytes, sharedStrings?.packedBytes ?? 0);
  const onPacked = (bytes: number): void => {
    bytesDone += bytes;
    onProgress({ bytesDone, bytesTotal });
  };
  const workbook: WorkbookCells = { strings: new StringTable(), formats: [], date1904, cells: 0, places: 0 };
  if (styles !== null) {
    const formats = await readStyles(source, styles, signal);
    if (!formats.ok) return formats;
    workbook.formats = formats.value;
  }
  let sharedCount = 0;
  if (sharedStrings !== null) {
    const read = await readSharedStrings(source, sharedStrings, workbook.strings, { signal, onPacked });
    if (!read.ok) return read;
    sharedCount = read.value;
  }
  const parsed: ParsedSheet[] = [];
  for (const { name, hidden, entry } of sheets) {
    const grid = new CellGrid(workbook);
    const reader = new SheetReader(grid, workbook.strings, sharedCount);
    const read = await readPart(source, entry, (token, scanner) => reader.take(token, scanner), {
      maxBytes: MAX_SHEET_BYTES,
      signal,
      onPacked,
    });
    if (!read.ok) return read;
    parsed.push({ name, hidden, table: grid });
  }
  return workbook.strings.isValid() ? ok(parsed) : err(damaged('text is not UTF-8'));
}
