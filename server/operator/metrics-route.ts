import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { sendRefusal } from '../http/answers.ts';
import { requestLanguage } from '../core/errors/messages.ts';
import { refusal } from '../core/errors/api-error.ts';

/** `/metrics`: to this machine itself, or to whoever has the token. To anybody else it is as if it were not there. */
export function addMetrics(app: FastifyInstance, registry: Registry, token: string | null): void {
  app.get('/metrics', async (request, reply) => {
    if (token === null ? !isOwnMachine(request) : !hasToken(request, token)) {
      return sendRefusal(reply, requestLanguage(request.headers), refusal('notFound', 'request.unknownPath'));
    }
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

/** A proxy on this machine that the server was not told of would make everybody look like this machine. */
function isOwnMachine({ ip, headers, ips }: FastifyRequest): boolean {
  const proxied =
    headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers.via !== undefined;
  return /^(?:127\.|::1$|::ffff:127\.)/.test(ip) && (!proxied || ips !== undefined);
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}
