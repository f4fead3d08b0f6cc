import { useSyncExternalStore, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditorState } from '../session/editor-session.tsx';
import './save-state.css';

export interface SaveStateProps {
  readonly saving: boolean;
  /** The last save has failed for now, and is tried again by itself. */
  readonly waits: boolean;
  /** Whether the label is on the server. */
  readonly isSaved: boolean;
  /** This browser keeps nothing. */
  readonly isLost: boolean;
}

function followNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Where the work is, in a few words that are always there. */
export function SaveState({ saving, waits, isSaved, isLost }: SaveStateProps): JSX.Element {
  const { t } = useTranslation('editor');
  const dirty = useEditorState((s) => s.dirty);
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const state = ((): 'saving' | 'saved' | 'new' | 'lost' | 'offline' | 'waiting' | 'unsaved' => {
    if (saving) return 'saving';
    if (!dirty && !waits) return isSaved ? 'saved' : 'new';
    if (isLost) return 'lost';
    if (!online) return 'offline';
    return waits ? 'waiting' : 'unsaved';
  })();
  const words = t(`recovery.${state}`);
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
