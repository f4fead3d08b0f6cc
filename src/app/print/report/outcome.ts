import type { PrintReport } from '#printing/report.ts';
import type { TFunction } from 'i18next';
import type { RunState } from '#printing/run-state.ts';
import { dateFormat } from '#app/state/language-formats.ts';
import type { RepeatedRun } from '#protocol/printing.ts';

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

/** The current phase of a run. */
export function phaseText(
  t: TFunction<'print'>,
  { phase, queued, measuredPercent }: Pick<RunState, 'phase' | 'queued' | 'measuredPercent'>,
): string {
  if (phase.type === 'preparing' && measuredPercent !== null) {
    return t('print:run.phase.measuring', { percent: measuredPercent });
  }
  return queued && phase.type === 'preparing' ? t('print:run.phase.queued') : t(`print:run.phase.${phase.type}`);
}

/** Names a repeated run by its start time; files for programs have its id. */
export function repeatsText(t: TFunction<'print'>, language: string, { startedAt }: RepeatedRun): string {
  const time = dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return t('print:report.repeats', { time: time.format(startedAt) });
}
