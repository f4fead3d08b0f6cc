import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { onlyHost } from '#protocol/request-host.ts';
import { sendApiError } from './answers.ts';
import { requestLanguage } from '../core/messages.ts';
import { invalid, apiError } from '../core/api-error.ts';

/**
 * Accepts only requests to this server's own names. A page of another site can let its own name resolve to this machine
 * ("DNS rebinding") and would then be of the same origin for the browser; its name is still in `Host`. `/healthz` and
 * `/readyz` answer to any name: they reveal nothing, and monitoring often uses a name of its own. The port is not
 * compared: a container or a proxy often maps it.
 */
export function addHostGuard(app: FastifyInstance, allowedHosts: readonly string[]): void {
  const allowed = new Set([...ownNames(), ...allowedHosts]);
  app.addHook('onRequest', async (request, reply) => {
    const sent = onlyHost(request.raw);
    // Only HTTP/1.0 has requests without a host (RFC 9112, section 3.2).
    const isSent = sent !== null && (sent !== '' || request.raw.httpVersion === '1.0');
    if (isSent && (request.url === '/healthz' || request.url === '/readyz')) return;
    const host = isSent ? hostName(request.host) : null;
    if (host !== null && isAllowed(host, allowed)) return;
    const language = requestLanguage(request.headers);
    if (host === null) return sendApiError(reply, language, invalid('Host', 'request.invalid', { field: 'Host' }), 400);
    return sendApiError(reply, language, apiError('forbidden', 'request.unknownHost', { host }));
  });
}

/**
 * The target without the scheme and host that a client may put before its path (RFC 9112, section 3.2.2), if that host
 * equals its `Host` header. Any other target stays unchanged, and the guard rejects it.
 */
export function pathOfTarget({ url = '/', headers: { host = '' } }: IncomingMessage): string {
  const [named = '', target] = /^https?:\/\/([^/?#]+)/i.exec(url) ?? [];
  const path = url.slice(named.length);
  if (target === undefined || target.toLowerCase() !== host.toLowerCase()) return url;
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Nobody can redirect an address or `localhost`, so those are always allowed. `*.example.com` allows all subdomains.
 */
function isAllowed(host: string, allowed: ReadonlySet<string>): boolean {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return true;
  if (host === 'localhost' || host.endsWith('.localhost') || allowed.has(host)) return true;
  const below = host.indexOf('.');
  return below > 0 && allowed.has(`*${host.slice(below)}`);
}

/** The machine's names in its network. */
function ownNames(): string[] {
  const name = hostname().toLowerCase();
  return name === '' ? [] : [name, `${name}.local`];
}

/** A name, an IPv4 address, or an IPv6 address in brackets (RFC 9110, section 7.2). `URL` alone accepts much more. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/** Without the port, in lower case; null for an invalid host name. */
function hostName(host: string): string | null {
  return HOST.test(host) ? (URL.parse(`http://${host}`)?.hostname ?? null) : null;
}
