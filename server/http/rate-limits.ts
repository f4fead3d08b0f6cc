import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
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

/**
 * Hooks against floods of sign-ins and of new accounts from one address. They count in memory: a restart of the server
 * forgives a minute. Wrong passwords are counted in the database (`accounts/login-guard.ts`).
 */
export async function createRateLimits(
  app: FastifyInstance,
  limits: RateLimits,
): Promise<Partial<Record<CallName, preHandlerAsyncHookHandler[]>>> {
  await app.register(rateLimit, { global: false });
  const perAddress = (max: number, name: CallName): preHandlerAsyncHookHandler => {
    const keyGenerator = (request: { ip: string }): string => `${name} ${clientAddress(request.ip)}`;
    const count = app.createRateLimit({ max, timeWindow: WINDOW_MS, keyGenerator });
    return async (request) => {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) throw new TooManyAttempts(counted.ttlInSeconds);
    };
  };
  return {
    login: [perAddress(limits.loginsPerAddress, 'login')],
    signInSecondFactor: [perAddress(limits.loginsPerAddress, 'signInSecondFactor')],
    beginPasskeySignIn: [perAddress(limits.loginsPerAddress, 'beginPasskeySignIn')],
    passkeySignIn: [perAddress(limits.loginsPerAddress, 'passkeySignIn')],
    register: [perAddress(limits.registrationsPerAddress, 'register')],
  };
}
