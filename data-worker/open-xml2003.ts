import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetProgress } from '#protocol/spreadsheet.ts';
import type { ByteSource } from './byte-source.ts';
import { damaged } from './limits.ts';
import type { ParsedSheet } from './opened-sheet.ts';
import { StringTable } from './table/string-table.ts';
import type { WorkbookCells } from './table/cell-grid.ts';
import { readXml } from './xml/read-part.ts';
import { Xml2003Reader } from './xml2003-reader.ts';

/** Reads an XML Spreadsheet 2003, as Excel and others write it under the names .xml and .xls. */
export async function openXml2003(
  source: ByteSource,
  onProgress: (progress: SpreadsheetProgress) => void,
  signal: AbortSignal | undefined,
): Promise<Result<readonly ParsedSheet[]>> {
  const cells: WorkbookCells = {
    strings: new StringTable(),
    formats: [],
    date1904: false,
    escapes: false,
    cells: 0,
    places: 0,
  };
  const reader = new Xml2003Reader(cells);
  const read = await readXml(source, 'xml 2003', (token, scanner) => reader.take(token, scanner), {
    signal,
    onRead: (bytesDone) => onProgress({ bytesDone, bytesTotal: source.size }),
  });
  if (!read.ok) return read;
  if (reader.sheets.length === 0) return err(problem('data.noSheets'));
  return cells.strings.isValid() ? ok(reader.sheets) : err(damaged('text is not UTF-8'));
}
