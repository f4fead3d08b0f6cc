import type { PrintReport } from '#printing/report.ts';

/** How a run ended, as the user sees it: a finished run whose labels were all refused has printed nothing. */
export function outcomeOf({
  outcome,
  asked,
  sent,
}: Pick<PrintReport, 'outcome' | 'asked' | 'sent'>): PrintReport['outcome'] | 'nothing' {
  return outcome === 'finished' && asked > 0 && sent === 0 ? 'nothing' : outcome;
}

/** Whether every label was printed and the printer confirmed it. */
export function isWithoutProblem({ outcome, asked, sent, unconfirmed }: PrintReport): boolean {
  return outcome === 'finished' && sent === asked && unconfirmed !== true;
}

/** How many labels a canceled run has left out; 0 for all other runs. */
export function remainingOf({ outcome, notPrinted }: Pick<PrintReport, 'outcome' | 'notPrinted'>): number {
  return outcome === 'cancelled' ? notPrinted : 0;
}
