import { useEffect, useState } from 'react';
import type { Editor } from '#editor/editor.ts';
import { createDraftKeeper, type DraftKeeper, type KeptAs } from './draft-keeper.ts';
import { deleteDraft, writeDraft } from './drafts.ts';

/** Keeps unsaved work in the browser for as long as the component lives; `kept` and `onlyHere` are how it begins. */
export function useDraft(editor: Editor, kept: KeptAs, onlyHere: boolean, onLost: () => void): DraftKeeper {
  const [keeper] = useState(() =>
    createDraftKeeper(editor, { write: writeDraft, remove: deleteDraft }, kept, onlyHere),
  );
  useEffect(() => {
    const stop = keeper.start(onLost);
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') keeper.flush();
    };
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      stop();
    };
  }, [keeper, onLost]);
  return keeper;
}
