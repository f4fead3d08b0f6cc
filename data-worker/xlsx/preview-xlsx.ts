import { problem, type Problem } from '#model/kernel/problem.ts';
import type { ByteSource } from '../byte-source.ts';
import type { CellFormat } from '../format/cell-format.ts';
import { MAX_SHEET_BYTES } from '../limits.ts';
import type { ParsedSheet } from '../opened-sheet.ts';
import { CELL, CellGrid, type CellKind, type WorkbookCells } from '../table/cell-grid.ts';
import { StringTable } from '../table/string-table.ts';
import { readPart } from '../xml/read-part.ts';
import { readSharedStrings } from './shared-strings.ts';
import { SheetReader } from './sheet-reader.ts';
import type { WorkbookParts, WorkbookSheet } from './workbook-parts.ts';

/** Ends the reading of a part early. It never leaves this file. */
const ENOUGH: Problem = problem('aborted');

/** Stores no cells, only their extent. */
class ProbeGrid extends CellGrid {
  highestRow = -1;
  /** An upper bound of the numbers of shared texts. */
  highestText = -1;

  override set(row: number, _column: number, kind: CellKind, value: number): Problem | null {
    if (kind === CELL.text && value > this.highestText) this.highestText = value;
    if (row > this.highestRow) this.highestRow = row;
    return null;
  }
}

export interface PreviewOptions {
  /** Rows to read, with the headings. */
  readonly rowCount: number;
  readonly formats: readonly CellFormat[];
  readonly signal: AbortSignal | undefined;
}

/**
 * The first rows of the first sheet that is not hidden, read before all others to be shown immediately: the sheet's
 * beginning is inflated twice, and of the shared texts no more than it uses. The other sheets have no cells. Null when
 * the beginning cannot be read; reading the whole file gives the reason.
 */
export async function previewXlsx(
  source: ByteSource,
  parts: WorkbookParts,
  options: PreviewOptions,
): Promise<readonly ParsedSheet[] | null> {
  const shown = parts.sheets.find(({ hidden }) => !hidden);
  if (shown === undefined) return null;
  const createWorkbook = (): WorkbookCells => ({
    strings: new StringTable(),
    formats: options.formats,
    date1904: parts.date1904,
    escapes: true,
    cells: 0,
    places: 0,
  });
  const probed = createWorkbook();
  const probe = new ProbeGrid(probed);
  // The shared texts are not read yet, so any number of one is possible.
  const anyText = new SheetReader(probe, probed.strings, Number.MAX_SAFE_INTEGER);
  // What follows the cells does not matter to them.
  const probedRow = (): number => (anyText.isPastCells ? Infinity : probe.highestRow);
  if (!(await readStart(source, shown, anyText, probedRow, options))) return null;

  const workbook = createWorkbook();
  const { strings } = workbook;
  let sharedCount = 0;
  if (parts.sharedStrings !== null && probe.highestText >= 0) {
    const needed = probe.highestText + 1;
    const isEnough = (): Problem | null => (strings.count >= needed ? ENOUGH : null);
    await readSharedStrings(source, parts.sharedStrings, strings, { signal: options.signal }, isEnough);
    sharedCount = strings.count;
  }
  const grid = new CellGrid(workbook);
  const reader = new SheetReader(grid, strings, sharedCount);
  if (!(await readStart(source, shown, reader, () => grid.rowCount - 1, options))) return null;
  if (!strings.isValid()) return null;
  return parts.sheets.map((sheet) => ({
    name: sheet.name,
    hidden: sheet.hidden,
    table: sheet === shown ? grid : new CellGrid(workbook),
    unfinished: sheet !== shown || grid.rowCount > options.rowCount,
  }));
}

/** Reads until a row after the requested ones begins. True when there are some without a problem. */
async function readStart(
  source: ByteSource,
  { entry }: WorkbookSheet,
  reader: SheetReader,
  lastRow: () => number,
  { rowCount, signal }: PreviewOptions,
): Promise<boolean> {
  const read = await readPart(
    source,
    entry,
    (token, scanner) => {
      reader.take(token, scanner);
      if (lastRow() >= rowCount) scanner.failure ??= ENOUGH;
    },
    { maxBytes: MAX_SHEET_BYTES, signal },
  );
  return (read.ok || read.error === ENOUGH) && lastRow() >= 0;
}
