import type { Editor, Interaction } from '#editor/editor.ts';
import { useEffect } from 'react';
import { isPreferenceOn } from '#app/state/editor-preferences.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import type { Saving } from './use-saving.tsx';

/**
 * Changes are saved when the user pauses for the first time span, and at the latest after the second. Both are shorter than
 * those of the drafts in the cloud (`cloud-keeper.ts`), so that work is sent there once.
 */
const IDLE_MS = 3_000;
const LONGEST_MS = 20_000;
/** During a drag the label is checked again after this time. */
const DRAG_RECHECK_MS = 500;

const DRAGS: ReadonlySet<Interaction['type']> = new Set(['move', 'resize', 'rotate', 'draw', 'guide']);

/**
 * Calls `save` some seconds after changes of the label, until the returned function is called. Unsaved work at the start
 * counts as a change. A label that is unchanged by then, or empty, is not saved.
 */
export function startAutosave(
  editor: Editor,
  { isOn, save }: { readonly isOn: () => boolean; readonly save: () => void },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | null = null;

  function stopWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
    waitingSince = null;
  }
  function due(): void {
    const { dirty, template, interaction } = editor.state();
    if (DRAGS.has(interaction.type)) {
      timer = setTimeout(due, DRAG_RECHECK_MS);
      return;
    }
    stopWaiting();
    if (dirty && template.elements.length > 0 && isOn()) save();
  }
  function later(): void {
    const now = Date.now();
    waitingSince ??= now;
    clearTimeout(timer);
    timer = setTimeout(due, Math.max(0, Math.min(IDLE_MS, waitingSince + LONGEST_MS - now)));
  }

  const stop = editor.onChange(later);
  if (editor.state().dirty) later();
  return () => {
    stop();
    stopWaiting();
  };
}

/**
 * Saves the open label automatically while `isReady`: it is on the server, and no question is open. Changes during a save,
 * or before a retry, are saved after it.
 */
export function useAutosave({ busy, hasRetryPending, autosave }: Saving, isReady: boolean): void {
  const { editor } = useEditorSession();
  const runs = isReady && !busy && !hasRetryPending;
  useEffect(() => {
    if (!runs) return undefined;
    return startAutosave(editor, { isOn: () => isPreferenceOn('autosave'), save: autosave });
  }, [autosave, editor, runs]);
}
