import { startTransition, useEffect, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import { ok } from '#model/kernel/result.ts';
import { useOpenedTemplate, useSetOpenedTemplate } from '#app/state/opened-template.ts';
import { keptBackgrounds } from '#app/state/label-background.ts';
import { useServices } from '#app/state/services.tsx';
import { draftKey, readDraft, type FoundDraft } from './drafts.ts';
import type { LabelIdentity } from './save-label.ts';
import { createSession, type OpenSession } from '../session/create-session.ts';
import { withFetchedBackground } from '#app/saved-label/fetched-background.ts';
import { loadLabel } from '#app/saved-label/load-label.ts';

export type Opening =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem }
  | {
      readonly state: 'open';
      /** Its attributes are those of the version that was really loaded. */
      readonly identity: LabelIdentity;
      readonly session: OpenSession;
      /** Unsaved work of an earlier visit. */
      readonly draft: FoundDraft | null;
      /** True while the label exists only in this tab. */
      readonly onlyHere: boolean;
    };

/** Loads a label and opens an editor on it, for as long as the component lives. `identity` does not change. */
export function useOpenLabel(identity: LabelIdentity): Opening {
  const services = useServices();
  const handedOver = useOpenedTemplate();
  const setHandedOver = useSetOpenedTemplate();
  /** Read once, because the store is cleared afterwards and that must not open another label. */
  const [local] = useState(handedOver);
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
      const draft = await readDraft(draftKey(identity.userId, attributes));
      if (stop.signal.aborted) return;
      clear();
      session = createSession(template, services);
      const opened: Opening = {
        state: 'open',
        identity: { ...identity, attributes },
        session,
        draft: draft.ok ? draft.value : null,
        onlyHere: local !== null && local.elements.length > 0,
      };
      // The whole editor is drawn now; a transition does it in slices, so that the page stays responsive.
      startTransition(() => setOpening(opened));
    })();
    return () => {
      stop.abort();
      session?.dispose();
    };
  }, [identity, services, local, clear]);
  return opening;
}
