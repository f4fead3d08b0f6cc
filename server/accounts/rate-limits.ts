import type { preHandlerAsyncHookHandler } from 'fastify';
import type { CallName } from '#protocol/api.ts';
import type { LoginLimits } from './login-guard.ts';
import type { CodeLimits } from './sent-codes.ts';
import type { Db } from '../core/database/open-database.ts';
import { clientAddress, countedFor } from '../core/net/client-address.ts';
import { countNow, secondsUntil, TooManyAttempts } from '../http/rate-counts.ts';

/** Attempts per address and minute, and free wrong passwords. */
export interface RateLimits extends LoginLimits, CodeLimits {
  readonly loginsPerAddress: number;
  readonly registrationsPerAddress: number;
  /** Redemption codes, right or wrong. */
  readonly exchangesPerAddress: number;
  /** Codes that bind print assistants, right or wrong. */
  readonly bindingsPerAddress: number;
}

export const RATE_LIMITS: RateLimits = {
  loginsPerAddress: 60,
  registrationsPerAddress: 20,
  exchangesPerAddress: 20,
  bindingsPerAddress: 20,
  failedLoginsPerAccount: 10,
  failedLoginsPerAddress: 30,
  failedCodesPerAccount: 5,
  codesPerTarget: 3,
  codesPerAddress: 30,
};

/**
 * Hooks against floods of sign-ins and new accounts from one address. They count exactly, in the database, for all
 * server processes together. Wrong passwords are counted separately (`accounts/login-guard.ts`), all other calls by
 * `rate-policy.ts`.
 */
export function createRateLimits(
  db: Db,
  now: () => number,
  limits: RateLimits,
): Partial<Record<CallName, preHandlerAsyncHookHandler[]>> {
  const perAddress = (max: number, name: CallName): preHandlerAsyncHookHandler => {
    return async (request) => {
      const time = now();
      for (const [who, most] of countedFor(clientAddress(request.ip), max)) {
        const { count, endsAt } = await countNow(db, `${name} ${who}`, time);
        if (count > most) throw new TooManyAttempts(secondsUntil(endsAt, time));
      }
    };
  };
  return {
    login: [perAddress(limits.loginsPerAddress, 'login')],
    signInSecondFactor: [perAddress(limits.loginsPerAddress, 'signInSecondFactor')],
    beginPasskeySignIn: [perAddress(limits.loginsPerAddress, 'beginPasskeySignIn')],
    passkeySignIn: [perAddress(limits.loginsPerAddress, 'passkeySignIn')],
    register: [perAddress(limits.registrationsPerAddress, 'register')],
    thirdRegister: [perAddress(limits.registrationsPerAddress, 'thirdRegister')],
    sendCode: [perAddress(limits.loginsPerAddress, 'sendCode')],
    loginByCode: [perAddress(limits.loginsPerAddress, 'loginByCode')],
    resetPassword: [perAddress(limits.loginsPerAddress, 'resetPassword')],
    thirdLoginStart: [perAddress(limits.loginsPerAddress, 'thirdLoginStart')],
    exchangeMember: [perAddress(limits.exchangesPerAddress, 'exchangeMember')],
    thirdLogin: [perAddress(limits.loginsPerAddress, 'thirdLogin')],
  };
}
