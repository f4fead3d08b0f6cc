import { useEffect, useState } from 'react';
import type { EditorViewport } from '#editor/editor.ts';
import { startTimer, stopTimer } from '#services/idle.ts';

/** A gesture that pans or zooms is over when nothing has come for this time. */
const REST_MS = 120;

/** The view as it was when it last rested; while it is panned or zoomed, that from before. */
export function useRestedView(view: EditorViewport): EditorViewport {
  const [rested, setRested] = useState(view);
  useEffect(() => {
    if (rested === view) return undefined;
    const timer = startTimer(() => setRested(view), REST_MS);
    return () => stopTimer(timer);
  }, [view, rested]);
  // The label is first seen.
  return rested.widthPx < 1 ? view : rested;
}
