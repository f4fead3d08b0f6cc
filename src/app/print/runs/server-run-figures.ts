import type { ServerRun } from '#protocol/api.ts';

const OPEN: ReadonlySet<ServerRun['state']> = new Set(['planning', 'running', 'joining', 'printing', 'paused']);

export function isOpenRun({ state }: Pick<ServerRun, 'state'>): boolean {
  return OPEN.has(state);
}

/** The finished share of a run, from 0 to 1: its labels are made, and its pages are printed if it has a printer. */
export function shareOfRun(run: ServerRun): number {
  if (run.state === 'done') return 1;
  const made = run.labels === 0 ? 0 : Math.min(1, (run.verified + run.refused) / run.labels);
  if (run.printer === '') return made;
  // The pages are known once all labels are made.
  const printed = run.pages === 0 || made < 1 ? 0 : run.printed / run.pages;
  return (made + printed) / 2;
}

/** True for a run that needs its owner to continue, or has something unresolved. */
export function needsOwner({ printing, in_doubt: inDoubt, state }: ServerRun): boolean {
  return state !== 'cancelled' && state !== 'failed' && (printing === 'uncertain' || inDoubt > 0);
}
