import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { bytesSource, openSpreadsheet, type OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';

const WINDOW_ROWS = 500;

/** Input of the thread that reads a spreadsheet. */
export interface ReadingTask {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly reading: SpreadsheetReading;
  /** One sheet, counted from 0; null for all. */
  readonly sheet: number | null;
  /** Size limit of all texts together; further rows are omitted. */
  readonly answerBytes: number;
}

/** One sheet as rows of texts, as the spreadsheet shows them. */
interface ReadSheet {
  readonly name: string;
  /** The headings, then the rows below. */
  readonly rows: readonly (readonly string[])[];
}

export interface ReadSpreadsheet {
  readonly sheets: readonly ReadSheet[];
  /** False when rows were omitted to keep the answer small. */
  readonly complete: boolean;
}

type ReadingAnswer = Result<ReadSpreadsheet>;

/** In a thread, so that its starter can end it: a malicious file may take all time and memory. */
parentPort?.postMessage(await read(workerData as ReadingTask), []);

async function read({ bytes, fileName, reading, sheet, answerBytes }: ReadingTask): Promise<ReadingAnswer> {
  const opened = await openSpreadsheet(bytesSource(Uint8Array.from(bytes)), fileName, { reading });
  if (!opened.ok) return opened;
  const { sheets } = opened.value.info;
  const chosen = sheet === null ? sheets.map((_sheet, i) => i) : [sheet];
  if (chosen.some((i) => sheets[i] === undefined)) {
    return err(problem('data.noSheet', { sheet: String(sheet) }));
  }
  const budget = { left: answerBytes, complete: true };
  return ok({ sheets: chosen.map((i) => readSheet(opened.value, i, budget)), complete: budget.complete });
}

/** Bytes left for the texts of all sheets. */
interface Budget {
  left: number;
  complete: boolean;
}

function readSheet({ info, rows: readRows }: OpenedSpreadsheet, index: number, budget: Budget): ReadSheet {
  const found = info.sheets[index];
  if (found === undefined) return { name: '', rows: [] };
  const { name, columns, rowCount } = found;
  const rows: (readonly string[])[] = [];
  const take = (row: readonly string[]): boolean => {
    // Each text has quotes and a comma.
    budget.left -= row.reduce((sum, text) => sum + Buffer.byteLength(text) + 3, 2);
    if (budget.left < 0) budget.complete = false;
    else rows.push(row);
    return budget.left >= 0;
  };
  if (!take(columns)) return { name, rows };
  for (let first = 0; first < rowCount; first += WINDOW_ROWS) {
    const window = readRows(name, columns, first, WINDOW_ROWS);
    if (!window.ok || !window.value.rows.every(take)) break;
  }
  return { name, rows };
}
