import { API_CODES } from '#protocol/api.ts';
import { createHash } from 'node:crypto';
import { CLOCKS_DIFFER_MS } from '../core/database/clock-differences.ts';
import type { Db } from '../core/database/open-database.ts';

/** An attempt beyond a limit; the error handler answers it. */
export class TooManyAttempts extends Error {
  readonly statusCode: number = API_CODES.tooMany;
  readonly seconds: number;
  constructor(seconds: number) {
    super('too many attempts');
    this.seconds = seconds;
  }
}

const WINDOW_MS = 60_000;
const SHARE_EVERY_MS = 1_000;
/** A count is shared with the other server processes only from this part of its limit on; most never reach it. */
const SHARED_FROM = 1 / 20;
/** Rows of one statement. */
const SHARED_AT_ONCE = 200;

/** Requests of one kind in the period that ends at `endsAt`, in milliseconds since 1970. */
interface Counted {
  readonly count: number;
  readonly endsAt: number;
}

/** Increments a count in the database in one statement, so that each of many concurrent ones sees those before it. */
export async function countNow(db: Db, what: string, time: number): Promise<Counted> {
  const [counted] = await add(db, [{ key: keyOf(what), count: 1, ends_at: time + WINDOW_MS }], time);
  if (counted === undefined) throw new Error('the count returned nothing');
  return { count: counted.count, endsAt: counted.ends_at };
}

export function secondsUntil(endsAt: number, time: number): number {
  return Math.max(1, Math.ceil((endsAt - time) / 1000));
}

/** Increments a count; returns the seconds to wait if it has reached `max` in this minute, else null. */
export type Count = (what: string, max: number) => number | null;

export interface SharedCounts {
  readonly count: Count;
  /** Adds this process's counts to the shared ones, and reads those. */
  readonly share: () => Promise<void>;
  /** Stops the sharing that runs once per second. */
  readonly stop: () => Promise<void>;
}

interface Counter {
  /** Of all processes, as far as known here. */
  count: number;
  /** The part of `count` that isn't in the database yet. */
  added: number;
  endsAt: number;
  readonly sharedFrom: number;
}

/**
 * Counts in this process, at no cost to the request, and shares high counts in the background: several processes
 * together hold a limit except for the requests of one second, and a twentieth of it each. Counts that can't be shared
 * now are shared later.
 */
export function createSharedCounts(db: Db, now: () => number): SharedCounts {
  const counters = new Map<string, Counter>();

  async function shareAll(): Promise<void> {
    const time = now();
    for (const [what, { endsAt }] of counters) if (isOver(endsAt, time)) counters.delete(what);
    const known = new Map(
      [...counters]
        .filter(([, { added, count, sharedFrom }]) => added > 0 && count >= sharedFrom)
        .map(([what, counter]) => [keyOf(what), counter]),
    );
    // In the order of their keys, to avoid deadlocks between processes.
    const keys = [...known.keys()].toSorted();
    for (let start = 0; start < keys.length; start += SHARED_AT_ONCE) {
      const part = keys.slice(start, start + SHARED_AT_ONCE).flatMap((key) => {
        const counter = known.get(key);
        return counter === undefined ? [] : [{ key, counter, sent: counter.added }];
      });
      const rows = part.map(({ key, counter, sent }) => ({ key, count: sent, ends_at: counter.endsAt }));
      const shared = new Map((await add(db, rows, time)).map((row) => [row.key, row]));
      for (const { key, counter, sent } of part) {
        const row = shared.get(key);
        if (row === undefined) continue;
        // Later requests are not in the database's count.
        counter.added -= sent;
        counter.count = row.count + counter.added;
        counter.endsAt = row.ends_at;
      }
    }
  }

  let round = Promise.resolve();
  // Serialized, so that nothing is added twice.
  const share = (): Promise<void> => {
    const next = round.then(shareAll);
    round = next.catch(() => undefined);
    return next;
  };
  const timer = setInterval(() => {
    // Other callers report an unavailable database.
    void share().catch(() => undefined);
  }, SHARE_EVERY_MS);
  timer.unref();
  return {
    count(what, max) {
      const time = now();
      const found = counters.get(what);
      const counter =
        found !== undefined && !isOver(found.endsAt, time)
          ? found
          : { count: 0, added: 0, endsAt: time + WINDOW_MS, sharedFrom: max * SHARED_FROM };
      if (counter !== found) counters.set(what, counter);
      counter.count++;
      counter.added++;
      return counter.count > max ? secondsUntil(counter.endsAt, time) : null;
    },
    share,
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}

interface CountRow {
  readonly key: string;
  readonly count: number;
  readonly ends_at: number;
}

/** Whether a count's period is over: also if it ends later than any that begins now. */
function isOver(endsAt: number, time: number): boolean {
  return endsAt <= time || endsAt > time + WINDOW_MS + CLOCKS_DIFFER_MS;
}

/** Adds to those counts; expired ones start again. Returns the new values. */
function add(db: Db, rows: readonly CountRow[], time: number): Promise<CountRow[]> {
  return db
    .insertInto('rate_count')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const latest = time + WINDOW_MS + CLOCKS_DIFFER_MS;
        const over = eb.or([eb('rate_count.ends_at', '<=', time), eb('rate_count.ends_at', '>', latest)]);
        return {
          count: eb
            .case()
            .when(over)
            .then(eb.ref('excluded.count'))
            .else(eb('rate_count.count', '+', eb.ref('excluded.count')))
            .end(),
          ends_at: eb.case().when(over).then(eb.ref('excluded.ends_at')).else(eb.ref('rate_count.ends_at')).end(),
        };
      }),
    )
    .returning(['key', 'count', 'ends_at'])
    .execute();
}

function keyOf(what: string): string {
  return createHash('sha256').update(what).digest('hex');
}
