import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from './call-route.ts';
import { requestLanguage } from '../outcomes/messages.ts';
import { invalid, refusal } from '../outcomes/outcome.ts';

/**
 * Answers only to names that are this server's. A page of another site can let its own name lead to this machine
 * ("DNS rebinding") and would then be of the same origin for the browser; its name still stands in `Host`.
 * `/healthz` and `/readyz` answer to any name: they tell nothing, and what watches a server often knows it by a name of
 * its own.
 */
export function addHostGuard(app: FastifyInstance, allowedHosts: readonly string[]): void {
  const allowed = new Set([...ownNames(), ...allowedHosts]);
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/healthz' || request.url === '/readyz') return;
    const host = hostName(request.host);
    if (host !== null && isAllowed(host, allowed)) return;
    const language = requestLanguage(request.headers);
    if (host === null) return sendRefusal(reply, language, invalid('Host', 'request.invalid', { field: 'Host' }), 400);
    return sendRefusal(reply, language, refusal('forbidden', 'request.unknownHost', { host }));
  });
}

/** Nobody can make an address or `localhost` lead elsewhere, so those are always allowed. `*.example.com` allows all names below it. */
function isAllowed(host: string, allowed: ReadonlySet<string>): boolean {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return true;
  if (host === 'localhost' || host.endsWith('.localhost') || allowed.has(host)) return true;
  const below = host.indexOf('.');
  return below > 0 && allowed.has(`*${host.slice(below)}`);
}

/** The machine's own name, by which others in its network call it. */
function ownNames(): string[] {
  const name = hostname().toLowerCase();
  return name === '' ? [] : [name, `${name}.local`];
}

/** Without the port, in small letters; null where it is no name of a host. */
function hostName(host: string): string | null {
  const url = URL.parse(`http://${host}`);
  return host === '' || url === null || url.pathname !== '/' || url.username !== '' ? null : url.hostname;
}
