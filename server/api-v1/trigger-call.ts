import type { FastifyInstance } from 'fastify';
import { Compile } from 'typebox/compile';
import { isNestedTooDeep } from '#protocol/json-depth.ts';
import type { Count } from '../http/rate-counts.ts';
import { noteUser } from '../observe/request-log.ts';
import { requestLanguage } from '../outcomes/messages.ts';
import { refusal } from '../outcomes/outcome.ts';
import { findTriggered } from '../schedules/schedules.ts';
import { openSigningKey, signedMessageId } from '../schedules/trigger-secret.ts';
import type { Services } from '../services.ts';
import { faultOf, idempotencyKey } from './asked.ts';
import { fireSchedule, firingNow } from './fire-schedule.ts';
import { sendNamed, sendRefused } from './problem-answer.ts';
import { sendStarted } from './schedule-calls.ts';
import { triggerInput } from './schedule-input.ts';
import { V1_CALLS } from './v1-calls.ts';

const INPUT = Compile(triggerInput);
const BODY_BYTES = 5 * 1024 * 1024;
/** Addresses that trigger nothing, of one machine in a minute. */
const WRONG_TRIGGERS = 60;

/**
 * Starts the run of a schedule for whoever knows its address. The body is read as it came, for its signature; what is signed
 * happens once for each message, and for each idempotency key where it is not.
 */
export async function addTriggerCall(app: FastifyInstance, services: Services, count: Count): Promise<void> {
  const { method, url, perMinute } = V1_CALLS.trigger;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.route({
    method,
    url,
    bodyLimit: BODY_BYTES,
    handler: async (request, reply) => {
      const { db, now, secrets } = services;
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
      const [key, max] =
        schedule === null ? [`v1 no trigger ${request.ip}`, WRONG_TRIGGERS] : [`v1 trigger ${schedule.id}`, perMinute];
      const seconds = count(key, max);
      if (seconds !== null) {
        return sendNamed(reply.header('retry-after', seconds), language, 429, 'request.tooMany', { seconds });
      }
      if (schedule === null || user === undefined) return sendNamed(reply, language, 404, 'trigger.notFound');
      noteUser(request, user.id);
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      let once = idempotencyKey(request);
      if (schedule.signing !== null) {
        const signing = openSigningKey(secrets, schedule.id, schedule.signing);
        const id = signedMessageId(signing, request.headers, bytes, Math.floor(now() / 1000));
        if (id === null) return sendNamed(reply, language, 401, 'trigger.unsigned');
        once = { ok: true, value: id };
      }
      if (!once.ok) return sendRefused(reply, language, once.error);
      const body = parsed(bytes);
      if (body === undefined) return sendNamed(reply, language, 400, 'request.invalid', { field: '' });
      if (!INPUT.Check(body)) return sendRefused(reply, language, faultOf(INPUT, body));
      if (schedule.state !== 'on') return sendRefused(reply, language, refusal('changedMeanwhile', 'schedule.rests'));
      const firing = { ...firingNow(services, 'trigger', once.value), ...body };
      return sendStarted({ services, reply, language }, await fireSchedule(services, user, schedule, firing));
    },
  });
}

/** Undefined for what is no JSON; nothing at all is an empty object. */
function parsed(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  try {
    const text = bytes.toString('utf8');
    return isNestedTooDeep(text) ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
