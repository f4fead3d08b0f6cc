import { Kysely, type TransactionBuilder } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { isConflict } from './faults.ts';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 10;

/**
 * A database whose transactions run again when they lost against another one (a deadlock, a serialization failure): the one
 * place where that is done. What a transaction does outside the database it does each time, so it does nothing there.
 */
export class RetryingKysely<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    return Object.assign(builder, {
      execute: (work: Parameters<typeof execute>[0]) => retried(() => execute(work)),
    }) as TransactionBuilder<Tables>;
  }
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isConflict(error)) throw error;
      // Each waits a different time, so that the same two do not meet again.
      await wait(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}
