import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { API_CODES, CALLS, type CallName } from '#protocol/api.ts';
import { accountKey } from '../accounts/accounts.ts';

/** How many attempts are answered in a minute. */
export interface RateLimits {
  readonly loginsPerAddress: number;
  readonly failedLoginsPerAccount: number;
  readonly registrationsPerAddress: number;
}

export const RATE_LIMITS: RateLimits = {
  loginsPerAddress: 60,
  failedLoginsPerAccount: 10,
  registrationsPerAddress: 20,
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

/** Hooks against guessing passwords and filling the database, counted for each address and for each account. */
export async function createRateLimits(
  app: FastifyInstance,
  limits: RateLimits,
): Promise<Partial<Record<CallName, preHandlerAsyncHookHandler[]>>> {
  await app.register(rateLimit, { global: false });
  const counter = (max: number, key: (request: FastifyRequest) => string): ReturnType<typeof app.createRateLimit> =>
    app.createRateLimit({ max, timeWindow: WINDOW_MS, keyGenerator: key });

  const perAddress = (max: number, name: CallName): preHandlerAsyncHookHandler => {
    const count = counter(max, (request) => `${name} ${request.ip}`);
    return async (request) => {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) throw new TooManyAttempts(counted.ttlInSeconds);
    };
  };

  // Whoever knows the password is not counted: many of a team may work under one name.
  const failures = counter(limits.failedLoginsPerAccount, (request) => `account ${accountOf(request.body)}`);
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.url === CALLS.login.path && reply.statusCode === API_CODES.unauthorized) {
      await failures(request);
    }
  });
  return {
    login: [
      perAddress(limits.loginsPerAddress, 'login'),
      async (request) => {
        const counted = await failures(request, { increment: false });
        if (!counted.isAllowed && counted.remaining <= 0) throw new TooManyAttempts(counted.ttlInSeconds);
      },
    ],
    register: [perAddress(limits.registrationsPerAddress, 'register')],
  };
}

function accountOf(body: unknown): string {
  const account: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'account') : '';
  return typeof account === 'string' ? accountKey(account).slice(0, 300) : '';
}
