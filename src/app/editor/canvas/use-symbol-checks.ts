import { useEffect, useState } from 'react';
import type { SymbolCheck } from '#protocol/render.ts';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '../session/store.ts';

/** Codes are read back only when nothing has changed for this long, so that reading never slows down the picture. */
const REST_MS = 350;
const NONE: readonly SymbolCheck[] = [];

/**
 * How well the codes on the canvas would read if they were printed now. After an edit these are still the results from
 * before it, until the codes have been read again. Nothing is read while the grades are switched off.
 */
export function useSymbolChecks(wanted: boolean): readonly SymbolCheck[] {
  const { render, frame } = useEditorSession();
  const shown = useStore(frame);
  const busy = useEditorState((s) => s.interaction.type !== 'none');
  const [checks, setChecks] = useState(NONE);

  useEffect(() => {
    if (!wanted || busy || shown === null) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void render.checkSymbols(abort.signal).then((result) => {
        // Null means that the label changed meanwhile: the next frame asks again.
        if (!abort.signal.aborted && result.ok && result.value !== null) setChecks(result.value);
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [render, shown, busy, wanted]);
  return checks;
}
