import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { ok } from '#model/kernel/result.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { openedFileName, useOpenedTemplate, useSetOpenedTemplate } from '#app/state/opened-template.ts';
import { keptBackgrounds } from '#app/state/label-background.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import { useServices } from '#app/state/services.tsx';
import { draftKey, isBeingEdited, readDraft, type FoundDraft, readCloudDraft } from '#app/editor/drafts/drafts.ts';
import { wantedDraft } from '#app/editor/drafts/recovered.ts';
import type { LabelIdentity } from './save-label.ts';
import { createSession, type OpenSession } from '../session/create-session.ts';
import { withFetchedBackground } from '#app/state/fetched-background.ts';
import { loadLabel } from '#app/state/load-label.ts';

export type Opening =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem }
  | {
      readonly state: 'open';
      /** Its attributes are those of the loaded version. */
      readonly identity: LabelIdentity;
      readonly session: OpenSession;
      /** Unsaved work of an earlier visit. */
      readonly draft: FoundDraft | null;
      /** Whether the user has chosen that draft, and is not asked again. */
      readonly isWanted: boolean;
      /** True while the label exists only in this tab, and in no file of its user. */
      readonly onlyHere: boolean;
    };

/** Loads a label and opens an editor on it, while mounted. `identity` does not change. */
export function useOpenLabel(identity: LabelIdentity): Opening {
  const services = useServices();
  const handedOver = useOpenedTemplate();
  const setHandedOver = useSetOpenedTemplate();
  /** Read once, because the store is cleared afterwards and that must not open another label. */
  const [local] = useState(handedOver);
  const location = useLocation();
  const [wanted] = useState(() => wantedDraft(location.state));
  const [fileName] = useState(() => (identity.status === 'add' ? openedFileName(location.state) : null));
  const [clear] = useState(() => () => setHandedOver(null));
  const [opening, setOpening] = useState<Opening>({ state: 'loading' });

  useEffect(() => {
    const stop = new AbortController();
    let session: OpenSession | null = null;
    void (async () => {
      const loaded =
        local === null
          ? await loadLabel(
              identity.attributes,
              identity.status,
              keptBackgrounds(identity.userId),
              services.api,
              stop.signal,
            )
          : ok({ template: local, attributes: identity.attributes });
      if (!loaded.ok) {
        if (!stop.signal.aborted) setOpening({ state: 'failed', problem: loaded.error });
        return;
      }
      const { attributes } = loaded.value;
      const template = await withFetchedBackground(loaded.value.template, (path) =>
        services.api.fetchFile(path, { signal: stop.signal }),
      );
      const draft = await foundDraft({ ...identity, attributes }, wanted, services.api, stop.signal);
      if (stop.signal.aborted) return;
      if (fileName !== null && local === null && draft === null) {
        // The page was reloaded: the content of the file is lost, and an empty label is not what was opened.
        setOpening({ state: 'failed', problem: problem('file.closed', { file: fileName }) });
        return;
      }
      clear();
      session = createSession(template, services);
      const opened: Opening = {
        state: 'open',
        identity: { ...identity, attributes },
        session,
        draft,
        isWanted: draft !== null && draft.storedAs === wanted,
        onlyHere: local !== null && fileName === null && local.elements.length > 0,
      };
      // The whole editor renders now; a transition does it in slices, so that the page stays responsive.
      startTransition(() => setOpening(opened));
    })();
    return () => {
      stop.abort();
      session?.dispose();
    };
  }, [identity, services, local, clear, wanted, fileName]);
  return opening;
}

/** The later unsaved work of this browser or the cloud; the wanted one takes precedence. */
async function foundDraft(
  { attributes, status, userId }: LabelIdentity,
  wanted: string | null,
  api: ApiClient,
  signal: AbortSignal,
): Promise<FoundDraft | null> {
  const key = draftKey(userId, attributes);
  const isSaved = status === 'edit' && attributes.id !== '';
  const [here, inCloud, isElsewhere] = await Promise.all([
    readDraft(key, wanted),
    isSaved ? readCloudDraft(attributes.id, api, signal) : null,
    isSaved && isBeingEdited(key),
  ]);
  const local = here.ok ? here.value : null;
  // Work that is open in another tab belongs to that tab.
  if (inCloud === null || isElsewhere || local?.storedAs === wanted) return local;
  if (local === null) return inCloud;
  return inCloud.editedAt > local.editedAt && !isSameWork(inCloud, local) ? inCloud : local;
}

/** Work is sent to the cloud after it was stored here: the later of the two may be the same work. */
function isSameWork(a: FoundDraft, b: FoundDraft): boolean {
  return writeTemplate(a.template) === writeTemplate(b.template);
}
