import { useEffect, useState } from 'react';
import type { SymbolCheck } from '#protocol/render.ts';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '../session/store.ts';

/** Codes are read once the hand rests: a check must never compete with the picture. */
const REST_MS = 350;
const NONE: readonly SymbolCheck[] = [];

/**
 * How the codes on the canvas would read if they were printed now; those of before an edit until they are read anew.
 * Nothing is read while nobody wants to see it.
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
        // Null: something changed meanwhile, and the frame that shows it asks again.
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
