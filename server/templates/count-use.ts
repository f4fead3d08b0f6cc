import { err, ok, type Result } from '#model/kernel/result.ts';
import type { CountUseInput } from '#protocol/api.ts';
import { countDesign, usesOfDesign } from '../content/designs/design-uses.ts';
import { isDesign } from '../content/designs/library.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import type { CoreServices } from '../core/services.ts';

/** The counters of a template, and the column that marks a counted run. */
const COUNTS = {
  use_count: 'use_counted',
  download_count: 'download_counted',
} as const;

interface Counting {
  readonly column: keyof typeof COUNTS;
  /**
   * Whether common templates of any user, or ready-made ones of the installation, count too, and not only the user's
   * own.
   */
  readonly common: boolean;
}

/**
 * Counts a print or a download in one statement, so that two concurrent ones count as two, and returns how often the
 * template was printed. With a job, the run is marked in the same transaction and counts once, even if it is reported
 * again: a browser without an answer repeats its report. A run that is not in the history counts each time.
 */
export async function countUse(
  { db }: Pick<CoreServices, 'db'>,
  userId: string,
  { id, job_id: jobId }: CountUseInput,
  { column, common }: Counting,
): Promise<Result<number, ApiError>> {
  const mark = COUNTS[column];
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const ready = common && isDesign(id);
    const template = ready
      ? { use_count: await usesOfDesign(tx, id) }
      : await tx
          .selectFrom('template')
          .select('use_count')
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .where((eb) =>
            common ? eb.or([eb('user_id', '=', userId), eb('common', '=', 1)]) : eb('user_id', '=', userId),
          )
          .executeTakeFirst();
    if (template === undefined) return err(apiError('notFound', 'template.notFound'));
    if (jobId !== undefined) {
      const run = await tx
        .selectFrom('print_record')
        .select(mark)
        .where('user_id', '=', userId)
        .where('job_id', '=', jobId)
        .executeTakeFirst();
      if (run !== undefined && Reflect.get(run, mark) === 1) return ok(template.use_count);
      await tx
        .updateTable('print_record')
        .set({ [mark]: 1 })
        .where('user_id', '=', userId)
        .where('job_id', '=', jobId)
        .execute();
    }
    if (ready) return ok(await countDesign(tx, id, column));
    const { use_count: count } = await tx
      .updateTable('template')
      .set((eb) => ({ [column]: eb(column, '+', 1) }))
      .where('id', '=', id)
      .returning('use_count')
      .executeTakeFirstOrThrow();
    return ok(count);
  });
}
