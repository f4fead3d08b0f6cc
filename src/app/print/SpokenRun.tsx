import { useEffect, useEffectEvent, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintReport } from '#printing/report.ts';
import type { RunPhase } from '#printing/run-state.ts';
import { outcomeOf } from '#app/report/outcome.ts';
import { phaseText } from '#app/report/phase-text.ts';
import { createSpokenSteps } from '#app/report/spoken-steps.ts';
import { createStore, useStore } from '#app/state/store.ts';
import type { PrintStage } from './use-print-run.ts';

/** What holds a run is an alert of its own, and its end is said with the counts. */
const SAID: ReadonlySet<RunPhase['type']> = new Set(['preparing', 'running', 'paused']);

/**
 * A run for screen readers: what it is doing, how far it is, and how it ended with its counts. `isClosing` is for a run whose
 * window closes by itself: its end is said by the notification that remains.
 */
export function SpokenRun(props: { readonly stage: PrintStage; readonly isClosing?: boolean }): ReactElement {
  const { stage, isClosing = false } = props;
  const { t, i18n } = useTranslation('print');
  const [spoken] = useState(() => ({ steps: createSpokenSteps(0), words: createStore('') }));
  const words = useStore(spoken.words);
  const state = stage.type === 'running' ? stage.state : null;
  const phase = state === null ? stage.type : `${state.phase.type} ${state.queued}`;
  const isCanceling = stage.type === 'running' && stage.cancelling;
  const done = state === null ? 0 : state.counts.spooled + state.counts.refused + state.counts.inDoubt;
  const asked = state?.counts.asked ?? 0;
  const number = new Intl.NumberFormat(i18n.language);

  const sayPhase = useEffectEvent((): void => {
    if (stage.type === 'over') {
      if (!isClosing) spoken.words.set(`${t(`report.outcome.${outcomeOf(stage.report)}`)}. ${counts(stage.report)}`);
      return;
    }
    if (state === null) {
      spoken.words.set('');
      return;
    }
    if (SAID.has(state.phase.type)) spoken.words.set(isCanceling ? t('run.cancelling') : phaseText(t, state));
    if (!state.started) spoken.steps = createSpokenSteps(performance.now());
  });
  const sayProgress = useEffectEvent((): void => {
    if (asked === 0 || state?.phase.type !== 'running' || isCanceling) return;
    if (!spoken.steps.isDue(done / asked, performance.now())) return;
    spoken.words.set(t('run.spoken', { count: asked, done: number.format(done), asked: number.format(asked) }));
  });
  useEffect(() => sayPhase(), [phase, isCanceling]);
  useEffect(() => sayProgress(), [done, asked]);

  function counts(report: PrintReport): string {
    const { asked: labels, sent, refused, inDoubt, notPrinted } = report;
    const rest = Object.entries({ refused, inDoubt, notPrinted }).filter(([, count]) => count > 0);
    const all = [...Object.entries({ asked: labels, sent }), ...rest];
    return all.map(([name, count]) => `${t(`count.${name}`)}: ${number.format(count)}.`).join(' ');
  }

  return (
    <div className="only-spoken" role="status" data-testid="run-spoken">
      {words}
    </div>
  );
}
