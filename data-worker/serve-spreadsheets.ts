import { expose } from 'comlink';
import { problem } from '#model/kernel/problem.ts';
import { spreadsheetKey, type SpreadsheetKey, type SpreadsheetRef } from '#model/elements/base/reading.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { SpreadsheetWorkerApi } from '#protocol/spreadsheet.ts';
import { blobSource, openSpreadsheet, type OpenedSpreadsheet } from './open-spreadsheet.ts';
import { sparingly } from './pace.ts';
import { saveTable } from './save-table.ts';
import { createTableViews } from './table-views.ts';

/** More than the first rows of any table need. */
const PREVIEW_BYTES = 256 * 1024;

/** Milliseconds between two progress messages. */
const PROGRESS_MS = 100;

const opened = new Map<SpreadsheetKey, OpenedSpreadsheet>();

const find = (spreadsheet: SpreadsheetRef): OpenedSpreadsheet | undefined => opened.get(spreadsheetKey(spreadsheet));

const api: SpreadsheetWorkerApi<Blob> = {
  async open(file, fileName, reading, onProgress, onPart) {
    let key: SpreadsheetKey | null = null;
    const keep = (spreadsheet: OpenedSpreadsheet): void => {
      key = spreadsheetKey(spreadsheet.info);
      opened.set(key, spreadsheet);
    };
    const spreadsheet = await openSpreadsheet(blobSource(file), fileName, {
      reading,
      onProgress: sparingly(onProgress, PROGRESS_MS),
      onPart(part) {
        keep(part);
        onPart(part.info);
      },
    });
    if (spreadsheet.ok) {
      keep(spreadsheet.value);
      return ok(spreadsheet.value.info);
    }
    // The shown part may be wrong.
    if (key !== null) opened.delete(key);
    return spreadsheet;
  },
  rows(spreadsheet, sheet, columns, first, count) {
    const found = find(spreadsheet);
    return Promise.resolve(
      found === undefined ? err(problem('data.notConnected')) : found.rows(sheet, columns, first, count),
    );
  },
  edit(spreadsheet, sheet, edits) {
    const found = find(spreadsheet)?.sheet(sheet);
    if (found === undefined) return Promise.resolve(err(problem('data.notConnected')));
    return Promise.resolve(found.ok ? found.value.edit(edits) : found);
  },
  async save(spreadsheet, name, format) {
    const sheet = find(spreadsheet)?.sheet(name);
    if (sheet === undefined) return err(problem('data.notConnected'));
    return sheet.ok ? saveTable(sheet.value, format) : sheet;
  },
  views: createTableViews(find),
  async preview(file, fileName, reading, count) {
    // The user sees in the rows whether the encoding is right.
    const options = { reading, guessesEncoding: true, headBytes: PREVIEW_BYTES };
    const spreadsheet = await openSpreadsheet(blobSource(file), fileName, options);
    if (!spreadsheet.ok) return spreadsheet;
    const { info } = spreadsheet.value;
    const rows = [];
    for (const { name, columns } of info.sheets) {
      const window = spreadsheet.value.rows(name, columns, 0, count);
      if (!window.ok) return window;
      rows.push(window.value.rows);
    }
    return ok({ info, rows });
  },
  close(spreadsheet) {
    opened.delete(spreadsheetKey(spreadsheet));
    return Promise.resolve(null);
  },
};

/** Makes this worker a data worker. */
export function serveSpreadsheets(): void {
  expose(api);
}
