import type { FastifyReply, FastifyRequest } from 'fastify';
import { KNOWN_BROWSER_LIFETIME_MS } from './known-browsers.ts';

/** `session` is the session's token, `browser` says that somebody has signed in in this browser before. */
type CookieKind = 'session' | 'browser';
const NAMES: Readonly<Record<CookieKind, string>> = { session: 'token', browser: 'browser' };
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'lax' } as const;

/** The cookies of one installation. */
export interface Cookies {
  sessionToken(request: FastifyRequest): string | null;
  /** Gives the browser the token for that long. */
  setSessionToken(request: FastifyRequest, reply: FastifyReply, token: string, lifetimeMs: number): void;
  clearSessionToken(request: FastifyRequest, reply: FastifyReply): void;
  browserToken(request: FastifyRequest): string | null;
  setBrowserToken(request: FastifyRequest, reply: FastifyReply, token: string): void;
  clearBrowserToken(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * Browsers do not tell the ports of a host apart when they send cookies: each installation has names of its own, so
 * that two of them on one host do not sign each other's users out. Over TLS the names begin with `__Host-`, which no
 * other host and no unencrypted page can set.
 */
export function createCookies(installation: string): Cookies {
  const nameOf = (request: FastifyRequest, kind: CookieKind): string =>
    `${request.protocol === 'https' ? '__Host-' : ''}${NAMES[kind]}-${installation}`;

  function set(request: FastifyRequest, reply: FastifyReply, kind: CookieKind, value: string, lifeMs: number): void {
    const secure = request.protocol === 'https';
    reply.setCookie(nameOf(request, kind), value, { ...ATTRIBUTES, secure, maxAge: Math.floor(lifeMs / 1000) });
  }
  function clear(request: FastifyRequest, reply: FastifyReply, kind: CookieKind): void {
    // Without `secure` a browser would refuse even the removal of a `__Host-` cookie.
    reply.clearCookie(nameOf(request, kind), { ...ATTRIBUTES, secure: request.protocol === 'https' });
  }

  return {
    sessionToken: (request) => request.cookies[nameOf(request, 'session')] ?? null,
    setSessionToken: (request, reply, token, lifetimeMs) => set(request, reply, 'session', token, lifetimeMs),
    clearSessionToken: (request, reply) => clear(request, reply, 'session'),
    browserToken: (request) => request.cookies[nameOf(request, 'browser')] ?? null,
    setBrowserToken: (request, reply, token) => set(request, reply, 'browser', token, KNOWN_BROWSER_LIFETIME_MS),
    clearBrowserToken: (request, reply) => clear(request, reply, 'browser'),
  };
}
