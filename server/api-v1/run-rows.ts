import { buffer } from 'node:stream/consumers';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { findCloudFile } from '../cloud/cloud-files.ts';
import { keyOf } from '../files/file-store.ts';
import { fetchWebFile } from '../net/import-spreadsheet.ts';
import { invalid, type Refusal } from '../outcomes/outcome.ts';
import type { RowsFile } from '../runs/start-run.ts';
import type { V1Context } from './context.ts';
import { rowsFile, type RunInput } from './run-input.ts';

/** Longer than the limits of fetching allow. */
const FETCH_MS = 120_000;
const ENDING = /\.(?:xlsx|ods|xls|csv|json|xml)$/i;

/** The rows of a run that is asked for; null where it needs none. */
export async function rowsOf(
  { services, user }: Pick<V1Context, 'services' | 'user'>,
  { rows, csv, file, url, spreadsheet }: RunInput,
): Promise<Result<RowsFile | null, Refusal>> {
  if (rows !== undefined) return ok(rowsFile(rows));
  if (csv !== undefined) return ok({ fileName: 'rows.csv', numbersFrom: 'sheet', bytes: Buffer.from(csv) });
  if (file !== undefined) {
    return ok({ fileName: file.name, numbersFrom: 'sheet', bytes: Buffer.from(file.base64, 'base64') });
  }
  if (url !== undefined) {
    const signal = AbortSignal.timeout(FETCH_MS);
    const fetched = await fetchWebFile(services.net, { userId: user.id, address: url, signal });
    if (!fetched.ok) return err({ ...fetched.error, data: { ...fetched.error.data, field: 'url' } });
    const { name, bytes } = fetched.value;
    // What it is the reader tells from its bytes, but for files of records.
    const ending = ENDING.exec(name)?.[0].toLowerCase() ?? '.csv';
    return ok({ fileName: `rows${ending}`, numbersFrom: 'sheet', bytes });
  }
  if (spreadsheet === undefined) return ok(null);
  const found = await findCloudFile(services.db, user.id, spreadsheet);
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
