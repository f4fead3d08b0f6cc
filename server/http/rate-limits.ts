import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { API_CODES, type CallName } from '#protocol/api.ts';
import { accountKey } from '../accounts/accounts.ts';

/** How many attempts are answered in a minute. */
export interface RateLimits {
  readonly loginsPerAddress: number;
  readonly loginsPerAccount: number;
  readonly registrationsPerAddress: number;
}

export const RATE_LIMITS: RateLimits = { loginsPerAddress: 60, loginsPerAccount: 10, registrationsPerAddress: 20 };
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

/** Hooks against guessing passwords and filling the database, counted for each address and for each account. */
export async function createRateLimits(
  app: FastifyInstance,
  limits: RateLimits,
): Promise<Partial<Record<CallName, preHandlerAsyncHookHandler[]>>> {
  await app.register(rateLimit, { global: false });
  // Not the plugin's own hook: of several on one route it runs only the first.
  const limit = (max: number, key: (request: FastifyRequest) => string): preHandlerAsyncHookHandler => {
    const count = app.createRateLimit({ max, timeWindow: WINDOW_MS, keyGenerator: key });
    return async (request) => {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) throw new TooManyAttempts(counted.ttlInSeconds);
    };
  };
  return {
    login: [
      limit(limits.loginsPerAddress, (request) => `login ${request.ip}`),
      limit(limits.loginsPerAccount, (request) => `account ${accountOf(request.body)}`),
    ],
    register: [limit(limits.registrationsPerAddress, (request) => `register ${request.ip}`)],
  };
}

function accountOf(body: unknown): string {
  const account: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'account') : '';
  return typeof account === 'string' ? accountKey(account).slice(0, 300) : '';
}
