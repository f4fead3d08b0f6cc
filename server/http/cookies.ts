import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { antiForgeryName, HOST_PREFIX, SESSION_COOKIE } from '#protocol/anti-forgery.ts';
import { KNOWN_BROWSER_LIFETIME_MS } from './known-browsers.ts';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { tokenHash } from '../core/secret-token.ts';
import { DAY_MS } from '#model/kernel/time.ts';

/**
 * Makes and checks the token that a page must repeat in a header with every change: another site's page can make a
 * browser send our cookies, but can neither read them nor add the header (docs/develop/adr/0085).
 */
interface AntiForgery {
  /** The token of that session, always the same one; without a session, a new one for a visitor. */
  tokenFor(sessionToken: string | null): string;
  /** Whether the token belongs to that session, or to a visitor where there is no session. */
  holds(token: string, sessionToken: string | null): boolean;
}

const NONCE_BYTES = 16;

/** `secret` is the installation's own. */
export function createAntiForgery(secret: string): AntiForgery {
  const seal = (text: string): string =>
    createHmac('sha256', secret).update(`anti-forgery ${text}`).digest('base64url');
  const ofSession = (sessionToken: string): string => seal(`session ${tokenHash(sessionToken)}`);
  const ofVisitor = (nonce: string): string => `${nonce}.${seal(`visitor ${nonce}`)}`;
  return {
    tokenFor: (sessionToken) =>
      sessionToken === null ? ofVisitor(randomBytes(NONCE_BYTES).toString('base64url')) : ofSession(sessionToken),
    holds: (token, sessionToken) =>
      isSame(token, sessionToken === null ? ofVisitor(token.split('.', 1)[0] ?? '') : ofSession(sessionToken)),
  };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * `session` is the session's token, `browser` marks a browser in which a user has signed in before, `antiForgery` is
 * the token that scripts of our own pages read and send back in a header.
 */
type CookieKind = 'session' | 'browser' | 'antiForgery';
const ATTRIBUTES = { path: '/', sameSite: 'lax' } as const;
/** A visitor's token lasts as long as a sign-in page may stay open; a later page gets another. */
const VISITOR_LIFETIME_MS = DAY_MS;

/** The cookies of one installation. */
export interface Cookies {
  sessionToken(request: FastifyRequest): string | null;
  /** Sets the session cookie for that long, and this session's anti-forgery token with it. */
  setSessionToken(request: FastifyRequest, reply: FastifyReply, token: string, lifetimeMs: number): void;
  clearSessionToken(request: FastifyRequest, reply: FastifyReply): void;
  browserToken(request: FastifyRequest): string | null;
  setBrowserToken(request: FastifyRequest, reply: FastifyReply, token: string): void;
  clearBrowserToken(request: FastifyRequest, reply: FastifyReply): void;
  /** Whether the request has any of these cookies: a browser adds them to every request. */
  any(request: FastifyRequest): boolean;
  /** Whether the anti-forgery cookie fits the session's. */
  antiForgeryFits(request: FastifyRequest): boolean;
  /** Whether the header repeats that cookie. */
  antiForgeryRepeated(request: FastifyRequest): boolean;
  /** Sets the anti-forgery token that fits the request's session, or a visitor's. */
  giveAntiForgery(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * Cookies of one installation. Browsers send the cookies of a host to all of its ports: each installation has its own
 * cookie names, so that two of them on one host do not sign each other's users out. Over TLS the names begin with
 * `__Host-`, which no other host and no unencrypted page can set.
 */
export function createCookies(installation: string, forgery: AntiForgery): Cookies {
  const names: Readonly<Record<CookieKind, string>> = {
    session: `${SESSION_COOKIE}-${installation}`,
    browser: `browser-${installation}`,
    antiForgery: antiForgeryName(installation),
  };
  const nameOf = (request: FastifyRequest, kind: CookieKind): string =>
    `${request.protocol === 'https' ? HOST_PREFIX : ''}${names[kind]}`;
  const read = (request: FastifyRequest, kind: CookieKind): string | null =>
    request.cookies[nameOf(request, kind)] ?? null;

  function attributes(request: FastifyRequest, kind: CookieKind): CookieSerializeOptions {
    return { ...ATTRIBUTES, httpOnly: kind !== 'antiForgery', secure: request.protocol === 'https' };
  }
  function set(request: FastifyRequest, reply: FastifyReply, kind: CookieKind, value: string, lifeMs: number): void {
    reply.setCookie(nameOf(request, kind), value, { ...attributes(request, kind), maxAge: Math.floor(lifeMs / 1000) });
  }
  function clear(request: FastifyRequest, reply: FastifyReply, kind: CookieKind): void {
    // Without `secure` a browser would reject even the removal of a `__Host-` cookie.
    reply.clearCookie(nameOf(request, kind), attributes(request, kind));
  }
  function giveAntiForgery(
    request: FastifyRequest,
    reply: FastifyReply,
    sessionToken: string | null,
    lifeMs: number = VISITOR_LIFETIME_MS,
  ): void {
    set(request, reply, 'antiForgery', forgery.tokenFor(sessionToken), lifeMs);
  }

  return {
    sessionToken: (request) => read(request, 'session'),
    setSessionToken: (request, reply, token, lifetimeMs) => {
      set(request, reply, 'session', token, lifetimeMs);
      giveAntiForgery(request, reply, token, lifetimeMs);
    },
    clearSessionToken: (request, reply) => {
      clear(request, reply, 'session');
      giveAntiForgery(request, reply, null);
    },
    browserToken: (request) => read(request, 'browser'),
    setBrowserToken: (request, reply, token) => set(request, reply, 'browser', token, KNOWN_BROWSER_LIFETIME_MS),
    clearBrowserToken: (request, reply) => clear(request, reply, 'browser'),
    any: (request) => (['session', 'browser', 'antiForgery'] as const).some((kind) => read(request, kind) !== null),
    antiForgeryFits: (request) => forgery.holds(read(request, 'antiForgery') ?? '', read(request, 'session')),
    antiForgeryRepeated: (request) => request.headers[names.antiForgery] === read(request, 'antiForgery'),
    giveAntiForgery: (request, reply) => giveAntiForgery(request, reply, read(request, 'session')),
  };
}
