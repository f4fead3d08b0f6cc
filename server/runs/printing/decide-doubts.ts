import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DoubtDecision } from '#protocol/api.ts';
import { decidePages, forgetStarted } from './doubts.ts';
import type { LabelRunRow, User } from '../../core/database/tables.ts';
import { apiError, type ApiError } from '../../core/api-error.ts';
import { reprintRun } from '../reprint-run.ts';
import { RUN_LIMITS } from '../run-settings.ts';
import { hashOf, type AddRunServices } from '../start-run.ts';

export interface DecidedRun {
  /** Whether any of the decided pages was unconfirmed. */
  readonly changed: boolean;
  /** Runs that reprint pages of a completed one. */
  readonly runs: readonly LabelRunRow[];
}

/**
 * Decides on unconfirmed pages. Those of an open run are sent with it; those of a completed one by a run of its own,
 * once for each decision: the decision is recorded before that run starts, and the next request starts it if a server
 * was killed in between.
 */
export async function decideDoubts(
  services: AddRunServices,
  user: User,
  run: LabelRunRow,
  decision: DoubtDecision,
  pages: readonly number[] | null,
): Promise<Result<DecidedRun, ApiError>> {
  // A run that was canceled or has failed prints nothing more.
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
