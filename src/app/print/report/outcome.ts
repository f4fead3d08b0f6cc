import type { PrintReport } from '#printing/report.ts';

/** The result of a run for the user: a finished run whose labels were all rejected has printed nothing. */
export function outcomeOf({
  outcome,
  asked,
  sent,
}: Pick<PrintReport, 'outcome' | 'asked' | 'sent'>): PrintReport['outcome'] | 'nothing' {
  return outcome === 'finished' && asked > 0 && sent === 0 ? 'nothing' : outcome;
}

/** Whether every label was printed and confirmed by the printer. */
export function isWithoutProblem({ outcome, asked, sent, unconfirmed }: PrintReport): boolean {
  return outcome === 'finished' && sent === asked && unconfirmed !== true;
}

/** The number of labels that a canceled run has not printed; 0 for all other runs. */
export function remainingOf({ outcome, notPrinted }: Pick<PrintReport, 'outcome' | 'notPrinted'>): number {
  return outcome === 'cancelled' ? notPrinted : 0;
}
