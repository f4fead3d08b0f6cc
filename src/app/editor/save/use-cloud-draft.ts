import { useEffect, useState } from 'react';
import { packTemplate } from '#model/template/packing.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { DAY_MS } from '#model/kernel/time.ts';
import { UPLOAD_BUCKET } from '#protocol/api.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import { useServices } from '#app/state/services.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { createCloudKeeper, type CloudDrafts, type CloudKeeper, type CloudPlace } from './cloud-keeper.ts';
import type { LabelIdentity } from '#app/state/save-label.ts';

/** A difference of more than a day means that a clock was set to another time. */
const MAX_AGE_MS = DAY_MS;

/** Keeps unsaved work in the cloud while mounted; `identity` is its initial value. */
export function useCloudDraft(identity: LabelIdentity): CloudKeeper {
  const { api } = useServices();
  const { editor } = useEditorSession();
  const [keeper] = useState(() => createCloudKeeper(editor, cloudDrafts(api, identity.userId), cloudPlace(identity)));
  useEffect(() => keeper.start(), [keeper]);
  return keeper;
}

/** The template that the unsaved work on a label belongs to; null if it is not on the server. */
export function cloudPlace({ attributes, status }: LabelIdentity): CloudPlace | null {
  return status === 'edit' && attributes.id !== '' ? { id: attributes.id, revision: attributes.revision } : null;
}

function cloudDrafts(api: ApiClient, userId: string): CloudDrafts {
  return {
    async put({ id, revision }, { template, editedAt }, signal) {
      const token = await api.call('uploadToken', { bucket: UPLOAD_BUCKET, user_id: userId }, { signal });
      if (!token.ok) return false;
      const bytes = packTemplate(writeTemplate(template));
      const file = await api.uploadTemplate(bytes, `${template.label.name}.tprts`, token.value.data, { signal });
      if (!file.ok) return false;
      const draft = {
        id,
        url: file.value.key,
        revision,
        age_ms: Math.min(MAX_AGE_MS, Math.max(0, Date.now() - editedAt)),
      };
      return (await api.call('saveDraft', draft, { signal })).ok;
    },
    async drop(id) {
      return (await api.call('deleteDraft', { id })).ok;
    },
  };
}
