import { useEffect } from 'react';
import type { SymbolCheck } from '#protocol/render.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import { useEditorSession, useEditorState, useFrame } from '../session/editor-session.tsx';
import { saysTheSame } from '../session/unchanged-frame.ts';
import { useStore } from '#app/state/store.ts';

/** Delay after the last change before codes are verified, so that reading never slows down the picture. */
const IDLE_MS = 350;
const NONE: readonly never[] = [];

/**
 * Keeps the session's `checks` up to date, and returns them. After an edit they are the previous ones until the codes have
 * been read again. While they are disabled nothing is read, and there are none.
 */
export function useSymbolChecks(wanted: boolean): readonly SymbolCheck[] {
  const { render, frame, checks } = useEditorSession();
  const hidden = useFrame((picture) => picture?.hidden) ?? NONE;
  const busy = useEditorState((s) => s.interaction.type !== 'none');

  useEffect(() => {
    if (!wanted) checks.set([]);
  }, [checks, wanted]);
  useEffect(() => {
    if (!wanted || busy) return undefined;
    let end = (): void => undefined;
    const begin = (): void => {
      end();
      if (frame.get() === null) return;
      const abort = new AbortController();
      const timer = startTimer(() => {
        void render.checkSymbols(abort.signal).then((result) => {
          // Null means that the label changed meanwhile: the next frame asks again.
          if (abort.signal.aborted || !result.ok || result.value === null) return;
          if (!saysTheSame(result.value, checks.get())) checks.set(result.value);
        });
      }, IDLE_MS);
      end = () => {
        stopTimer(timer);
        abort.abort();
      };
    };
    begin();
    const stop = frame.subscribe(begin);
    return () => {
      stop();
      end();
    };
  }, [render, frame, busy, wanted, checks]);
  const known = useStore(checks);
  // A code that a row hides has no grade, from the frame that shows the row; the check itself comes later.
  return hidden.length === 0 ? known : known.filter(({ elementId }) => !hidden.includes(elementId));
}
