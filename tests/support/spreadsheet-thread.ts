/** Reads received spreadsheets, in a thread of its own: see `bounded-reading.ts`. */
import { parentPort } from 'node:worker_threads';
import { bytesSource, openSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { ReadSheet } from './bounded-reading.ts';

/** More rows than a test checks. */
const SHOWN_ROWS = 2000;

parentPort?.on('message', (message: { readonly bytes: Uint8Array; readonly reading?: SpreadsheetReading }) => {
  void read(message.bytes, message.reading).then((answer) => parentPort?.postMessage(answer, []));
});

async function read(bytes: Uint8Array, reading: SpreadsheetReading | undefined): Promise<Result<readonly ReadSheet[]>> {
  // As in the product, which shows the first rows while the rest is read.
  const opened = await openSpreadsheet(bytesSource(Uint8Array.from(bytes)), 'file', {
    reading,
    onPart: () => undefined,
  });
  if (!opened.ok) return opened;
  const sheets: ReadSheet[] = [];
  for (const { name, columns, rowCount } of opened.value.info.sheets) {
    const rows = opened.value.rows(name, columns.slice(0, 100), 0, SHOWN_ROWS);
    if (!rows.ok) return err(rows.error);
    sheets.push({ name, columnCount: columns.length, rowCount, rows: rows.value.rows });
  }
  return { ok: true, value: sheets };
}
