import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { openedFileName, useOpenedTemplate, useSetOpenedTemplate } from '#app/state/opened-template.ts';
import { useServices } from '#app/state/services.tsx';
import { wantedDraft } from '#app/editor/drafts/recovered.ts';
import type { LabelIdentity } from '#app/state/save-label.ts';
import type { OpenSession } from '../session/create-session.ts';
import { openedEarly, openLabel, takeEarlyLabel, type FailedOpening, type OpenedLabel } from './open-label.ts';

type Opening = { readonly state: 'loading' } | FailedOpening | OpenedLabel;

const LOADING: Opening = { state: 'loading' };

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
  const [opening, setOpening] = useState<Opening>(() => openedEarly(identity) ?? LOADING);

  useEffect(() => {
    const early = takeEarlyLabel(identity);
    const stop = early?.stop ?? new AbortController();
    let session: OpenSession | null = null;
    void (async () => {
      // The session of an earlier run of this effect is disposed of.
      if (early === null) setOpening((now) => (now.state === 'open' ? LOADING : now));
      const label = await (early?.opening ?? openLabel(identity, { local, fileName, wanted }, services, stop.signal));
      if (label?.state === 'open') ({ session } = label);
      if (stop.signal.aborted) return session?.dispose();
      if (label === null) return;
      if (label.state === 'open') clear();
      // The whole editor renders now; a transition does it in slices, so that the page stays responsive.
      startTransition(() => setOpening(label));
    })();
    return () => {
      stop.abort();
      session?.dispose();
    };
  }, [identity, services, local, clear, wanted, fileName]);
  return opening;
}
