import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { disconnectSignal } from '../http/answers.ts';
import { problemText } from '../core/messages.ts';
import type { LabelRunRow } from '../core/database/tables.ts';
import type { CoreServices } from '../core/services.ts';
import type { V1Context } from '../api-v1/context.ts';
import { sendNamed, sendProblem, sendRefused } from '../api-v1/problem-answer.ts';
import { RUN_LIMITS } from './run-settings.ts';
import { cancelRun, dropRun, findOwnRun, isOpen, problemOf } from './runs.ts';
import { hashOf, startRun, type AskedRun, type StartRunServices } from './start-run.ts';

const LONGEST_MS = 30_000;
const POLL_MS = 100;

type Context = Pick<
  V1Context<StartRunServices & Pick<CoreServices, 'files'>>,
  'services' | 'user' | 'tokenId' | 'reply' | 'language'
>;

/** A function that sends an answer. */
export type Answer = () => FastifyReply;

/**
 * Answers a call with the result of a run that is in no list and is removed before the answer is sent. It uses up no
 * serial numbers. The run is canceled after 30 s, with the answer `server.busy`, or when the client disconnects.
 */
export async function answerWithRun(
  context: Context,
  asked: Pick<AskedRun, 'templateId' | 'version' | 'settings' | 'rows'>,
  answerOf: (run: LabelRunRow) => Promise<Answer>,
): Promise<FastifyReply> {
  const { services, user, tokenId, reply, language } = context;
  const settings = { ...asked.settings, preview: true };
  // The client waits for its answer: before the other runs of its user.
  const order = { tokenId, webhook: null, priority: 'high', idempotencyKey: null, bodyHash: hashOf('') } as const;
  const started = await startRun(services, user, { ...asked, ...order, settings }, RUN_LIMITS);
  if (!started.ok) return sendRefused(reply, language, started.error);
  const { id } = started.value.run;
  const answer = await ended(context, id, answerOf).finally(() => dropRun(services, id));
  return answer();
}

async function ended(
  { services, user, reply, language }: Context,
  id: string,
  answerOf: (run: LabelRunRow) => Promise<Answer>,
): Promise<Answer> {
  const disconnected = disconnectSignal(reply);
  const until = Date.now() + LONGEST_MS;
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
    return answerOf(run.value);
  }
}
