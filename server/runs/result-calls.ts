import { Readable } from 'node:stream';
import { isFilePerPage } from './run-settings.ts';
import { findOwnRun, isOpen } from './runs.ts';
import { pageOf } from './run-results.ts';
import type { V1Handler } from '../api-v1/context.ts';
import { sendNamed, sendRefused } from '../api-v1/problem-answer.ts';
import { attemptsOf } from './attempts.ts';
import { hasPages, labelsOf, mediaOf, sendPages, sendReportTable, type ReportedLabel } from './sent-files.ts';
import { runInfo, attemptInfo } from './run-info.ts';
import type { CoreServices } from '../core/services.ts';

export const run: V1Handler<Pick<CoreServices, 'db' | 'now'>> = async ({ services, user, reply, language, param }) => {
  const found = await findOwnRun(services, user.id, param('id'));
  return found.ok
    ? reply.send(await runInfo(services, found.value, language))
    : sendRefused(reply, language, found.error);
};

export const pages: V1Handler<Pick<CoreServices, 'db' | 'blobs'>> = async ({
  services,
  user,
  reply,
  language,
  param,
}) => {
  const found = await findOwnRun(services, user.id, param('id'));
  if (!found.ok) return sendRefused(reply, language, found.error);
  if (!hasPages(found.value)) return sendNamed(reply, language, 409, 'run.notDone');
  return sendPages(services, reply, found.value);
};

export const page: V1Handler<Pick<CoreServices, 'db' | 'blobs'>> = async ({
  services,
  user,
  reply,
  language,
  param,
}) => {
  const found = await findOwnRun(services, user.id, param('id'));
  if (!found.ok) return sendRefused(reply, language, found.error);
  const { format, state } = found.value;
  if (state !== 'done') return sendNamed(reply, language, 409, 'run.notDone');
  const wanted = param('page');
  const number = /^[1-9]\d{0,8}$/.test(wanted) && isFilePerPage(format) ? Number(wanted) : 0;
  const bytes = number === 0 ? null : await pageOf(services, found.value, number);
  if (bytes === null) return sendNamed(reply, language, 404, 'run.noSuchPage');
  return reply.type(mediaOf(format)).send(Buffer.from(bytes));
};

export const report: V1Handler<Pick<CoreServices, 'db' | 'blobs' | 'now'>> = async ({
  services,
  user,
  reply,
  language,
  param,
  query,
}) => {
  const found = await findOwnRun(services, user.id, param('id'));
  if (!found.ok) return sendRefused(reply, language, found.error);
  if (isOpen(found.value)) return sendNamed(reply, language, 409, 'run.notDone');
  const labels = labelsOf(services, found.value, language);
  if (query('format') === 'csv') return sendReportTable(reply, labels);
  const tries = (await attemptsOf(services.db, found.value.id)).map((one) => attemptInfo(one, language));
  const info = await runInfo(services, found.value, language);
  return reply.type('application/json; charset=utf-8').send(Readable.from(reportText(info, labels, tries)));
};

/** The report as JSON, piece by piece. */
async function* reportText(
  info: object,
  report: AsyncIterable<readonly ReportedLabel[]>,
  tries: readonly object[],
): AsyncGenerator<string> {
  yield `{"run":${JSON.stringify(info)},"labels":[`;
  let before = '';
  for await (const labels of report) {
    if (labels.length === 0) continue;
    yield before + labels.map((label) => JSON.stringify(label)).join(',');
    before = ',';
  }
  yield `],"tries":${JSON.stringify(tries)}}`;
}
