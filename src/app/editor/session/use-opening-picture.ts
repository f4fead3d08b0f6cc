import { useEffect, useLayoutEffect, useState } from 'react';
import {
  dropOpeningPicture,
  endOpeningPicture,
  hasOpeningPicture,
  isOpeningPicture,
  shownOpening,
} from '#app/state/opening-picture.ts';
import { useServices } from '#app/state/services.tsx';
import { useEditorSession, type EditorSession } from './editor-session.tsx';
import { isFitted, keepOpeningPicture } from './opening-picture-keeper.ts';

/** A picture that the worker does not paint, for example on another graphics processor, is removed after this time. */
const HOLD_MS = 3_000;
/** The worker's pixels may be on the screen some frames after its last message. */
const COMPARE_AGAIN_MS = 50;

/**
 * Ends the opening picture of the page, and then stores that of the next opening. `opened`: the loaded version; `savedId`
 * and `revision` are those of the last save.
 */
export function useOpeningPicture(
  opened: { readonly revision: number; readonly hasDraft: boolean },
  { savedId, revision }: { readonly savedId: string | null; readonly revision: number },
): void {
  const session = useEditorSession();
  const { api } = useServices();
  const [isCurrent] = useState(() => shownOpening()?.revision === opened.revision && !opened.hasDraft);
  const [isOver, setOver] = useState(() => !isCurrent || !hasOpeningPicture());
  useLayoutEffect(() => {
    if (!isCurrent) dropOpeningPicture();
    return untilPainted(session, () => setOver(true));
  }, [session, isCurrent]);
  useEffect(
    () => (savedId === null || !isOver ? undefined : keepOpeningPicture(session, api, { id: savedId, revision })),
    [session, api, savedId, revision, isOver],
  );
}

/**
 * Removes the picture when the worker's has the same pixels, when that differs permanently, or when the user changes the
 * view. Returns a function that removes it at once.
 */
function untilPainted({ editor, render }: EditorSession, onEnd: () => void): () => void {
  if (!hasOpeningPicture()) {
    onEnd();
    return () => undefined;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const { revision } = editor.state();
  function stop(): void {
    clearTimeout(timer);
    clearTimeout(again);
    for (const unsubscribe of subscriptions) unsubscribe();
  }
  function drop(): void {
    stop();
    dropOpeningPicture();
    onEnd();
  }
  function compare(): void {
    const canvas = render.canvas();
    if (canvas === null || !hasOpeningPicture()) return;
    if (!isOpeningPicture(canvas)) {
      clearTimeout(again);
      again = setTimeout(compare, COMPARE_AGAIN_MS);
      return;
    }
    stop();
    endOpeningPicture();
    onEnd();
  }
  function followFrame(): void {
    timer ??= setTimeout(drop, HOLD_MS);
    // The worker's pixels are on the screen in the frame after its message.
    requestAnimationFrame(() => requestAnimationFrame(compare));
  }
  const subscriptions = [
    render.onFrame(followFrame),
    editor.subscribe(() => {
      const state = editor.state();
      if (state.revision !== revision || (state.viewport.widthPx > 0 && !isFitted(state))) drop();
    }),
  ];
  // The worker may have been faster than the screen.
  if (render.canvas() !== null) followFrame();
  return () => {
    stop();
    endOpeningPicture();
  };
}
