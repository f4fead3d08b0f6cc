import { buffer } from 'node:stream/consumers';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { findCloudFile } from '../cloud/cloud-files.ts';
import { keyOf } from '../files/file-store.ts';
import { invalid, type Refusal } from '../outcomes/outcome.ts';
import type { RowsFile } from '../runs/start-run.ts';
import type { V1Context } from './context.ts';
import { rowsFile, type RunInput } from './run-input.ts';

/** The rows of a run that is asked for; null where it needs none. */
export async function rowsOf(
  { services, user }: Pick<V1Context, 'services' | 'user'>,
  { rows, csv, file, spreadsheet }: RunInput,
): Promise<Result<RowsFile | null, Refusal>> {
  if (rows !== undefined) return ok(rowsFile(rows));
  if (csv !== undefined) return ok({ fileName: 'rows.csv', numbersFrom: 'sheet', bytes: Buffer.from(csv) });
  if (file !== undefined) {
    return ok({ fileName: file.name, numbersFrom: 'sheet', bytes: Buffer.from(file.base64, 'base64') });
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
