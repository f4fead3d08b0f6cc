import { errorCodes, type FastifyInstance } from 'fastify';
import { PAYMENT_PROVIDERS } from '#protocol/api.ts';
import { isNestedTooDeep } from '#protocol/json-depth.ts';
import { isTaken, settle } from './settle.ts';
import { NOTIFY_PATH } from '../http/request-guards.ts';
import type { CoreServices } from '../core/services.ts';
import type { PaymentServices } from './payments/open-payments.ts';

const BODY_BYTES = 64 * 1024;

/**
 * Receives payment reports of providers. Their signatures over the raw body authenticate them. Unverified reports, and
 * those that don't fit their order, are rejected; a repeated one is answered like the first.
 */
export async function addNotifyRoutes(
  app: FastifyInstance,
  services: Pick<CoreServices, 'db' | 'report' | 'now'> & PaymentServices,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (request, body, done) => {
      const isJson = /\bjson\b/i.test(request.headers['content-type'] ?? '');
      if (isJson && isNestedTooDeep(body.toString())) done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY());
      else done(null, body);
    });
    scope.post<{ Params: { provider: string } }>(`${NOTIFY_PATH}:provider`, async (request, reply) => {
      const name = PAYMENT_PROVIDERS.find((one) => one === request.params.provider);
      const provider = name === undefined ? null : services.payments.find(name);
      if (provider?.notifications === undefined) return reply.callNotFound();
      const body = typeof request.body === 'string' ? request.body : '';
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([header, value]) => [header, Array.isArray(value) ? value[0] : value]),
      );
      const now = services.now();
      const read = await provider.notifications.read({ headers, body }, now);
      if (!read.ok) services.report(read.error.detail);
      const settled = read.ok && read.value !== null ? await settle(services.db, provider.name, read.value, now) : null;
      const answer = provider.notifications.answer(read.ok && (settled === null || isTaken(settled)));
      return reply.code(answer.status).type(answer.type).send(answer.body);
    });
  });
}
