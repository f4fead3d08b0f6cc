import { Compile } from 'typebox/compile';
import type { AuditEvent } from '#protocol/api.ts';
import type { LabelRunRow } from '../core/database/tables.ts';
import { readWebAddress } from '../core/net/web-address.ts';
import { invalid } from '../core/api-error.ts';
import { problemText } from '../core/messages.ts';
import { reprintRun } from './reprint-run.ts';
import { RUN_LIMITS } from './run-settings.ts';
import { cancelRun, findOwnRun, pauseRun, resumeRun } from './runs.ts';
import { hashOf, type AddRunServices } from './start-run.ts';
import { faultOf, idempotencyKey, note, type V1Handler } from '../api-v1/context.ts';
import { sendProblem, sendRefused } from '../api-v1/problem-answer.ts';
import { reprintInput } from './run-input.ts';
import { runInfo } from './run-info.ts';
import type { CoreServices } from '../core/services.ts';

type Needed = Pick<CoreServices, 'db' | 'queue' | 'now'>;

const REPRINT = Compile(reprintInput);

/** A call that changes the state of a run; without a change to make, the run stays unchanged. */
function changing(
  event: AuditEvent,
  change: (services: Needed, run: LabelRunRow) => Promise<boolean>,
): V1Handler<Needed> {
  return async (context) => {
    const { services, user, reply, language, param } = context;
    const run = await findOwnRun(services, user.id, param('id'));
    if (!run.ok) return sendRefused(reply, language, run.error);
    if (await change(services, run.value)) await note(context, event, { run: run.value.id });
    const after = await findOwnRun(services, user.id, param('id'));
    return after.ok
      ? reply.send(await runInfo(services, after.value, language))
      : sendRefused(reply, language, after.error);
  };
}

export const cancel: V1Handler<Needed> = changing('runCancelled', cancelRun);
export const pause: V1Handler<Needed> = changing('runPaused', pauseRun);
export const resume: V1Handler<Needed> = changing('runResumed', resumeRun);

export const reprint: V1Handler<AddRunServices> = async (context) => {
  const { services, user, tokenId, request, reply, language, param } = context;
  const body = request.body ?? {};
  if (!REPRINT.Check(body)) return sendRefused(reply, language, faultOf(REPRINT, body));
  const { labels = null, pages = null, priority, webhook = null } = body;
  if (labels !== null && pages !== null) {
    return sendRefused(reply, language, invalid('labels', 'request.invalid', { field: 'labels, pages' }));
  }
  if (webhook !== null && readWebAddress(webhook.url) === null) {
    return sendRefused(reply, language, invalid('webhook.url', 'net.address'));
  }
  const key = idempotencyKey(request);
  if (!key.ok) return sendRefused(reply, language, key.error);
  const first = await findOwnRun(services, user.id, param('id'));
  if (!first.ok) return sendRefused(reply, language, first.error);
  const asked = {
    tokenId,
    webhook,
    priority: priority ?? first.value.priority,
    idempotencyKey: key.value,
    bodyHash: hashOf(JSON.stringify({ reprint: first.value.id, ...body })),
  };
  const started = await reprintRun(services, user, first.value, { labels, pages }, asked, RUN_LIMITS);
  if (!started.ok) {
    const detail = problemText(language, started.error);
    const { code, path: field } = started.error;
    return sendProblem(reply, 422, {
      code,
      detail,
      errors: [{ code, detail, ...(field === undefined ? {} : { field }) }],
    });
  }
  if (!started.value.ok) return sendRefused(reply, language, started.value.error);
  const { run, isNew } = started.value.value;
  if (isNew) await note(context, 'runStarted', { run: run.id });
  return reply
    .status(isNew ? 202 : 200)
    .header('location', `/v1/runs/${run.id}`)
    .send(await runInfo(services, run, language));
};
