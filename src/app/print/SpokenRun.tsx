import { useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore, useStore } from '#app/state/store.ts';
import { createRunSpeaker } from './run-speaker.ts';
import type { PrintStage } from './use-print-run.ts';

/**
 * Announces a run to screen readers: its progress, and the counts at its end. `isClosing`: the window closes automatically,
 * and its notification announces the end.
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
