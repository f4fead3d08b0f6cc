import { buffer } from 'node:stream/consumers';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { findCloudFile } from '../cloud/cloud-files.ts';
import type { QueryServices } from '../connections/query-runner.ts';
import type { CoreServices } from '../core/services.ts';
import type { User } from '../core/database/tables.ts';
import { keyOf } from '../core/files/file-store.ts';
import { fetchWebFile } from '../connections/import-spreadsheet.ts';
import { invalid, type ApiError } from '../core/api-error.ts';
import type { RowsFile } from './start-run.ts';
import { sentFile } from './run-body.ts';
import type { ROW_WAYS, RunInput } from './run-input.ts';
import { apiErrorOf } from './run-body-reader.ts';
import { rowsFile } from './rows-file.ts';

const ENDING = /\.(?:xlsx|ods|xls|csv|json|xml)$/i;

interface RowsContext {
  readonly services: Pick<CoreServices, 'db' | 'files' | 'net'> & QueryServices;
  readonly user: User;
  /** Aborts when the client disconnects. */
  readonly disconnected: AbortSignal;
}

/** The rows of a run that is stored, from its source; null for none. */
export async function rowsOf(
  context: RowsContext,
  input: Pick<RunInput, (typeof ROW_WAYS)[number]>,
): Promise<Result<RowsFile | null, ApiError>> {
  const { rows, csv, file, spreadsheet, url, query } = input;
  const { services, user, disconnected } = context;
  const sent = rows === undefined ? sentFile(csv, file) : rowsFile(rows);
  if (!sent.ok) return err(apiErrorOf(sent.error));
  if (sent.value !== null) return sent;
  if (url !== undefined) {
    const fetched = await fetchWebFile(services.net, { userId: user.id, address: url, signal: disconnected });
    if (!fetched.ok) return err({ ...fetched.error, data: { ...fetched.error.data, field: 'url' } });
    const { name, bytes } = fetched.value;
    // The reader detects the type by the bytes, except for files of records.
    const ending = ENDING.exec(name)?.[0].toLowerCase() ?? '.csv';
    return ok({ fileName: `rows${ending}`, numbersFrom: 'sheet', bytes });
  }
  if (query !== undefined) {
    const sheet = await services.data.sheet(user.id, { id: query.id, values: query.parameters ?? {} }, disconnected);
    return sheet.ok ? ok({ fileName: 'rows.csv', numbersFrom: 1, bytes: sheet.value.bytes }) : sheet;
  }
  return spreadsheet === undefined ? ok(null) : cloudRows(context, spreadsheet);
}

async function cloudRows({ services, user }: RowsContext, id: string): Promise<Result<RowsFile, ApiError>> {
  const found = await findCloudFile(services.db, user.id, id);
  if (!found.ok) return found;
  const key = keyOf(found.value.url);
  const stored = await services.files.find(user.id, key);
  if (stored === null) return err(invalid('spreadsheet', 'file.notFound'));
  return ok({
    fileName: `rows${key.slice(key.lastIndexOf('.'))}`,
    numbersFrom: 'sheet',
    bytes: await buffer(stored.open()),
  });
}
