import { parentPort, workerData } from 'node:worker_threads';
import { bytesSource, openSpreadsheet, type OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { ReadingAnswer, ReadingTask, ReadSheet } from './messages.ts';

const WINDOW_ROWS = 500;

/** A thread of its own, because whoever starts it can end it: a file may be made to take all time and memory. */
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

/** What is left for the texts of all sheets. */
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
    // Quotes and a comma go around each text.
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
