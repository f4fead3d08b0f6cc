import type { RunState } from '#printing/run-state.ts';
import type { ServerRun } from '#protocol/api.ts';
import type { ShownRun } from './run-manager.ts';
import { shareOfRun } from './server-run-figures.ts';

/** The figures of a run's labels, including copies: asked is the sum of all others. */
export interface RunFigures {
  readonly asked: number;
  /** The printer has them. */
  readonly confirmed: number;
  /** They were sent, and their confirmation is pending. */
  readonly underWay: number;
  /** They were sent, and their result is unknown. */
  readonly inDoubt: number;
  readonly refused: number;
  readonly left: number;
}

export function figuresOf({ stage }: ShownRun): RunFigures {
  if (stage.type === 'over') {
    const { asked, sent, inDoubt, refused, notPrinted } = stage.report;
    return { asked, confirmed: sent, underWay: 0, inDoubt, refused, left: notPrinted };
  }
  // Another window that prints reports its progress and its unconfirmed pages.
  return figuresOfState(stage.state, stage.type === 'kept' && !stage.isElsewhere);
}

function figuresOfState({ counts, out, phase }: RunState, isKept: boolean): RunFigures {
  const { asked, spooled, refused } = counts;
  const unanswered = [...out.values()].reduce((sum, page) => sum + page.labels, 0);
  const isHeld = isKept || phase.type === 'held';
  const inDoubt = counts.inDoubt + (isHeld ? unanswered : 0);
  const left = asked - spooled - counts.inDoubt - unanswered - refused;
  return { asked, confirmed: spooled, underWay: isHeld ? 0 : unanswered, inDoubt, refused, left };
}

/** True for a run that needs the user to continue. */
export function needsUser({ stage }: ShownRun): boolean {
  if (stage.type === 'kept') return !stage.isElsewhere && !stage.isBusy;
  return stage.type === 'running' && stage.state.phase.type === 'held';
}

/**
 * The finished share of the runs, from 0 to 1, in labels, as the print dialog counts it: unconfirmed labels do not count,
 * nor do the remaining labels of runs that ended early.
 */
export function shareDone(runs: readonly ShownRun[], others: readonly ServerRun[] = []): number {
  let asked = 0;
  let left = 0;
  for (const run of runs) {
    const figures = figuresOf(run);
    asked += figures.asked;
    left += figures.left + figures.underWay;
  }
  for (const run of others) {
    // Until its rows are read, it counts as one label.
    const labels = Math.max(1, run.labels);
    asked += labels;
    left += labels * (1 - shareOfRun(run));
  }
  return asked === 0 ? 1 : (asked - left) / asked;
}
