import { useEffect } from 'react';
import type { Editor } from '#editor/editor.ts';
import { deleteDraft, writeDraft } from './drafts.ts';

/** How long the user must pause before the work is kept, and the longest that it may wait. */
const REST_MS = 800;
const LONGEST_MS = 5_000;

/**
 * Puts unsaved work by a moment after each edit, and takes it away once it is saved. `atOnce` for a label that is
 * nowhere but in this tab. `revision` is the version that the work began with. Calls back when the browser keeps nothing, once.
 */
export function useDraft(
  editor: Editor,
  kept: { readonly key: string; readonly revision: number },
  atOnce: boolean,
  onLost: () => void,
): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitingSince: number | null = null;
    let told = false;
    /** Runs writes and deletions one after the other. */
    let last: Promise<unknown> = Promise.resolve();

    const { key, revision } = kept;
    function put(): void {
      timer = undefined;
      waitingSince = null;
      const { template } = editor.state();
      last = last.then(async () => {
        const written = await writeDraft(key, { template, editedAt: Date.now(), revision });
        if (!written.ok && !told) {
          told = true;
          onLost();
        }
      });
    }
    function later(): void {
      const now = Date.now();
      waitingSince ??= now;
      clearTimeout(timer);
      timer = setTimeout(put, Math.max(0, Math.min(REST_MS, waitingSince + LONGEST_MS - now)));
    }
    let dirty = editor.state().dirty;
    const stops = [
      editor.onChange(later),
      editor.subscribe(() => {
        const now = editor.state().dirty;
        if (dirty && !now) {
          clearTimeout(timer);
          timer = undefined;
          last = last.then(() => deleteDraft(key));
        }
        dirty = now;
      }),
    ];
    const hidden = (): void => {
      if (document.visibilityState === 'hidden' && timer !== undefined) {
        clearTimeout(timer);
        put();
      }
    };
    document.addEventListener('visibilitychange', hidden);
    if (atOnce || dirty) later();
    return () => {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', hidden);
      if (timer === undefined) return;
      clearTimeout(timer);
      if (editor.state().dirty) put();
    };
  }, [editor, kept, atOnce, onLost]);
}
