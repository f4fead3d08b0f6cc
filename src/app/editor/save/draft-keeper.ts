import type { Editor } from '#editor/editor.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { asInFile } from '#app/editor/drafts/draft-patch.ts';
import type { Draft, FoundDraft } from '#app/editor/drafts/drafts.ts';
import { busyWhile, startTimer, stopTimer } from '#services/idle.ts';

/** A step is kept when the user pauses for the first time span, and at the latest after the second. */
const REST_MS = 150;
const LONGEST_MS = 350;
/** The steps become one file when the user rests so long, or when there are so many of them. */
const COMPACT_MS = 3_000;
const MAX_STEPS = 500;

/** What unsaved work is kept as. */
export interface KeptAs {
  readonly key: string;
  /** The version of the template that the work began with; 0 before the first save. */
  readonly revision: number;
}

/** Where this tab's drafts are, by their keys. */
export interface DraftStore {
  /** The whole draft. `insteadOf`: a found one that is deleted in the same step. `picture`: a PNG of it. */
  write(key: string, draft: Draft, insteadOf: FoundDraft | null, picture: Uint8Array | null): Promise<Result<null>>;
  /** What has changed since `before`, which is what is there; null for none. */
  append(key: string, draft: Draft, before: Template | null): Promise<Result<null>>;
  remove(key: string): Promise<Result<null>>;
}

/** Keeps the unsaved work of one editor in the browser: one draft at most, and none when nothing is unsaved. */
export interface DraftKeeper {
  /**
   * Begins to follow the editor; calls `onFault` whenever the browser begins to refuse (then with why; it is asked again at
   * each change) and when it keeps the work again (null). Returns the way to stop, which still writes the edits that
   * wait to be written.
   */
  start(onFault: (problem: Problem | null) => void): () => void;
  /** Writes at once what waits to be written: the page may be left. */
  flush(): void;
  /** Keeps a restored draft as this tab's own, in one step. Resolves to whether it is stored. */
  adopt(draft: FoundDraft): Promise<Result<null>>;
  /** The label was saved, and its work has this name from now on. Resolves when the draft of what was saved is deleted. */
  saved(now: KeptAs): Promise<void>;
  /** The user gives the work up. Resolves when its draft is deleted. */
  abandon(): Promise<void>;
}

/**
 * `onlyHere`: the label exists in this tab only, so that it is kept even before its first edit. `paint` gives a small PNG
 * of a template, for the list of what was recovered.
 */
export function createDraftKeeper(
  editor: Editor,
  store: DraftStore,
  first: KeptAs,
  onlyHere: boolean,
  paint: (template: Template) => Promise<Uint8Array | null> = () => Promise.resolve(null),
): DraftKeeper {
  let kept = first;
  let isOnlyHere = onlyHere;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let compacting: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | null = null;
  /** When the label was changed last: a draft that is written anew at rest is no younger for it than another tab's. */
  let changedAt = Date.now();
  let fault: Problem | null = null;
  let tell: (problem: Problem | null) => void = () => undefined;
  /** What the store has, and in how many steps. */
  let held: Template | null = null;
  let steps = 0;
  /** A step is being written; whether another one is wanted after it. */
  let writing = false;
  let again = false;
  let isStopped = false;
  /** Writes and deletions run one after the other, whatever their keys: the last one asked for holds. */
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = busyWhile(last.then(work));
    last = done;
    return done;
  }
  const isUnsaved = (): boolean => isOnlyHere || editor.state().dirty;

  function stopWaiting(): void {
    stopTimer(timer);
    clearTimeout(compacting);
    timer = undefined;
    waitingSince = null;
    again = false;
  }
  function told(written: Result<null>): Result<null> {
    const now = written.ok ? null : written.error;
    if (now?.code !== fault?.code) {
      fault = now;
      tell(now);
    }
    return written;
  }
  /** In its turn only. As one file, from which what is written next goes on. */
  async function whole(draft: Draft, insteadOf: FoundDraft | null, picture: Uint8Array | null): Promise<Result<null>> {
    const written = told(await store.write(kept.key, draft, insteadOf, picture));
    if (written.ok) [held, steps] = [asInFile(draft.template), 0];
    return written;
  }
  async function compact(): Promise<void> {
    const template = held;
    if (template === null || steps === 0 || isStopped) return;
    const picture = await paint(template);
    await inTurn(async () => {
      // Saved or changed while the picture was painted: the next rest is soon enough.
      if (held === template) await whole({ template, editedAt: changedAt, revision: kept.revision }, null, picture);
    });
  }
  function put(): void {
    stopWaiting();
    if (writing) {
      again = true;
      return;
    }
    writing = true;
    const as = kept;
    void inTurn(async () => {
      // What it is when its turn comes: changes since then are part of this step.
      const { template } = editor.state();
      if (as !== kept || template === held) return;
      const draft = { template, editedAt: changedAt, revision: as.revision };
      if (!told(await store.append(as.key, draft, held)).ok) return;
      [held, steps] = [template, steps + 1];
    }).finally(() => {
      writing = false;
      if (again) put();
      else if (steps >= MAX_STEPS) void compact();
      else compacting = setTimeout(() => void compact(), COMPACT_MS);
    });
  }
  function later(): void {
    const now = Date.now();
    changedAt = now;
    waitingSince ??= now;
    stopTimer(timer);
    clearTimeout(compacting);
    timer = startTimer(put, Math.max(0, Math.min(REST_MS, waitingSince + LONGEST_MS - now)));
  }
  function flush(): void {
    if (timer !== undefined) put();
  }
  async function remove(): Promise<void> {
    const { key } = kept;
    stopWaiting();
    await inTurn(async () => {
      await store.remove(key);
      [held, steps] = [null, 0];
    });
  }

  return {
    start(onFault) {
      tell = onFault;
      isStopped = false;
      let dirty = editor.state().dirty;
      const stops = [
        // A change can be the way back to what is saved.
        editor.onChange(() => {
          if (isUnsaved()) later();
        }),
        editor.subscribe(() => {
          const before = dirty;
          dirty = editor.state().dirty;
          if (before && !isUnsaved()) void remove();
        }),
      ];
      if (isUnsaved()) later();
      return () => {
        for (const stop of stops) stop();
        clearTimeout(compacting);
        isStopped = true;
        if (editor.state().dirty) flush();
        // A file that was only looked at: its user has it.
        else if (isOnlyHere) void remove();
      };
    },
    flush,
    adopt(draft) {
      // Work on an older version must be saved as a change to that version.
      if (draft.revision > 0) kept = { ...kept, revision: draft.revision };
      return inTurn(() => whole(draft, draft, null));
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
