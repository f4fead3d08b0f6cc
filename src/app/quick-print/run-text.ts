import type { TFunction } from 'i18next';
import type { PrintReport } from '#printing/report.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { outcomeOf, phaseText } from '#app/print/report/outcome.ts';
import type { RunStage } from '#app/print/runs/run-manager.ts';

type Texts = TFunction<['ways', 'print', 'problems']>;

/** The stage of a label's run; null before its first report. */
export function stageText(t: Texts, stage: RunStage | null): string {
  if (stage?.type !== 'running') return t('ways:scan.starting');
  const { phase } = stage.state;
  return phase.type === 'held' ? problemText(t, phase.problem) : phaseText(t, stage.state);
}

/** The result of a label's run. */
export function reportText(t: Texts, report: PrintReport): string {
  const [refusal] = report.refusals;
  if (refusal !== undefined) return t('ways:scan.refused', { reason: problemText(t, refusal.problem) });
  if (report.inDoubt > 0) return t('ways:scan.inDoubt');
  if (report.problem !== null) return problemText(t, report.problem);
  return outcomeOf(report) === 'finished' ? t('ways:scan.printed') : t(`print:report.outcome.${outcomeOf(report)}`);
}

export type Mood = 'good' | 'bad' | 'busy';

export function stageMood(stage: RunStage | null): Mood {
  return stage?.type === 'running' && stage.state.phase.type === 'held' ? 'bad' : 'busy';
}

export function reportMood(report: PrintReport): Mood {
  return outcomeOf(report) === 'finished' ? 'good' : 'bad';
}
