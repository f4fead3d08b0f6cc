import type { TFunction } from 'i18next';
import type { PrintReport } from '#printing/report.ts';
import type { RunPhase } from '#printing/run-state.ts';
import { outcomeOf } from '#app/report/outcome.ts';
import { phaseText } from '#app/report/phase-text.ts';
import { createSpokenSteps } from '#app/report/spoken-steps.ts';
import type { PrintStage } from './use-print-run.ts';

/** What holds a run is an alert of its own, and its end is said with the counts. */
const SAID: ReadonlySet<RunPhase['type']> = new Set(['preparing', 'running', 'paused']);

/** How a run is put into words. */
export interface RunSpeech {
  readonly t: TFunction<'print'>;
  readonly language: string;
  /** The end is said elsewhere. */
  readonly isEndSaid: boolean;
}

export interface RunSpeaker {
  /** What is to be said of the run now; null for nothing new. `nowMs` never runs backwards. */
  next(stage: PrintStage, speech: RunSpeech, nowMs: number): string | null;
}

export function createRunSpeaker(): RunSpeaker {
  let steps = createSpokenSteps(0);
  let known = '';

  function progress(stage: PrintStage, { t, language }: RunSpeech, nowMs: number): string | null {
    if (stage.type !== 'running' || stage.cancelling || stage.state.phase.type !== 'running') return null;
    const { asked, spooled, refused, inDoubt } = stage.state.counts;
    const done = spooled + refused + inDoubt;
    if (asked === 0 || !steps.isDue(done / asked, nowMs)) return null;
    const number = new Intl.NumberFormat(language);
    return t('print:run.spoken', { count: asked, done: number.format(done), asked: number.format(asked) });
  }

  return {
    next(stage, speech, nowMs) {
      const key = stage.type === 'running' ? runningKey(stage) : stage.type;
      const isNew = key !== known;
      known = key;
      if (isNew && stage.type === 'running' && !stage.state.started) steps = createSpokenSteps(nowMs);
      return progress(stage, speech, nowMs) ?? (isNew ? stageWords(stage, speech) : null);
    },
  };
}

function runningKey({ state, cancelling }: Extract<PrintStage, { readonly type: 'running' }>): string {
  return `${state.phase.type} ${state.queued} ${cancelling}`;
}

function stageWords(stage: PrintStage, speech: RunSpeech): string | null {
  if (stage.type === 'over') return speech.isEndSaid ? null : endWords(stage.report, speech);
  if (stage.type !== 'running') return '';
  if (stage.cancelling) return speech.t('print:run.cancelling');
  return SAID.has(stage.state.phase.type) ? phaseText(speech.t, stage.state) : null;
}

function endWords(report: PrintReport, { t, language }: RunSpeech): string {
  const { asked, sent, refused, inDoubt, notPrinted } = report;
  const number = new Intl.NumberFormat(language);
  const rest = Object.entries({ refused, inDoubt, notPrinted }).filter(([, count]) => count > 0);
  const counts = [...Object.entries({ asked, sent }), ...rest];
  const words = counts.map(([name, count]) => `${t(`print:count.${name}`)}: ${number.format(count)}.`);
  return `${t(`print:report.outcome.${outcomeOf(report)}`)}. ${words.join(' ')}`;
}
