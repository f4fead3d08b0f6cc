import { useSyncExternalStore, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionExpired } from '#app/state/session.ts';
import { useEditorState } from '../session/editor-session.tsx';
import './save.css';

export interface SaveStateProps {
  readonly saving: boolean;
  /** Whether the last save has failed temporarily and is retried automatically. */
  readonly hasRetryPending: boolean;
  /** Why the label can't be saved in its current state; null for no known reason. */
  readonly refusal: string | null;
  /** Whether the label is on the server. */
  readonly isSaved: boolean;
  /** Whether this browser stores nothing. */
  readonly isLost: boolean;
}

type SaveStateName = 'saving' | 'saved' | 'new' | 'lost' | 'offline' | 'signedOut' | 'waiting' | 'refused' | 'unsaved';

function followNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Where the work is saved, in a short text that is always there. */
export function SaveState({ saving, hasRetryPending, refusal, isSaved, isLost }: SaveStateProps): JSX.Element {
  const { t } = useTranslation('editor');
  const dirty = useEditorState((s) => s.dirty);
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const isExpired = useSessionExpired();
  const state = ((): SaveStateName => {
    if (saving) return 'saving';
    if (!dirty && !hasRetryPending) return isSaved ? 'saved' : 'new';
    if (isLost) return 'lost';
    if (!online) return 'offline';
    if (isExpired) return 'signedOut';
    if (hasRetryPending) return 'waiting';
    return refusal === null ? 'unsaved' : 'refused';
  })();
  const words = t(`recovery.${state}`, { reason: refusal });
  return (
    <span
      className="ed-state"
      role="status"
      aria-live="polite"
      data-testid="save-state"
      data-state={state}
      title={words}
    >
      {words}
    </span>
  );
}
