import { createHash } from 'node:crypto';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#model/kernel/time.ts';
import { CLOCKS_DIFFER_MS } from '../core/database/clock-differences.ts';
import type { Db } from '../core/database/open-database.ts';
import { countedFor } from '../core/net/client-address.ts';

/** How many guesses in a row are free before each further one is delayed. */
export interface LoginLimits {
  readonly failedLoginsPerAccount: number;
  readonly failedLoginsPerAddress: number;
  /** One-time codes of six digits, of an authenticator app or of a message. */
  readonly failedCodesPerAccount: number;
  /** Messages with codes to one address or number; any of them may get lost. */
  readonly codesPerTarget: number;
}

/**
 * Kinds of attempts. Passwords and codes are guessed; `message` is not, but repeated requests for messages are delayed
 * increasingly as well.
 */
type AttemptKind = 'password' | 'code' | 'message';

/**
 * An attempt to sign in. In a browser that the account's owner has used before, only that browser's guesses are
 * counted; at an address from which the owner has signed in before, only those at this account from there.
 */
export interface LoginAttempt {
  readonly kind: AttemptKind;
  /** The user's id, or the typed text where there is no such user; for codes their target. */
  readonly account: string;
  readonly address: string;
  /** The browser's token if it is known for this account; null for any other. */
  readonly knownBrowser: string | null;
  readonly knownPlace: boolean;
}

/** Counts guesses in the database, so a restart of the server doesn't reset them. */
export interface LoginGuard {
  /**
   * Counts the attempt before the typed text is checked, within the transaction `within` where there is one. The error
   * is the number of seconds to wait.
   */
  admit(attempt: LoginAttempt, now: number, within?: Db): Promise<Result<null, number>>;
  /** Reports a correct attempt: resets the account's count, and takes this attempt off the address's count. */
  succeed(attempt: LoginAttempt): Promise<void>;
  /**
   * Whether the free guesses at that account are used up: those of strangers (neither browser nor address is known), or
   * those that count for the source of this attempt.
   */
  isUnderAttack(attempt: LoginAttempt, now: number): Promise<boolean>;
}

interface Pace {
  readonly free: number;
  /** The first delay. Each further one doubles, up to the longest. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** One guess is forgiven each time this has passed. */
  readonly forgivenAfterMs: number;
}

const SECOND_MS = 1000;
/** Lifetime of a code in a message: at most 10 minutes (NIST SP 800-63B, section 5.1.3.2). */
export const CODE_LIFETIME_MS: number = 10 * MINUTE_MS;
/** After this the longest possible row of guesses is forgiven. */
export const LOGIN_FAILURE_LIFETIME_MS: number = DAY_MS;
/** A few more than it takes to reach the longest delay: counts are forgiven in half a day. */
const COUNTED_BEYOND_FREE = 12;

interface Counter {
  readonly key: string;
  readonly pace: Pace;
}

