import type { TFunction } from 'i18next';
import type { PrintReport } from '#printing/report.ts';
import { createSpokenSteps } from '#app/print/report/spoken-steps.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import type { PrintStage } from './use-print-run.ts';

/** The texts of a run's announcements. */
export interface RunSpeech {
  readonly t: TFunction<'print'>;
  readonly language: string;
  /** Whether the end is announced elsewhere. */
  readonly isEndSaid: boolean;
}

export interface RunSpeaker {
  /** The next announcement of the run; null for none. `nowMs` never decreases. */
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
    const number = numberFormat(language);
    return t('print:run.spoken', { count: asked, done: number.format(done), asked: number.format(asked) });
  }

  return {
    next(stage, speech, nowMs) {
      const isNew = stage.type !== known;
      known = stage.type;
      if (isNew && stage.type === 'running') steps = createSpokenSteps(nowMs);
      if (stage.type === 'running') return progress(stage, speech, nowMs);
      if (!isNew) return null;
      return stage.type === 'over' && !speech.isEndSaid ? countWords(stage.report, speech) : '';
    },
  };
}

/** The heading, which has the focus then, announces the result. */
function countWords(report: PrintReport, { t, language }: RunSpeech): string {
  const { asked, sent, refused, inDoubt, notPrinted } = report;
  const number = numberFormat(language);
  const rest = Object.entries({ refused, inDoubt, notPrinted }).filter(([, count]) => count > 0);
  const counts = [...Object.entries({ asked, sent }), ...rest];
  const words = counts.map(([name, count]) => `${t(`print:count.${name}`)}: ${number.format(count)}.`);
  return words.join(' ');
}
