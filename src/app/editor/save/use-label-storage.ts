import { useCallback, useEffect, useState } from 'react';
import { draftKey, type FoundDraft } from '#app/editor/drafts/drafts.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import type { CloudKeeper } from './cloud-keeper.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import type { LabelIdentity } from '#app/state/save-label.ts';
import { cloudPlace, useCloudDraft } from './use-cloud-draft.ts';
import { useDraft } from './use-draft.ts';
import { useFoundDraft, type DraftActions } from './use-found-draft.ts';
import { useRestoring } from './use-restoring.ts';
import { useSaving, type Saving } from './use-saving.tsx';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';

/** Where the open label is stored: on the server, as a draft in this browser, as a draft in the cloud. */
export interface LabelStorage {
  readonly identity: LabelIdentity;
  /** The id of the label on the server; null if it is not saved. */
  readonly savedId: string | null;
  readonly saving: Saving;
  readonly drafts: DraftKeeper;
  readonly cloud: CloudKeeper;
  /** Whether changes can't be stored in this browser. */
  readonly isLost: boolean;
  readonly found: DraftActions;
  readonly restore: ReturnType<typeof useRestoring>;
}

interface Opening {
  readonly draft: FoundDraft | null;
  /** Whether the user has already chosen to open it. */
  readonly isDraftWanted: boolean;
  readonly onlyHere: boolean;
}

/** `onDraftDone` is called when the question about the draft is answered. */
export function useLabelStorage(
  first: LabelIdentity,
  { draft, isDraftWanted, onlyHere }: Opening,
  showAddress: (path: string) => void,
  onSaved: (identity: LabelIdentity) => void,
  onDraftDone: () => void,
): LabelStorage {
  const { editor, render, counters, data } = useEditorSession();
  const [identity, setIdentity] = useState(first);
  const key = draftKey(identity.userId, identity.attributes);
  const [isLost, tellFault] = useJournalFault();
  const drafts = useDraft(
    { editor, render, data },
    { key, revision: identity.attributes.revision },
    onlyHere,
    tellFault,
  );
  const cloud = useCloudDraft(identity);
  const becomeSaved = useCallback(
    (saved: LabelIdentity): Promise<void> => {
      setIdentity(saved);
      onSaved(saved);
      cloud.place(cloudPlace(saved));
      return drafts.saved({ key: draftKey(saved.userId, saved.attributes), revision: saved.attributes.revision });
    },
    [cloud, drafts, onSaved],
  );
  const savedId = identity.status === 'edit' ? identity.attributes.id : null;
  useEffect(() => counters.follow(savedId), [counters, savedId]);
  useEffect(() => {
    window.addEventListener('online', counters.again);
    return () => window.removeEventListener('online', counters.again);
  }, [counters]);
  const saving = useSaving(identity, becomeSaved, showAddress, cloud);

  const found = useFoundDraft({
    draft,
    isWanted: isDraftWanted,
    identity,
    drafts,
    onRevision: (revision) => setIdentity((now) => ({ ...now, attributes: { ...now.attributes, revision } })),
    onDone: onDraftDone,
  });
  const restore = useRestoring(identity, becomeSaved, showAddress);

  return { identity, savedId, saving, drafts, cloud, isLost, found, restore };
}

/** Whether this browser currently stores none of the unsaved work, and a setter that notifies the user. */
function useJournalFault(): readonly [boolean, (problem: Problem | null) => void] {
  const { t } = useTranslation('editor');
  const { message } = App.useApp();
  const [isLost, setLost] = useState(false);
  const notify = useCallback(
    (problem: Problem | null): void => {
      setLost(problem !== null);
      const key = 'journal';
      if (problem === null) void message.success({ content: t('recovery.keptAgain'), key });
      else {
        const content = t(problem.code === 'storage.full' ? 'recovery.full' : 'save.notKept');
        void message.warning({ content, key, duration: 8 });
      }
    },
    [message, t],
  );
  return [isLost, notify];
}