export function createLoginGuard(db: Db, limits: LoginLimits): LoginGuard {
  const passwords = (free: number): Pace => ({
    free,
    firstMs: SECOND_MS,
    longestMs: 15 * MINUTE_MS,
    forgivenAfterMs: 15 * MINUTE_MS,
  });
  const paces: Readonly<Record<AttemptKind, Pace>> = {
    password: passwords(limits.failedLoginsPerAccount),
    // Six digits: at most one guess an hour may continue forever (ADR 33).
    code: { free: limits.failedCodesPerAccount, firstMs: 30 * SECOND_MS, longestMs: HOUR_MS, forgivenAfterMs: HOUR_MS },
    // Not longer than a code lives: a user who has to wait has a message with a code that is still valid.
    message: {
      free: limits.codesPerTarget,
      firstMs: 2 * MINUTE_MS,
      longestMs: CODE_LIFETIME_MS,
      forgivenAfterMs: 30 * MINUTE_MS,
    },
  };

  /** The first one is the attempt's own, which a success clears. */
  function countersOf({ kind, account, address, knownBrowser, knownPlace }: LoginAttempt): Counter[] {
    const pace = paces[kind];
    if (knownBrowser !== null) return [counter(`${kind} browser`, `${account} ${knownBrowser}`, pace)];
    if (knownPlace) return [counter(`${kind} place`, `${account} ${address}`, pace)];
    const own = strangers(kind, account, pace);
    // How many messages an address has sent is counted in `sent-codes.ts`.
    if (kind === 'message') return [own];
    const perAddress = countedFor(address, limits.failedLoginsPerAddress);
    return [own, ...perAddress.map(([who, free]) => counter('address', who, passwords(free)))];
  }

  async function admitWithin(tx: Db, attempt: LoginAttempt, now: number): Promise<Result<null, number>> {
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
    const waitMs = Math.max(
      ...counters.map(({ key, pace }) => leftMs(rows.find((row) => row.key === key)?.blocked_until ?? 0, pace, now)),
    );
    if (waitMs > 0) return err(Math.ceil(waitMs / 1000));
    for (const { key, pace } of counters) {
      const row = rows.find((one) => one.key === key);
      const held = row === undefined ? NOTHING_HELD : stillHeld(row, pace, now);
      const failures = Math.min(held.failures + 1, pace.free + COUNTED_BEYOND_FREE);
      const last_at = held.failures === 0 ? now : held.last_at;
      const delay = delayMs(failures - pace.free, pace);
      // Without a delay it is 0 and not `now`: a concurrent attempt may have begun a little earlier.
      const counted = { failures, last_at, blocked_until: delay === 0 ? 0 : now + delay };
      await tx.updateTable('login_failure').set(counted).where('key', '=', key).execute();
    }
    return ok(null);
  }

  return {
    // Reads and counts in one transaction, so each of many concurrent attempts sees the ones before it.
    admit: (attempt, now, within) =>
      within === undefined
        ? db.transaction().execute((tx) => admitWithin(tx, attempt, now))
        : admitWithin(within, attempt, now),
    succeed: async (attempt) => {
      const [own, ...addresses] = countersOf(attempt);
      if (own !== undefined) await db.deleteFrom('login_failure').where('key', '=', own.key).execute();
      // Takes back only this attempt: otherwise an attacker could clear guesses at other accounts by signing in to
      // their own.
      for (const { key, pace } of addresses) {
        await db
          .updateTable('login_failure')
          .set((eb) => ({
            failures: eb('failures', '-', 1),
            blocked_until: eb.case().when('failures', '<=', pace.free).then(0).else(eb.ref('blocked_until')).end(),
          }))
          .where('key', '=', key)
          .where('failures', '>', 0)
          .execute();
      }
    },
    async isUnderAttack(attempt, now) {
      const pace = paces[attempt.kind];
      const counters = [strangers(attempt.kind, attempt.account, pace), ...countersOf(attempt).slice(0, 1)];
      const keys = counters.map(({ key }) => key);
      const rows = await db.selectFrom('login_failure').selectAll().where('key', 'in', keys).execute();
      return rows.some((row) => stillHeld(row, pace, now).failures >= pace.free);
    },
  };
}

/** The counter of all strangers, from any address. */
function strangers(kind: AttemptKind, account: string, pace: Pace): Counter {
  return counter(`${kind} account`, account, pace);
}

/**
 * Locks the counters until this attempt has been counted, also for other processes. In the order of their keys, to
 * avoid deadlocks.
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

/** Zero while guesses are free; then the first delay, doubled each time up to the longest. */
function delayMs(beyondFree: number, { firstMs, longestMs }: Pace): number {
  return beyondFree < 0 ? 0 : Math.min(longestMs, firstMs * 2 ** beyondFree);
}

/** The rest of a delay. One that ends later than any can was recorded with a fast clock, and is over. */
function leftMs(blockedUntil: number, { longestMs }: Pace, now: number): number {
  const left = blockedUntil - now;
  return left > longestMs + CLOCKS_DIFFER_MS ? 0 : left;
}

const NOTHING_HELD: Held = { failures: 0, last_at: 0 };

interface Held {
  readonly failures: number;
  /** When the period that forgives the next guess began. */
  readonly last_at: number;
}

function stillHeld(row: Held, { forgivenAfterMs }: Pace, now: number): Held {
  // A future time was recorded with a fast clock.
  const since = Math.min(row.last_at, now);
  const forgiven = Math.floor((now - since) / forgivenAfterMs);
  return { failures: Math.max(0, row.failures - forgiven), last_at: since + forgiven * forgivenAfterMs };
}

function counter(kind: string, name: string, pace: Pace): Counter {
  return { key: createHash('sha256').update(`${kind} ${name}`).digest('hex'), pace };
}
