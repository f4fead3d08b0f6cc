import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { discardDraft, draftKey, type FoundDraft } from '#app/editor/drafts/drafts.ts';
import { draftAsCopy } from '#app/editor/drafts/open-copy.ts';
import { useServices } from '#app/state/services.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { restoreTemplate } from './use-restoring.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import type { LabelIdentity } from '#app/state/save-label.ts';

interface Found {
  readonly draft: FoundDraft | null;
  /** Whether the user has already chosen it: it is restored immediately. */
  readonly isWanted: boolean;
  readonly identity: LabelIdentity;
  readonly drafts: DraftKeeper;
  /** Called with the version of the template at the start of the work, which must be saved as a change to it. */
  readonly onRevision: (revision: number) => void;
  /** Called when the question is answered. */
  readonly onDone: () => void;
}

/** The actions for unsaved work that was found when a label was opened. */
export interface DraftActions {
  readonly restore: () => void;
  readonly openCopy: () => void;
  readonly discard: () => void;
}

export function useFoundDraft({ draft, isWanted, identity, drafts, onRevision, onDone }: Found): DraftActions {
  const { t } = useTranslation('editor');
  const { message } = App.useApp();
  const { api } = useServices();
  const { editor } = useEditorSession();
  const navigate = useNavigate();

  function restore(): void {
    if (draft === null) return;
    onDone();
    if (draft.revision > 0) onRevision(draft.revision);
    // It now belongs to this tab, and is deleted when this tab saves; the save also deletes the one in the cloud.
    void drafts.adopt(draft);
    editor.run(restoreTemplate(draft.template));
  }
  async function forget(found: FoundDraft): Promise<void> {
    // The draft in the cloud is this one, or older.
    const { id } = identity.attributes;
    if (identity.status === 'edit' && id !== '') await api.call('deleteDraft', { id });
    if (found.isFromCloud !== true) await discardDraft(draftKey(identity.userId, identity.attributes), found);
  }
  async function openCopy(): Promise<void> {
    if (draft === null) return;
    const { label } = draft.template;
    const name = t('recovery.copyName', { name: label.name });
    const place = await draftAsCopy(identity.userId, draft, name, identity.attributes.parentId);
    if (!place.ok) {
      void message.error(t('save.notKept'));
      return;
    }
    await forget(draft);
    onDone();
    void navigate(place.value.path, { state: place.value.state });
  }

  const isDone = useRef(false);
  useEffect(() => {
    if (!isWanted || isDone.current) return;
    isDone.current = true;
    restore();
  });
  return {
    restore,
    openCopy: () => void openCopy(),
    // Closed after it is deleted: a page that is left immediately does not ask for it again.
    discard: () => void (draft === null ? undefined : forget(draft).finally(onDone)),
  };
}
