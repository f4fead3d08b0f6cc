import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { Compile } from 'typebox/compile';
import { ok } from '#model/kernel/result.ts';
import { DEFAULT_DPI } from '#protocol/printer-info.ts';
import { goneSignal } from '../http/call-route.ts';
import { readWebAddress } from '../net/web-address.ts';
import { invalid } from '../outcomes/outcome.ts';
import { problemText } from '../outcomes/problem-texts.ts';
import { RUN_LIMITS } from '../runs/run-settings.ts';
import { cancelRun, dropRun, findOwnRun, isOpen, pageOf, problemOf, reportOf } from '../runs/runs.ts';
import { openRunParts, runFilesOf } from '../runs/run-files.ts';
import { startRun as start } from '../runs/start-run.ts';
import { faultOf, idempotencyKey, note } from './asked.ts';
import type { V1Context, V1Handler } from './context.ts';
import { sendNamed, sendProblem, sendRefused, type NamedFault } from './problem-answer.ts';
import { previewInput, ROW_WAYS, rowsFile, runInput, settingsOf, type PreviewInput } from './run-input.ts';
import { targetOf } from './run-target.ts';
import { runInfo } from './run-info.ts';
import { rowsOf } from './run-rows.ts';
import { paging } from './template-calls.ts';

const RUN = Compile(runInput);
const PREVIEW = Compile(previewInput);
const PREVIEW_MS = 30_000;
const LOOK_MS = 100;
const TYPES = { png: 'image/png', pdf: 'application/pdf', svg: 'image/svg+xml' } as const;

export const startRun: V1Handler = async ({ services, user, tokenId, request, reply, language }) => {
  const body: unknown = request.body ?? {};
  if (!RUN.Check(body)) return sendRefused(reply, language, faultOf(RUN, body));
  const ways = ROW_WAYS.filter((name) => body[name] !== undefined);
  if (ways.length > 1)
    return sendRefused(reply, language, invalid('rows', 'request.invalid', { field: ways.join(', ') }));
  const key = idempotencyKey(request);
  if (!key.ok) return sendRefused(reply, language, key.error);
  if (body.webhook !== undefined && readWebAddress(body.webhook.url) === null) {
    return sendRefused(reply, language, invalid('webhook.url', 'net.address'));
  }
  const target = await targetOf({ services, user }, body);
  if (!target.ok) return sendRefused(reply, language, target.error);
  if (body.where !== undefined && ROW_WAYS.every((way) => body[way] === undefined)) {
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
      rows: () => rowsOf({ services, user, gone: goneSignal(reply) }, body),
      webhook: body.webhook ?? null,
      priority: body.priority ?? 'normal',
      idempotencyKey: key.value,
      body: JSON.stringify(body),
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

export const preview: V1Handler = async ({ services, user, tokenId, request, reply, language, param }) => {
  const body: PreviewInput | object = request.body ?? {};
  if (!PREVIEW.Check(body)) return sendRefused(reply, language, faultOf(PREVIEW, body));
  const { row, version, format = 'png', dpi, texts } = body;
  const target = { format, dpi: dpi ?? DEFAULT_DPI };
  const settings = settingsOf(texts === undefined ? {} : { texts }, target, services.now());
  const started = await start(
    services,
    user,
    {
      tokenId,
      templateId: param('id'),
      version: version ?? null,
      settings: { ...settings, preview: true },
      rows: async () => ok(row === undefined ? null : rowsFile([row])),
      webhook: null,
      priority: 'normal',
      idempotencyKey: null,
      body: '',
    },
    RUN_LIMITS,
  );
  if (!started.ok) return sendRefused(reply, language, started.error);
  const { id } = started.value.run;
  // Forgotten before the answer goes: who asks for the runs next finds none of this.
  const answer = await previewed({ services, user, reply, language }, id, format).finally(() => dropRun(services, id));
  return answer();
};

/** Waits for what a preview's run makes, and gives the way to answer with it. */
async function previewed(
  { services, user, reply, language }: Pick<V1Context, 'services' | 'user' | 'reply' | 'language'>,
  id: string,
  format: NonNullable<PreviewInput['format']>,
): Promise<() => FastifyReply> {
  const until = Date.now() + PREVIEW_MS;
  for (;;) {
    const run = await findOwnRun(services, user.id, id);
    if (!run.ok) return () => sendRefused(reply, language, run.error);
    if (isOpen(run.value) && Date.now() < until) {
      await wait(LOOK_MS);
      continue;
    }
    if (isOpen(run.value)) {
      await cancelRun(services, run.value);
      return () => sendNamed(reply.header('retry-after', '10'), language, 503, 'server.busy', { seconds: 10 });
    }
    const why = problemOf(run.value);
    if (why !== null) return () => sendProblem(reply, 422, { code: why.code, detail: problemText(language, why) });
    const parts = await runFilesOf(services.db, id, 'pages');
    const page =
      parts.length === 0 ? await pageOf(services, run.value, 1) : await buffer(openRunParts(services.blobs, parts));
    if (page !== null && run.value.pages > 0) return () => reply.type(TYPES[format]).send(Buffer.from(page));
    const faults = (await reportOf(services, run.value)).flatMap(({ row: at, problems }) =>
      problems.map(({ elementName: field, problem }): NamedFault => ({
        code: problem.code,
        detail: problemText(language, problem),
        row: at,
        field,
      })),
    );
    return () => sendNamed(reply, language, 422, 'run.refused', {}, faults);
  }
}

export const runs: V1Handler = async ({ services, user, reply, language, query }) => {
  const { page, size } = paging({ query });
  const list = await services.db
    .selectFrom('label_run')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('preview', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return reply.send({ items: await Promise.all(list.map((run) => runInfo(services, run, language))) });
};
