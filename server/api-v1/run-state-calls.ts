import { Compile } from 'typebox/compile';
import type { AuditEvent } from '#protocol/api.ts';
import type { LabelRunRow } from '../database/tables.ts';
import { readWebAddress } from '../net/web-address.ts';
import { invalid } from '../outcomes/outcome.ts';
import { problemText } from '../outcomes/problem-texts.ts';
import { reprintRun } from '../runs/reprint-run.ts';
import { RUN_LIMITS } from '../runs/run-settings.ts';
import { cancelRun, findOwnRun, pauseRun, resumeRun } from '../runs/runs.ts';
import { hashOf } from '../runs/start-run.ts';
import type { Services } from '../services.ts';
import { faultOf, idempotencyKey, note } from './asked.ts';
import type { V1Handler } from './context.ts';
import { sendProblem, sendRefused } from './problem-answer.ts';
import { reprintInput } from './run-input.ts';
import { runInfo } from './run-info.ts';

const REPRINT = Compile(reprintInput);

/** A call that changes how a run stands; where there is nothing to change, the run stays as it is. */
function changing(event: AuditEvent, change: (services: Services, run: LabelRunRow) => Promise<boolean>): V1Handler {
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

export const cancel: V1Handler = changing('runCancelled', cancelRun);
export const pause: V1Handler = changing('runPaused', pauseRun);
export const resume: V1Handler = changing('runResumed', resumeRun);

export const reprint: V1Handler = async (context) => {
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
