import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { API_CODES, type CallName } from '#protocol/api.ts';
import type { LoginLimits } from '../accounts/login-guard.ts';
import { clientAddress } from './client-address.ts';

/** How many attempts of one address are answered in a minute, and how many wrong passwords are free. */
export interface RateLimits extends LoginLimits {
  readonly loginsPerAddress: number;
  readonly registrationsPerAddress: number;
}

export const RATE_LIMITS: RateLimits = {
  loginsPerAddress: 60,
  registrationsPerAddress: 20,
  failedLoginsPerAccount: 10,
  failedLoginsPerAddress: 30,
};
const WINDOW_MS = 60_000;

/** An attempt beyond a limit; the error handler answers it. */
export class TooManyAttempts extends Error {
  readonly statusCode: number = API_CODES.tooMany;
  readonly seconds: number;
  constructor(seconds: number) {
    super('too many attempts');
    this.seconds = seconds;
  }
}

/** Counts one more under that key; how many seconds to wait where there were `max` in this minute already, else null. */
export type Count = (request: FastifyRequest, key: string, max: number) => Promise<number | null>;

/** Counts in memory: a restart of the server forgives a minute. */
export async function createCount(app: FastifyInstance): Promise<Count> {
  await app.register(rateLimit, { global: false });
  const asked = new WeakMap<FastifyRequest, { readonly key: string; readonly max: number }>();
  const count = app.createRateLimit({
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => asked.get(request)?.key ?? '',
    max: (request) => asked.get(request)?.max ?? 0,
  });
  return async (request, key, max) => {
    asked.set(request, { key, max });
    const counted = await count(request);
    return !counted.isAllowed && counted.isExceeded ? counted.ttlInSeconds : null;
  };
}

/**
 * Hooks against floods of sign-ins and of new accounts from one address. Wrong passwords are counted in the database
 * (`accounts/login-guard.ts`), all other calls by `rate-policy.ts`.
 */
export function createRateLimits(
  count: Count,
  limits: RateLimits,
): Partial<Record<CallName, preHandlerAsyncHookHandler[]>> {
  const perAddress =
    (max: number, name: CallName): preHandlerAsyncHookHandler =>
    async (request) => {
      const seconds = await count(request, `${name} ${clientAddress(request.ip)}`, max);
      if (seconds !== null) throw new TooManyAttempts(seconds);
    };
  return {
    login: [perAddress(limits.loginsPerAddress, 'login')],
    register: [perAddress(limits.registrationsPerAddress, 'register')],
  };
}
