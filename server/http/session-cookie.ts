import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_LIFETIME_MS } from '../accounts/sessions.ts';

const NAME = 'token';

export function sessionToken(request: FastifyRequest): string | null {
  return request.cookies[NAME] ?? null;
}

/** Gives the browser the token for another 24 hours. `Secure` follows the way the request came. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(NAME, token, {
    ...ATTRIBUTES,
    secure: request.protocol === 'https',
    maxAge: SESSION_LIFETIME_MS / 1000,
  });
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(NAME, ATTRIBUTES);
}

const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'lax' } as const;
