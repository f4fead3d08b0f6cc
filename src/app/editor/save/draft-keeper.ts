import type { Editor } from '#editor/editor.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Draft, FoundDraft } from './drafts.ts';

/** Work is kept when the user pauses for the first time span, and at the latest after the second. */
const REST_MS = 800;
const LONGEST_MS = 5_000;

/** What unsaved work is kept as. */
export interface KeptAs {
  readonly key: string;
  /** The version of the template that the work began with; 0 before the first save. */
  readonly revision: number;
}

/** Where this tab's drafts are, by their keys. */
export interface DraftStore {
  /** `insteadOf`: a found draft that is deleted in the same step. */
  write(key: string, draft: Draft, insteadOf: FoundDraft | null): Promise<Result<null>>;
  remove(key: string): Promise<Result<null>>;
}

/** Keeps the unsaved work of one editor in the browser: one draft at most, and none when nothing is unsaved. */
export interface DraftKeeper {
  /**
   * Begins to follow the editor; calls `onLost` once if the browser keeps nothing. Returns the way to stop, which still
   * writes the edits that wait to be written.
   */
  start(onLost: () => void): () => void;
  /** Writes at once what waits to be written: the page may be left. */
  flush(): void;
  /** Keeps a restored draft as this tab's own, in one step. Resolves to whether it is stored. */
  adopt(draft: FoundDraft): Promise<Result<null>>;
  /** The label was saved, and its work has this name from now on. Resolves when the draft of what was saved is deleted. */
  saved(now: KeptAs): Promise<void>;
  /** The user gives the work up. Resolves when its draft is deleted. */
  abandon(): Promise<void>;
}

/** `onlyHere`: the label exists in this tab only, so that it is kept even before its first edit. */
export function createDraftKeeper(editor: Editor, store: DraftStore, first: KeptAs, onlyHere: boolean): DraftKeeper {
  let kept = first;
  let isOnlyHere = onlyHere;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | null = null;
  let told = false;
  let tell = (): void => undefined;
  /** Writes and deletions run one after the other, whatever their keys: the last one asked for holds. */
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done;
    return done;
  }
  const isUnsaved = (): boolean => isOnlyHere || editor.state().dirty;

  function stopWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
    waitingSince = null;
  }
  async function write(as: KeptAs, draft: Draft, insteadOf: FoundDraft | null): Promise<Result<null>> {
    const written = await inTurn(() => store.write(as.key, draft, insteadOf));
    if (!written.ok && !told) {
      told = true;
      tell();
    }
    return written;
  }
  function put(): void {
    stopWaiting();
    const { template } = editor.state();
    void write(kept, { template, editedAt: Date.now(), revision: kept.revision }, null);
  }
  function later(): void {
    const now = Date.now();
    waitingSince ??= now;
    clearTimeout(timer);
    timer = setTimeout(put, Math.max(0, Math.min(REST_MS, waitingSince + LONGEST_MS - now)));
  }
  function flush(): void {
    if (timer !== undefined) put();
  }
  async function remove(): Promise<void> {
    const { key } = kept;
    stopWaiting();
    await inTurn(() => store.remove(key));
  }

  return {
    start(onLost) {
      tell = onLost;
      let dirty = editor.state().dirty;
      const stops = [
        editor.onChange(later),
        editor.subscribe(() => {
          const before = dirty;
          dirty = editor.state().dirty;
          if (before && !isUnsaved()) void remove();
        }),
      ];
      if (isUnsaved()) later();
      return () => {
        for (const stop of stops) stop();
        if (editor.state().dirty) flush();
        // A file that was only looked at: its user has it.
        else if (isOnlyHere) void remove();
      };
    },
    flush,
    adopt(draft) {
      // Work on an older version must be saved as a change to that version.
      if (draft.revision > 0) kept = { ...kept, revision: draft.revision };
      return write(kept, draft, draft);
    },
    async saved(now) {
      const removed = remove();
      isOnlyHere = false;
      kept = now;
      // Edited while the save was under way.
      if (isUnsaved()) later();
      await removed;
    },
    abandon() {
      isOnlyHere = false;
      return remove();
    },
  };
}
