import { expose } from 'comlink';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { SpreadsheetWorkerApi } from '#protocol/spreadsheet.ts';
import { blobSource, openSpreadsheet, type OpenedSpreadsheet } from './open-spreadsheet.ts';

const opened = new Map<string, OpenedSpreadsheet>();

const api: SpreadsheetWorkerApi<Blob> = {
  async open(file, fileName, onProgress) {
    const spreadsheet = await openSpreadsheet(blobSource(file), fileName, { onProgress });
    if (!spreadsheet.ok) return spreadsheet;
    opened.set(spreadsheet.value.info.connection, spreadsheet.value);
    return ok(spreadsheet.value.info);
  },
  rows(connection, sheet, columns, first, count) {
    const spreadsheet = opened.get(connection);
    return Promise.resolve(
      spreadsheet === undefined ? err(problem('data.notConnected')) : spreadsheet.rows(sheet, columns, first, count),
    );
  },
  close(connection) {
    opened.delete(connection);
    return Promise.resolve(null);
  },
};

expose(api);
