import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import { clientAddress, countedFor } from '../../core/net/client-address.ts';
import type { ScheduleRow, User } from '../../core/database/tables.ts';
import { disconnectSignal } from '../../http/answers.ts';
import type { Count } from '../../http/rate-counts.ts';
import { noteUser } from '../../core/observe/request-log.ts';
import { requestLanguage } from '../../core/messages.ts';
import { invalid, apiError } from '../../core/api-error.ts';
import { findTriggered } from './schedules.ts';
import { openSigningKey, signedMessageId } from './trigger-secret.ts';
import { faultOf, idempotencyKey } from '../../api-v1/context.ts';
import { fireSchedule, firingNow, type FiringServices } from './fire-schedule.ts';
import { sendNamed, sendRefused } from '../../api-v1/problem-answer.ts';
import { bytesOf, sendBodyFault, takeRawBodies, type RunBodyReader } from '../run-body-reader.ts';
import { sendStarted } from './v1-calls.ts';
import { triggerInput } from './schedule-input.ts';
import { V1_CALLS } from '../../api-v1/v1-calls.ts';

const INPUT = Compile(triggerInput);
const BODY_BYTES = 5 * 1024 * 1024;
/** Unknown trigger addresses, of one client in a minute. */
const WRONG_TRIGGERS = 60;

/**
 * Starts the run of a schedule on a request to its address. The raw body is needed for its signature; a signed message
 * fires once, an unsigned one once per idempotency key.
 */
export async function addTriggerCall(
  app: FastifyInstance,
  services: FiringServices,
  count: Count,
  read: RunBodyReader,
): Promise<void> {
  const { method, url, perMinute } = V1_CALLS.trigger;
  takeRawBodies(app);
  const triggered = new WeakMap<FastifyRequest, { readonly schedule: ScheduleRow; readonly user: User }>();
  app.route({
    method,
    url,
    bodyLimit: BODY_BYTES,
    // Before the body is read: anybody can send one.
    onRequest: async (request, reply) => {
      const { db } = services;
      const language = requestLanguage(request.headers);
      const { secret = '' } = request.params as { readonly secret?: string };
      const schedule = await findTriggered(db, secret);
      const user =
        schedule === null
          ? undefined
          : await db
              .selectFrom('user')
              .selectAll()
              .where('id', '=', schedule.user_id)
              .where('blocked_at', 'is', null)
              .executeTakeFirst();
      const counted =
        schedule === null ? countedFor(clientAddress(request.ip), WRONG_TRIGGERS) : [[schedule.id, perMinute] as const];
      for (const [who, max] of counted) {
        const seconds = count(`v1 ${schedule === null ? 'no trigger' : 'trigger'} ${who}`, max);
        if (seconds === null) continue;
        return sendNamed(reply.header('retry-after', seconds), language, 429, 'request.tooMany', { seconds });
      }
      if (schedule === null || user === undefined) return sendNamed(reply, language, 404, 'trigger.notFound');
      noteUser(request, user.id);
      triggered.set(request, { schedule, user });
      return undefined;
    },
    handler: async (request, reply) => {
      const { now, secrets } = services;
      const language = requestLanguage(request.headers);
      const found = triggered.get(request);
      if (found === undefined) return sendNamed(reply, language, 404, 'trigger.notFound');
      const { schedule, user } = found;
      const bytes = bytesOf(request);
      let once = idempotencyKey(request);
      if (schedule.signing !== null) {
        const signing = openSigningKey(secrets, schedule.id, schedule.signing);
        const id = signedMessageId(signing, request.headers, bytes, Math.floor(now() / 1000));
        if (id === null) return sendNamed(reply, language, 401, 'trigger.unsigned');
        once = { ok: true, value: id };
      }
      if (!once.ok) return sendRefused(reply, language, once.error);
      if (schedule.state !== 'on') return sendRefused(reply, language, apiError('changedMeanwhile', 'schedule.rests'));
      const given = await read({ bytes, digested: 'rows', userId: user.id }, disconnectSignal(reply));
      if (!given.ok) return sendBodyFault(reply, language, given.error);
      const { rows, way, digest } = given.value;
      const others: unknown = JSON.parse(given.value.request);
      if (!INPUT.Check(others)) return sendRefused(reply, language, faultOf(INPUT, others));
      if (way !== null && way !== 'rows') {
        return sendRefused(reply, language, invalid('', 'request.invalid', { field: '' }));
      }
      const firing = { ...firingNow(services, 'trigger', once.value), given: { rows, digest } };
      return sendStarted({ services, reply, language }, await fireSchedule(services, user, schedule, firing));
    },
  });
}
