import { buffer } from 'node:stream/consumers';
import { setImmediate as immediate } from 'node:timers/promises';
import { Compile } from 'typebox/compile';
import { ok } from '#model/kernel/result.ts';
import { DEFAULT_DPI } from '#protocol/printer-info.ts';
import { readWebAddress } from '../core/net/web-address.ts';
import { invalid } from '../core/api-error.ts';
import { isFilePerPage, RUN_LIMITS } from './run-settings.ts';
import { answerWithRun } from './answering-run.ts';
import { findOwnRun } from './runs.ts';
import { openJoinedPages, pageOf } from './run-results.ts';
import { labelsOf } from './sent-files.ts';
import { startFault, startRun as start, type StartRunServices } from './start-run.ts';
import { faultOf, idempotencyKey, note, type V1Handler } from '../api-v1/context.ts';
import { sendNamed, sendRefused, type NamedFault } from '../api-v1/problem-answer.ts';
import { bytesOf, apiErrorOf, readRowsRequest, SMALL_BYTES, type RunBodyReader } from './run-body-reader.ts';
import { previewInput, runInput, settingsOf, type PreviewInput } from './run-input.ts';
import { rowsFile } from './rows-file.ts';
import { targetOf } from './run-target.ts';
import { runInfo } from './run-info.ts';
import { rowsOf } from './run-rows.ts';
import { paging } from '../templates/v1-calls.ts';
import type { CoreServices } from '../core/services.ts';
import type { QueryServices } from '../connections/query-runner.ts';

const RUN = Compile(runInput);
const PREVIEW = Compile(previewInput);
const TYPES = { png: 'image/png', pdf: 'application/pdf', svg: 'image/svg+xml' } as const;

/** Takes the raw body: it may be large. */
export function createStartRun(
  read: RunBodyReader,
): V1Handler<StartRunServices & Pick<CoreServices, 'files' | 'net'> & QueryServices> {
  return async ({ services, user, tokenId, request, reply, language }) => {
    const key = idempotencyKey(request);
    if (!key.ok) return sendRefused(reply, language, key.error);
    const bytes = bytesOf(request);
    const full = bytes.length > SMALL_BYTES ? await startFault(services, user.id, key.value, RUN_LIMITS) : null;
    if (full !== null) return sendRefused(reply, language, full);
    const given = await readRowsRequest(read, RUN, { user, request, reply, language });
    if (!given.ok) return given.error();
    const { body, rows, pictures, digest, disconnected } = given.value;
    if (body.webhook !== undefined && readWebAddress(body.webhook.url) === null) {
      return sendRefused(reply, language, invalid('webhook.url', 'net.address'));
    }
    const target = await targetOf({ services, user }, body);
    if (!target.ok) return sendRefused(reply, language, target.error);
    const started = await start(
      services,
      user,
      {
        tokenId,
        templateId: body.template,
        version: body.version ?? null,
        settings: settingsOf(body, target.value, services.now()),
        rows: async () => (rows === null ? rowsOf({ services, user, disconnected }, body) : ok(rows)),
        pictures,
        webhook: body.webhook ?? null,
        priority: body.priority ?? 'normal',
        idempotencyKey: key.value,
        bodyHash: digest,
      },
      RUN_LIMITS,
    );
    if (!started.ok) return sendRefused(reply, language, started.error);
    const { run, isNew } = started.value;
    if (isNew) await note({ services, user, request, tokenId }, 'runStarted', { run: run.id });
    return reply
      .status(isNew ? 202 : 200)
      .header('location', `/v1/runs/${run.id}`)
      .send(await runInfo(services, run, language));
  };
}

export const preview: V1Handler<StartRunServices & Pick<CoreServices, 'files'>> = async (context) => {
  const { services, request, reply, language, param } = context;
  const body: PreviewInput | object = request.body ?? {};
  if (!PREVIEW.Check(body)) return sendRefused(reply, language, faultOf(PREVIEW, body));
  const { row, version, format = 'png', dpi, texts, language: texting } = body;
  const target = { format, dpi: dpi ?? DEFAULT_DPI };
  const chosen = { ...(texts === undefined ? {} : { texts }), ...(texting === undefined ? {} : { language: texting }) };
  const settings = settingsOf(chosen, target, services.now());
  const rows = row === undefined ? ok(null) : rowsFile([row]);
  if (!rows.ok) return sendRefused(reply, language, apiErrorOf(rows.error));
  const asked = { templateId: param('id'), version: version ?? null, settings, rows: async () => rows };
  return answerWithRun(context, asked, async (run) => {
    if (run.pages > 0) {
      const page = isFilePerPage(format)
        ? await pageOf(services, run, 1)
        : await buffer(await openJoinedPages(services, run));
      if (page !== null) return () => reply.type(TYPES[format]).send(Buffer.from(page));
    }
    const faults: NamedFault[] = [];
    for await (const labels of labelsOf(services, run, language)) {
      for (const { row: at, errors } of labels) faults.push(...errors.map((error) => ({ ...error, row: at })));
    }
    return () => sendNamed(reply, language, 422, 'run.refused', {}, faults);
  });
};

export const runs: V1Handler<Pick<CoreServices, 'db' | 'now'>> = async ({ services, user, reply, language, query }) => {
  const { page, size } = paging({ query });
  const ids = await services.db
    .selectFrom('label_run')
    .select('id')
    .where('user_id', '=', user.id)
    .where('preview', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const items: object[] = [];
  // One after the other, with other work in between: their settings may be long.
  for (const { id } of ids) {
    const run = await findOwnRun(services, user.id, id);
    if (run.ok) items.push(await runInfo(services, run.value, language));
    await immediate();
  }
  return reply.send({ items });
};
