import { useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore, useStore } from '#app/state/store.ts';
import { createRunSpeaker } from './run-speaker.ts';
import type { PrintStage } from './use-print-run.ts';

/**
 * A run for screen readers: how far it is, and the counts at its end. `isClosing` is for a run whose
 * window closes by itself: its end is said by the notification that remains.
 */
export function SpokenRun(props: { readonly stage: PrintStage; readonly isClosing?: boolean }): ReactElement {
  const { stage, isClosing = false } = props;
  const { t, i18n } = useTranslation('print');
  const [spoken] = useState(() => ({ speaker: createRunSpeaker(), words: createStore('') }));
  const words = useStore(spoken.words);
  useEffect(() => {
    const speech = { t, language: i18n.language, isEndSaid: isClosing };
    const next = spoken.speaker.next(stage, speech, performance.now());
    if (next !== null) spoken.words.set(next);
  }, [spoken, stage, isClosing, t, i18n.language]);
  return (
    <div className="only-spoken" role="status" data-testid="run-spoken">
      {words}
    </div>
  );
}
