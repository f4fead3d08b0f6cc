import { buffer } from 'node:stream/consumers';
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { Compile } from 'typebox/compile';
import { ok } from '#model/kernel/result.ts';
import { DEFAULT_DPI } from '#protocol/printer-info.ts';
import { disconnectSignal } from '../http/answers.ts';
import { readWebAddress } from '../core/net/web-address.ts';
import { invalid } from '../core/api-error.ts';
import { problemText } from '../core/messages.ts';
import { isFilePerPage, RUN_LIMITS } from './run-settings.ts';
import { cancelRun, dropRun, findOwnRun, isOpen, problemOf } from './runs.ts';
import { openJoinedPages, pageOf } from './run-results.ts';
import { labelsOf } from './sent-files.ts';
import { hashOf, startFault, startRun as start, type StartRunServices } from './start-run.ts';
import { faultOf, idempotencyKey, note, type V1Context, type V1Handler } from '../api-v1/context.ts';
import { sendNamed, sendProblem, sendRefused, type NamedFault } from '../api-v1/problem-answer.ts';
import { bytesOf, apiErrorOf, sendBodyFault, SMALL_BYTES, type RunBodyReader } from './run-body-reader.ts';
import { previewInput, ROW_WAYS, runInput, settingsOf, type PreviewInput } from './run-input.ts';
import { rowsFile } from './rows-file.ts';
import { targetOf } from './run-target.ts';
import { runInfo } from './run-info.ts';
import { rowsOf } from './run-rows.ts';
import { paging } from '../templates/v1-calls.ts';
import type { CoreServices } from '../core/services.ts';
import type { QueryServices } from '../connections/query-runner.ts';

const RUN = Compile(runInput);
const PREVIEW = Compile(previewInput);
const PREVIEW_MS = 30_000;
const POLL_MS = 100;
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
    const disconnected = disconnectSignal(reply);
    const given = await read({ bytes, digested: 'body', userId: user.id }, disconnected);
    if (!given.ok) return sendBodyFault(reply, language, given.error);
    const { rows, way, digest } = given.value;
    const body: unknown = JSON.parse(given.value.request);
    if (!RUN.Check(body)) return sendRefused(reply, language, faultOf(RUN, body));
    const ways = ROW_WAYS.filter((name) => name === way || body[name] !== undefined);
    if (ways.length > 1)
      return sendRefused(reply, language, invalid('rows', 'request.invalid', { field: ways.join(', ') }));
    if (body.webhook !== undefined && readWebAddress(body.webhook.url) === null) {
      return sendRefused(reply, language, invalid('webhook.url', 'net.address'));
    }
    const target = await targetOf({ services, user }, body);
    if (!target.ok) return sendRefused(reply, language, target.error);
    if (body.where !== undefined && ways.length === 0) {
      return sendRefused(reply, language, invalid('where', 'request.invalid', { field: 'where' }));
    }
    const started = await start(
      services,
      user,
      {
        tokenId,
        templateId: body.template,
        version: body.version ?? null,
        settings: settingsOf(body, target.value, services.now()),
        rows: async () => (rows === null ? rowsOf({ services, user, disconnected }, body) : ok(rows)),
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

export const preview: V1Handler<StartRunServices & Pick<CoreServices, 'files'>> = async ({
  services,
  user,
  tokenId,
  request,
  reply,
  language,
  param,
}) => {
  const body: PreviewInput | object = request.body ?? {};
  if (!PREVIEW.Check(body)) return sendRefused(reply, language, faultOf(PREVIEW, body));
  const { row, version, format = 'png', dpi, texts } = body;
  const target = { format, dpi: dpi ?? DEFAULT_DPI };
  const settings = settingsOf(texts === undefined ? {} : { texts }, target, services.now());
  const rows = row === undefined ? ok(null) : rowsFile([row]);
  if (!rows.ok) return sendRefused(reply, language, apiErrorOf(rows.error));
  const started = await start(
    services,
    user,
    {
      tokenId,
      templateId: param('id'),
      version: version ?? null,
      settings: { ...settings, preview: true },
      rows: async () => rows,
      webhook: null,
      priority: 'normal',
      idempotencyKey: null,
      bodyHash: hashOf(''),
    },
    RUN_LIMITS,
  );
  if (!started.ok) return sendRefused(reply, language, started.error);
  const { id } = started.value.run;
  // Deleted before the answer is sent: the next list of runs doesn't include it.
  const answer = await previewed({ services, user, reply, language }, id, format, disconnectSignal(reply)).finally(() =>
    dropRun(services, id),
  );
  return answer();
};

/** Waits for a preview's result, and returns a function that sends it. */
async function previewed(
  {
    services,
    user,
    reply,
    language,
  }: Pick<V1Context<Pick<CoreServices, 'db' | 'blobs' | 'queue' | 'now'>>, 'services' | 'user' | 'reply' | 'language'>,
  id: string,
  format: NonNullable<PreviewInput['format']>,
  disconnected: AbortSignal,
): Promise<() => FastifyReply> {
  const until = Date.now() + PREVIEW_MS;
  for (;;) {
    const run = await findOwnRun(services, user.id, id);
    if (!run.ok) return () => sendRefused(reply, language, run.error);
    if (isOpen(run.value) && Date.now() < until && !disconnected.aborted) {
      await wait(POLL_MS, undefined, { signal: disconnected }).catch(() => undefined);
      continue;
    }
    if (isOpen(run.value)) {
      await cancelRun(services, run.value);
      return () => sendNamed(reply.header('retry-after', '10'), language, 503, 'server.busy', { seconds: 10 });
    }
    const why = problemOf(run.value);
    if (why !== null) return () => sendProblem(reply, 422, { code: why.code, detail: problemText(language, why) });
    if (run.value.pages > 0) {
      const page = isFilePerPage(format)
        ? await pageOf(services, run.value, 1)
        : await buffer(await openJoinedPages(services, run.value));
      if (page !== null) return () => reply.type(TYPES[format]).send(Buffer.from(page));
    }
    const faults: NamedFault[] = [];
    for await (const labels of labelsOf(services, run.value, language)) {
      for (const { row: at, errors } of labels) faults.push(...errors.map((error) => ({ ...error, row: at })));
    }
    return () => sendNamed(reply, language, 422, 'run.refused', {}, faults);
  }
}

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
