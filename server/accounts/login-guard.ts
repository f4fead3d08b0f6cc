import { createHash } from 'node:crypto';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Db } from '../database/open-database.ts';

/** How many guesses in a row are free, before each further one has to wait. */
export interface LoginLimits {
  readonly failedLoginsPerAccount: number;
  readonly failedLoginsPerAddress: number;
}

/**
 * Who tries. In a browser that the account's owner has used before, only that browser's guesses are counted; at an
 * address from which the owner has signed in before, only those at this account from there.
 */
export interface LoginAttempt {
  /** The user's id, or what was typed where there is no such user. */
  readonly account: string;
  readonly address: string;
  /** The browser's token when it is known for this account; null for any other. */
  readonly knownBrowser: string | null;
  readonly knownPlace: boolean;
}

/** Counts guesses at passwords in the database: a restart of the server gives nobody new ones. */
export interface LoginGuard {
  /** Counts the attempt before its password is looked at; the error is how many seconds to wait. */
  admit(attempt: LoginAttempt, now: number): Promise<Result<null, number>>;
  /** The password was right: the account's count starts again, the address gets this attempt back. */
  succeed(attempt: LoginAttempt): Promise<void>;
}

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 15 * 60 * 1000;
/** Each time this has passed, one guess is forgiven. */
const FORGIVEN_AFTER_MS = 15 * 60 * 1000;
/** By then the longest possible row of guesses has been forgiven. */
export const LOGIN_FAILURE_LIFETIME_MS: number = 24 * 60 * 60 * 1000;

interface Counter {
  readonly key: string;
  readonly free: number;
}

export function createLoginGuard(db: Db, limits: LoginLimits): LoginGuard {
  function countersOf({ account, address, knownBrowser, knownPlace }: LoginAttempt): Counter[] {
    const perAccount = limits.failedLoginsPerAccount;
    if (knownBrowser !== null) return [counter('browser', `${account} ${knownBrowser}`, perAccount)];
    if (knownPlace) return [counter('place', `${account} ${address}`, perAccount)];
    return [counter('account', account, perAccount), counter('address', address, limits.failedLoginsPerAddress)];
  }

  return {
    admit: (attempt, now) =>
      // Reads and counts in one transaction, so that of many attempts at once each sees the ones before it.
      db.transaction().execute(async (tx) => {
        const counters = countersOf(attempt);
        await lockCounters(tx, counters, now);
        const rows = await tx
          .selectFrom('login_failure')
          .selectAll()
          .where(
            'key',
            'in',
            counters.map(({ key }) => key),
          )
          .execute();
        const waitMs = Math.max(0, ...rows.map((row) => row.blocked_until - now));
        if (waitMs > 0) return err(Math.ceil(waitMs / 1000));
        for (const { key, free } of counters) {
          const row = rows.find((one) => one.key === key);
          const held = row === undefined ? NOTHING_HELD : stillHeld(row, now);
          const failures = held.failures + 1;
          const last_at = held.failures === 0 ? now : held.last_at;
          const delay = delayMs(failures - free);
          // Not `now` where there is no delay: another attempt at the same moment may have begun a little earlier.
          const counted = { failures, last_at, blocked_until: delay === 0 ? 0 : now + delay };
          await tx.updateTable('login_failure').set(counted).where('key', '=', key).execute();
        }
        return ok(null);
      }),
    succeed: async (attempt) => {
      const [own, address] = countersOf(attempt);
      if (own !== undefined) await db.deleteFrom('login_failure').where('key', '=', own.key).execute();
      if (address === undefined) return;
      // Takes back no more than this attempt: otherwise somebody could clear his guesses at other accounts by signing
      // in to his own.
      await db
        .updateTable('login_failure')
        .set((eb) => ({
          failures: eb('failures', '-', 1),
          blocked_until: eb.case().when('failures', '<=', address.free).then(0).else(eb.ref('blocked_until')).end(),
        }))
        .where('key', '=', address.key)
        .execute();
    },
  };
}

/**
 * Makes other attempts that count there wait until this one has been counted, also in other processes. In the order of
 * their keys, so that no two wait for one another.
 */
async function lockCounters(tx: Db, counters: readonly Counter[], now: number): Promise<void> {
  for (const key of counters.map((one) => one.key).toSorted()) {
    await tx
      .insertInto('login_failure')
      .values({ key, failures: 0, last_at: now, blocked_until: 0 })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
      .execute();
  }
}

/** None while guesses are free, then 1 s, 2 s, 4 s … up to 15 minutes. */
function delayMs(beyondFree: number): number {
  return beyondFree < 0 ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(beyondFree, 20));
}

const NOTHING_HELD: Held = { failures: 0, last_at: 0 };

interface Held {
  readonly failures: number;
  /** When the time that forgives the next guess began. */
  readonly last_at: number;
}

function stillHeld(row: Held, now: number): Held {
  const forgiven = Math.max(0, Math.floor((now - row.last_at) / FORGIVEN_AFTER_MS));
  return {
    failures: Math.max(0, row.failures - forgiven),
    last_at: row.last_at + forgiven * FORGIVEN_AFTER_MS,
  };
}

function counter(kind: string, name: string, free: number): Counter {
  return { key: createHash('sha256').update(`${kind} ${name}`).digest('hex'), free };
}
