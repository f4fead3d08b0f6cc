import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { discardDraft, draftKey, type FoundDraft } from '#app/editor/drafts/drafts.ts';
import { draftAsCopy } from '#app/editor/drafts/open-copy.ts';
import { useServices } from '#app/state/services.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { restoreTemplate } from '../session/restore.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import type { LabelIdentity } from './save-label.ts';

interface Found {
  readonly draft: FoundDraft | null;
  /** The user has chosen it already: it is restored at once. */
  readonly isWanted: boolean;
  readonly identity: LabelIdentity;
  readonly drafts: DraftKeeper;
  /** The work began with that version of the template, and must be saved as a change to it. */
  readonly onRevision: (revision: number) => void;
  /** The question has its answer. */
  readonly onDone: () => void;
}

/** What can become of unsaved work that was found when a label was opened. */
export function useFoundDraft({ draft, isWanted, identity, drafts, onRevision, onDone }: Found): {
  readonly restore: () => void;
  readonly openCopy: () => void;
  readonly discard: () => void;
} {
  const { t } = useTranslation('editor');
  const { message } = App.useApp();
  const { api } = useServices();
  const { editor } = useEditorSession();
  const navigate = useNavigate();

  function restore(): void {
    if (draft === null) return;
    onDone();
    if (draft.revision > 0) onRevision(draft.revision);
    // It now belongs to this tab, and is deleted when this tab saves; what the cloud has goes with that save too.
    void drafts.adopt(draft);
    editor.run(restoreTemplate(draft.template));
  }
  async function forget(found: FoundDraft): Promise<void> {
    // What the cloud has is this, or older.
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
    // Closed when it is gone: a page that is left at once does not ask for it again.
    discard: () => void (draft === null ? undefined : forget(draft).finally(onDone)),
  };
}
