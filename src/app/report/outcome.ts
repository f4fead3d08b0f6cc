import type { PrintReport } from '#printing/report.ts';

/** How a run ended, as the user sees it: a finished run whose labels were all refused has printed nothing. */
export function outcomeOf({
  outcome,
  asked,
  sent,
}: Pick<PrintReport, 'outcome' | 'asked' | 'sent'>): PrintReport['outcome'] | 'nothing' {
  return outcome === 'finished' && asked > 0 && sent === 0 ? 'nothing' : outcome;
}
