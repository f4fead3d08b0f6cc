import { createHash } from 'node:crypto';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { CLOCKS_DIFFER_MS } from '../core/database/clock-differences.ts';
import type { Db } from '../core/database/open-database.ts';
import { countedFor } from '../core/net/client-address.ts';

/** How many guesses in a row are free, before each further one has to wait. */
export interface LoginLimits {
  readonly failedLoginsPerAccount: number;
  readonly failedLoginsPerAddress: number;
  /** One-time codes of six digits, of an authenticator app or of a message. */
  readonly failedCodesPerAccount: number;
  /** Messages with codes to one address or number, each of which may be the one that was lost. */
  readonly codesPerTarget: number;
}

/**
 * What is tried. Passwords and codes are guessed at; `message` is not, but a stranger who has somebody else's telephone
 * ring waits longer each time as well.
 */
type AttemptKind = 'password' | 'code' | 'message';

/**
 * Who signs in. In a browser that the account's owner has used before, only that browser's guesses are counted; at an
 * address from which the owner has signed in before, only those at this account from there.
 */
export interface LoginAttempt {
  readonly kind: AttemptKind;
  /** The user's id, or what was typed where there is no such user; for codes what they are of. */
  readonly account: string;
  readonly address: string;
  /** The browser's token when it is known for this account; null for any other. */
  readonly knownBrowser: string | null;
  readonly knownPlace: boolean;
}

/** Counts guesses in the database: a restart of the server gives nobody new ones. */
export interface LoginGuard {
  /**
   * Counts the attempt before what was typed is looked at, within the transaction `within` where there is one. The error
   * is how many seconds to wait.
   */
  admit(attempt: LoginAttempt, now: number, within?: Db): Promise<Result<null, number>>;
  /** What was typed was right: the account's count starts again, the address gets this attempt back. */
  succeed(attempt: LoginAttempt): Promise<void>;
  /**
   * Whether the free guesses at that account are used up: those of strangers (whom neither their browser nor their address
   * makes known), or those that count where this attempt comes from.
   */
  isUnderAttack(attempt: LoginAttempt, now: number): Promise<boolean>;
}

interface Pace {
  readonly free: number;
  /** The first delay. Each further one is twice as long, up to the longest. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Each time this has passed, one guess is forgiven. */
  readonly forgivenAfterMs: number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Of a code in a message: at most 10 minutes (NIST SP 800-63B, section 5.1.3.2). */
export const CODE_LIFETIME_MS: number = 10 * MINUTE_MS;
/** By then the longest possible row of guesses has been forgiven. */
export const LOGIN_FAILURE_LIFETIME_MS: number = 24 * HOUR_MS;
/** Some more than it takes to come to the longest delay: what is counted is forgiven in half a day. */
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
    // Six digits: one guess an hour is all that may go on for ever (ADR 33).
    code: { free: limits.failedCodesPerAccount, firstMs: 30 * SECOND_MS, longestMs: HOUR_MS, forgivenAfterMs: HOUR_MS },
    // Never longer than a code lives: a user who has to wait has a message with a code that is still valid.
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
      // Not `now` where there is no delay: another attempt at the same moment may have begun a little earlier.
      const counted = { failures, last_at, blocked_until: delay === 0 ? 0 : now + delay };
      await tx.updateTable('login_failure').set(counted).where('key', '=', key).execute();
    }
    return ok(null);
  }

  return {
    // Reads and counts in one transaction, so that of many attempts at once each sees the ones before it.
    admit: (attempt, now, within) =>
      within === undefined
        ? db.transaction().execute((tx) => admitWithin(tx, attempt, now))
        : admitWithin(within, attempt, now),
    succeed: async (attempt) => {
      const [own, ...addresses] = countersOf(attempt);
      if (own !== undefined) await db.deleteFrom('login_failure').where('key', '=', own.key).execute();
      // Takes back no more than this attempt: otherwise somebody could clear his guesses at other accounts by signing
      // in to his own.
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

/** Of all who are not known, from whatever address. */
function strangers(kind: AttemptKind, account: string, pace: Pace): Counter {
  return counter(`${kind} account`, account, pace);
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

/** None while guesses are free; then the first, twice as long, four times … up to the longest. */
function delayMs(beyondFree: number, { firstMs, longestMs }: Pace): number {
  return beyondFree < 0 ? 0 : Math.min(longestMs, firstMs * 2 ** beyondFree);
}

/** How long a delay still lasts. One that ends later than any can was noted when the clock was ahead, and is over. */
function leftMs(blockedUntil: number, { longestMs }: Pace, now: number): number {
  const left = blockedUntil - now;
  return left > longestMs + CLOCKS_DIFFER_MS ? 0 : left;
}

const NOTHING_HELD: Held = { failures: 0, last_at: 0 };

interface Held {
  readonly failures: number;
  /** When the time that forgives the next guess began. */
  readonly last_at: number;
}

function stillHeld(row: Held, { forgivenAfterMs }: Pace, now: number): Held {
  // A time that has not come yet was noted when the clock was ahead.
  const since = Math.min(row.last_at, now);
  const forgiven = Math.floor((now - since) / forgivenAfterMs);
  return { failures: Math.max(0, row.failures - forgiven), last_at: since + forgiven * forgivenAfterMs };
}

function counter(kind: string, name: string, pace: Pace): Counter {
  return { key: createHash('sha256').update(`${kind} ${name}`).digest('hex'), pace };
}
