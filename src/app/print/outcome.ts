import type { PrintReport } from '#printing/report.ts';

/** How a run ended, in the user's words: one that finished because all of its labels were refused has printed nothing. */
export function outcomeOf({
  outcome,
  asked,
  sent,
}: Pick<PrintReport, 'outcome' | 'asked' | 'sent'>): PrintReport['outcome'] | 'nothing' {
  return outcome === 'finished' && asked > 0 && sent === 0 ? 'nothing' : outcome;
}
