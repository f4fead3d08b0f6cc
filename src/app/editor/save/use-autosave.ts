import { useEffect } from 'react';
import { isPreferenceOn } from '#app/state/editor-preferences.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { startAutosave } from './autosave.ts';
import type { Saving } from './use-saving.tsx';

/**
 * Saves the open label automatically while `isReady`: it is on the server, and no question is open. Changes during a save,
 * or before a retry, are saved after it.
 */
export function useAutosave({ busy, waits, autosave }: Saving, isReady: boolean): void {
  const { editor } = useEditorSession();
  const runs = isReady && !busy && !waits;
  useEffect(() => {
    if (!runs) return undefined;
    return startAutosave(editor, { isOn: () => isPreferenceOn('autosave'), save: autosave });
  }, [autosave, editor, runs]);
}
