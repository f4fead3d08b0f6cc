import { err, ok, type Result } from '#model/kernel/result.ts';
import { findCloudFile } from '../../cloud/cloud-files.ts';
import { findQuery } from '../../connections/query-store.ts';
import { readWebAddress } from '../../core/net/web-address.ts';
import { invalid, type ApiError } from '../../core/api-error.ts';
import type { AskedSchedule } from './schedules.ts';
import { findTemplate } from '../../templates/template-rows.ts';
import type { V1Context } from '../../api-v1/context.ts';
import { MAX_REQUEST_LENGTH } from '../run-body.ts';
import { apiErrorOf } from '../run-body-reader.ts';
import { ROW_WAYS, type RunInput } from '../run-input.ts';
import { rowsFile } from '../rows-file.ts';
import { targetOf } from '../run-target.ts';
import type { CoreServices } from '../../core/services.ts';

/**
 * The parts of a run's request that are stored: its webhook has a secret, and is sealed. Everything it names must
 * belong to the account. An error names the field, as `run.template`.
 */
export async function keptRun(
  { services, user }: Pick<V1Context<Pick<CoreServices, 'db'>>, 'services' | 'user'>,
  { webhook, ...request }: RunInput,
): Promise<Result<Pick<AskedSchedule, 'request' | 'webhook'>, ApiError>> {
  if (ROW_WAYS.filter((way) => request[way] !== undefined).length > 1)
    return err(invalid('run.rows', 'request.invalid', { field: 'run.rows' }));
  // Including rows, which are stored with the schedule.
  const text = JSON.stringify(request);
  if (text.length > MAX_REQUEST_LENGTH) return err(invalid('run', 'request.tooLarge'));
  const rows = request.rows === undefined ? ok(null) : rowsFile(request.rows);
  if (!rows.ok) return err(at(`run.${rows.error.field}`, apiErrorOf(rows.error)));
  if (webhook !== undefined && readWebAddress(webhook.url) === null) {
    return err(invalid('run.webhook.url', 'net.address'));
  }
  if (request.url !== undefined && readWebAddress(request.url) === null) return err(invalid('run.url', 'net.address'));
  const { db } = services;
  const template = await findTemplate(db, user.id, request.template);
  if (!template.ok) return err(at('run.template', template.error));
  const target = await targetOf({ services, user }, request);
  if (!target.ok) return err(at(`run.${target.error.data?.['field'] ?? 'format'}`, target.error));
  if (request.query !== undefined) {
    const query = await findQuery(services.db, user.id, request.query.id);
    if (!query.ok) return err(at('run.query', query.error));
  }
  if (request.spreadsheet !== undefined) {
    const file = await findCloudFile(db, user.id, request.spreadsheet);
    if (!file.ok) return err(at('run.spreadsheet', file.error));
  }
  return ok({ request: text, webhook: webhook ?? null });
}

function at(field: string, refused: ApiError): ApiError {
  return { ...refused, data: { ...refused.data, field } };
}
