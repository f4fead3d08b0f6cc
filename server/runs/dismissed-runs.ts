import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '../core/database/open-database.ts';
import type { LabelRunRow, Tables } from '../core/database/tables.ts';
import { OPEN_STATES } from './run-settings.ts';
import { DAY_MS } from '#model/kernel/time.ts';

const SHOWN_MS = DAY_MS;
const SHOWN_RUNS = 30;

/** The user's open runs, and those of the last day that were not dismissed, newest first. */
export async function shownRuns(
  db: Db,
  userId: string,
  time: number,
): Promise<{ readonly runs: readonly LabelRunRow[]; readonly count: number }> {
  const shown = (): SelectQueryBuilder<Tables, 'label_run', object> =>
    db
      .selectFrom('label_run')
      .where('user_id', '=', userId)
      .where('preview', '=', 0)
      .where('put_away_at', 'is', null)
      .where(({ or, eb }) => or([eb('state', 'in', OPEN_STATES), eb('finished_at', '>', time - SHOWN_MS)]));
  const runs = await shown()
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_RUNS)
    .execute();
  if (runs.length < SHOWN_RUNS) return { runs, count: runs.length };
  const { count } = await shown()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { runs, count: Number(count) };
}

/** An open run stays in the list. */
export async function dismissRun(db: Db, run: LabelRunRow, time: number): Promise<void> {
  await db
    .updateTable('label_run')
    .set({ put_away_at: time })
    .where('id', '=', run.id)
    .where('state', 'not in', OPEN_STATES)
    .execute();
}
