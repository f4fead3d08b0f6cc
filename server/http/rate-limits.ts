import { createHash } from 'node:crypto';
import type { preHandlerAsyncHookHandler } from 'fastify';
import { API_CODES, type CallName } from '#protocol/api.ts';
import type { LoginLimits } from '../accounts/login-guard.ts';
import type { CodeLimits } from '../accounts/sent-codes.ts';
import type { Db } from '../database/open-database.ts';
import { clientAddress } from './client-address.ts';

/** How many attempts of one address are answered in a minute, and how many wrong passwords are free. */
export interface RateLimits extends LoginLimits, CodeLimits {
  readonly loginsPerAddress: number;
  readonly registrationsPerAddress: number;
}

export const RATE_LIMITS: RateLimits = {
  loginsPerAddress: 60,
  registrationsPerAddress: 20,
  failedLoginsPerAccount: 10,
  failedLoginsPerAddress: 30,
  codesPerTarget: 5,
  codesPerAddress: 30,
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
 * Hooks against floods of sign-ins and of new accounts from one address. They count in the database, for all server
 * processes together. Wrong passwords are counted beside them (`accounts/login-guard.ts`).
 */
export function createRateLimits(
  db: Db,
  now: () => number,
  limits: RateLimits,
): Partial<Record<CallName, preHandlerAsyncHookHandler[]>> {
  const perAddress = (max: number, name: CallName): preHandlerAsyncHookHandler => {
    return async (request) => {
      const time = now();
      const { count, ends_at: end } = await countRequest(db, `${name} ${clientAddress(request.ip)}`, time);
      if (count > max) throw new TooManyAttempts(Math.max(1, Math.ceil((end - time) / 1000)));
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
    thirdLogin: [perAddress(limits.loginsPerAddress, 'thirdLogin')],
  };
}

/** Counts one more in one statement, so that each of many at once sees those before it. */
async function countRequest(db: Db, what: string, time: number): Promise<{ count: number; ends_at: number }> {
  const key = createHash('sha256').update(what).digest('hex');
  const end = time + WINDOW_MS;
  return db
    .insertInto('rate_count')
    .values({ key, count: 1, ends_at: end })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when('rate_count.ends_at', '<=', time)
          .then(eb.val(1))
          .else(eb('rate_count.count', '+', 1))
          .end(),
        ends_at: eb
          .case()
          .when('rate_count.ends_at', '<=', time)
          .then(eb.val(end))
          .else(eb.ref('rate_count.ends_at'))
          .end(),
      })),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow();
}
