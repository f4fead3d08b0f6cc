import { useEffect, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import { appendDraft, deleteDraft, writeDraft } from '#app/editor/drafts/drafts.ts';
import type { OpenSession } from '../session/create-session.ts';
import { createDraftKeeper, type DraftKeeper, type KeptAs } from './draft-keeper.ts';

/** Size of the picture in the list of recovered labels. */
const PICTURE_SIDE_PX = 240;

/** Keeps unsaved work in the browser while mounted; `kept` and `onlyHere` are initial values. */
export function useDraft(
  { editor, render, data }: Pick<OpenSession, 'editor' | 'render' | 'data'>,
  kept: KeptAs,
  onlyHere: boolean,
  onFault: (problem: Problem | null) => void,
): DraftKeeper {
  const [keeper] = useState(() =>
    createDraftKeeper(
      editor,
      { write: writeDraft, append: appendDraft, remove: deleteDraft },
      kept,
      onlyHere,
      async (template) => {
        const png = await render.thumbnail(template, data.state.get().record, PICTURE_SIDE_PX);
        return png.ok ? png.value : null;
      },
    ),
  );
  useEffect(() => {
    const stop = keeper.start(onFault);
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') keeper.flush();
    };
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      stop();
    };
  }, [keeper, onFault]);
  return keeper;
}
