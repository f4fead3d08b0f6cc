import { setTimeout as wait } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { Compile } from 'typebox/compile';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { audit } from '../audit/audit.ts';
import { findCloudFile } from '../cloud/cloud-files.ts';
import { clientAddress } from '../http/client-address.ts';
import { keyOf } from '../files/file-store.ts';
import { readWebAddress } from '../net/web-address.ts';
import { invalid, type Refusal } from '../outcomes/outcome.ts';
import { problemText } from '../outcomes/problem-texts.ts';
import { RUN_LIMITS } from '../runs/run-settings.ts';
import { cancelRun, dropRun, findOwnRun, isOpen, pageOf, problemOf, reportOf } from '../runs/runs.ts';
import { readBlob, runFilesOf } from '../runs/run-files.ts';
import { startRun as start, type RowsFile } from '../runs/start-run.ts';
import type { V1Context, V1Handler } from './context.ts';
import { sendNamed, sendProblem, sendRefused, type NamedFault } from './problem-answer.ts';
import { previewInput, rowsFile, runInput, settingsOf, type PreviewInput, type RunInput } from './run-input.ts';
import { runInfo } from './run-info.ts';
import { paging } from './template-calls.ts';

const RUN = Compile(runInput);
const PREVIEW = Compile(previewInput);
const PREVIEW_MS = 30_000;
const LOOK_MS = 100;
const TYPES = { png: 'image/png', pdf: 'application/pdf', svg: 'image/svg+xml' } as const;
const KEY = /^[\x21-\x7e]{1,100}$/;

/** The field that is wrong, as `rows.3.code`. */
function faultOf(check: typeof RUN | typeof PREVIEW, body: unknown): Refusal {
  const field = (check.Errors(body)[0]?.instancePath ?? '').replace(/^\//, '').replaceAll('/', '.');
  return invalid(field, 'request.invalid', { field });
}

export const startRun: V1Handler = async ({ services, user, tokenId, request, reply, language }) => {
  const body: unknown = request.body ?? {};
  if (!RUN.Check(body)) return sendRefused(reply, language, faultOf(RUN, body));
  const ways = ['rows', 'csv', 'file', 'spreadsheet'].filter((name) => Reflect.get(body, name) !== undefined);
  if (ways.length > 1)
    return sendRefused(reply, language, invalid('rows', 'request.invalid', { field: ways.join(', ') }));
  const key = request.headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !KEY.test(key))) {
    return sendRefused(reply, language, invalid('Idempotency-Key', 'request.invalid', { field: 'Idempotency-Key' }));
  }
  if (body.webhook !== undefined && readWebAddress(body.webhook.url) === null) {
    return sendRefused(reply, language, invalid('webhook.url', 'net.address'));
  }
  const rows = await rowsOf({ services, user }, body);
  if (!rows.ok) return sendRefused(reply, language, rows.error);
  const started = await start(
    services,
    user,
    {
      tokenId,
      templateId: body.template,
      version: body.version ?? null,
      settings: settingsOf(body, services.now()),
      rows: rows.value,
      webhook: body.webhook ?? null,
      idempotencyKey: key ?? null,
      body: JSON.stringify(body),
    },
    RUN_LIMITS,
  );
  if (!started.ok) return sendRefused(reply, language, started.error);
  const { run, isNew } = started.value;
  if (isNew) await note({ services, user, request }, 'runStarted', run.id, tokenId);
  return reply
    .status(isNew ? 202 : 200)
    .header('location', `/v1/runs/${run.id}`)
    .send(runInfo(run, language));
};

async function note(
  { services, user, request }: Pick<V1Context, 'services' | 'user' | 'request'>,
  event: 'runStarted' | 'runCancelled',
  run: string,
  token: string,
): Promise<void> {
  const address = clientAddress(request.ip);
  const entry = { event, outcome: 'done', userId: user.id, address, details: { run, token } } as const;
  await audit(services.db, entry, services.now());
}

async function rowsOf(
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

export const preview: V1Handler = async ({ services, user, tokenId, request, reply, language, param }) => {
  const body: PreviewInput | object = request.body ?? {};
  if (!PREVIEW.Check(body)) return sendRefused(reply, language, faultOf(PREVIEW, body));
  const { row, version, format = 'png', dpi, texts } = body;
  const more = { ...(dpi === undefined ? {} : { dpi }), ...(texts === undefined ? {} : { texts }) };
  const settings = settingsOf({ format, ...more }, services.now());
  const started = await start(
    services,
    user,
    {
      tokenId,
      templateId: param('id'),
      version: version ?? null,
      settings: { ...settings, preview: true },
      rows: row === undefined ? null : rowsFile([row]),
      webhook: null,
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
    const [file] = await runFilesOf(services.db, id, 'pages');
    const page = file === undefined ? await pageOf(services, run.value, 1) : await readBlob(services.blobs, file.key);
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
    // Previews last a moment. A text that holds the same words has them with other quotes.
    .where('settings', 'not like', '%"preview":true%')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return reply.send({ items: list.map((run) => runInfo(run, language)) });
};

export const cancel: V1Handler = async (context) => {
  const { services, user, reply, language, param, tokenId } = context;
  const run = await findOwnRun(services, user.id, param('id'));
  if (!run.ok) return sendRefused(reply, language, run.error);
  if (await cancelRun(services, run.value)) await note(context, 'runCancelled', run.value.id, tokenId);
  const after = await findOwnRun(services, user.id, param('id'));
  return after.ok ? reply.send(runInfo(after.value, language)) : sendRefused(reply, language, after.error);
};
