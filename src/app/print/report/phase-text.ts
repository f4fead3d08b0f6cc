import type { TFunction } from 'i18next';
import type { RunState } from '#printing/run-state.ts';

/** The current phase of a run. */
export function phaseText(t: TFunction<'print'>, { phase, queued }: Pick<RunState, 'phase' | 'queued'>): string {
  return queued && phase.type === 'preparing' ? t('print:run.phase.queued') : t(`print:run.phase.${phase.type}`);
}
