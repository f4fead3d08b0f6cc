import type { TFunction } from 'i18next';
import { PASSWORD_MIN_LENGTH } from '#protocol/api.ts';

export interface FieldRule {
  readonly validator: (rule: unknown, value: string | undefined) => Promise<void>;
}

export function check(holds: (value: string) => boolean, message: string): FieldRule {
  return {
    validator: (_rule, value) => (holds(value ?? '') ? Promise.resolve() : Promise.reject(new Error(message))),
  };
}

/**
 * Checks the password by the server's rules. The list of common passwords is fetched when the user starts typing; until
 * then, and for a password that is too short anyway, the server checks it.
 */
export function hardToGuess(names: readonly string[], t: TFunction<['auth', 'problems']>): FieldRule {
  return {
    validator: async (_rule, password = '') => {
      if (password.length < PASSWORD_MIN_LENGTH) return;
      const judge = await import('#protocol/password-strength.ts').catch(() => null);
      const fault = judge?.passwordFault(password, names) ?? null;
      if (fault !== null) throw new Error(t(fault === 'personal' ? 'fault.passwordPersonal' : 'fault.passwordCommon'));
    },
  };
}
