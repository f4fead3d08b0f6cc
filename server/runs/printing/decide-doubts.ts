import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DoubtDecision } from '#protocol/api.ts';
import { decidePages, forgetStarted } from './doubts.ts';
import type { LabelRunRow, User } from '../../core/database/tables.ts';
import { apiError, type ApiError } from '../../core/api-error.ts';
import { reprintRun } from '../reprint-run.ts';
import { RUN_LIMITS } from '../run-settings.ts';
import { hashOf, type AddRunServices } from '../start-run.ts';

export interface DecidedRun {
  /** Whether anything was in doubt of what was decided. */
  readonly changed: boolean;
  /** Runs that print pages of one that has ended again. */
  readonly runs: readonly LabelRunRow[];
}

/**
 * Decides pages in doubt. Of a run that goes on they go out with it; of one that has ended, by a run of its own, once for each
 * decision: the page is recorded as decided before that run is started, and the next request starts it where a server died over
 * that.
 */
export async function decideDoubts(
  services: AddRunServices,
  user: User,
  run: LabelRunRow,
  decision: DoubtDecision,
  pages: readonly number[] | null,
): Promise<Result<DecidedRun, ApiError>> {
  // Nothing more comes out of a run that was cancelled or has failed.
  if (decision === 'again' && run.state !== 'printing' && run.state !== 'done') {
    return err(apiError('changedMeanwhile', 'run.notDone'));
  }
  const decided = await decidePages(services, run.id, decision, pages);
  const runs: LabelRunRow[] = [];
  for (const [name, again] of decided.again) {
    const asked = {
      tokenId: null,
      webhook: null,
      priority: run.priority,
      idempotencyKey: `doubt ${run.id} ${name}`,
      bodyHash: hashOf(JSON.stringify({ doubt: run.id, name })),
    };
    const started = await reprintRun(services, user, run, { labels: null, pages: again }, asked, RUN_LIMITS);
    if (!started.ok) return err(apiError('changedMeanwhile', 'run.noSuchPage'));
    if (!started.value.ok) return started.value;
    await forgetStarted(services.db, run.id, name);
    runs.push(started.value.value.run);
  }
  return ok({ changed: decided.pages.length > 0, runs });
}
