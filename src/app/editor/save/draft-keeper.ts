import type { Editor } from '#editor/editor.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { asInFile } from '#app/editor/drafts/draft-patch.ts';
import type { Draft, FoundDraft } from '#app/editor/drafts/drafts.ts';
import { busyWhile, startTimer, stopTimer } from '#services/idle.ts';

/** A step is stored when the user pauses for the first time span, and at the latest after the second. */
const IDLE_MS = 150;
const LONGEST_MS = 350;
/** The steps are merged into one file after a pause of this length, or when there are this many of them. */
const COMPACT_MS = 3_000;
const MAX_STEPS = 500;

/** The identity under which unsaved work is stored. */
export interface KeptAs {
  readonly key: string;
  /** The version of the template at the start of the work; 0 before the first save. */
  readonly revision: number;
}

/** The storage of this tab's drafts, by key. */
export interface DraftStore {
  /** Writes the whole draft. `insteadOf`: a found one that is deleted in the same step. `picture`: a PNG of it. */
  write(key: string, draft: Draft, insteadOf: FoundDraft | null, picture: Uint8Array | null): Promise<Result<null>>;
  /** Appends the changes since `before`, which is the stored state; null for none. */
  append(key: string, draft: Draft, before: Template | null): Promise<Result<null>>;
  remove(key: string): Promise<Result<null>>;
}

/** Keeps the unsaved work of one editor in the browser: at most one draft, and none if everything is saved. */
export interface DraftKeeper {
  /**
   * Starts to follow the editor; calls `onFault` with the problem when the browser starts to reject writes (which are
   * retried at each change) and with null when it stores the work again. Returns a function that stops, after writing the
   * pending edits.
   */
  start(onFault: (problem: Problem | null) => void): () => void;
  /** Writes pending edits immediately: the page may be left. */
  flush(): void;
  /** Stores a restored draft as this tab's own, in one step. Resolves to whether it is stored. */
  adopt(draft: FoundDraft): Promise<Result<null>>;
  /**
   * The label was saved, and its work has this identity from now on. Resolves when the draft of the saved state is deleted.
   */
  saved(now: KeptAs): Promise<void>;
  /** The user discards the work. Resolves when its draft is deleted. */
  abandon(): Promise<void>;
}

/**
 * Creates the keeper. `onlyHere`: the label exists in this tab only, so that it is stored even before its first edit.
 * `paint` renders a small PNG of a template, for the list of recovered labels.
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
  /** The time of the label's last change: rewriting a draft at rest does not make it newer than another tab's. */
  let changedAt = Date.now();
  let fault: Problem | null = null;
  let notify: (problem: Problem | null) => void = () => undefined;
  /** The stored state, and its number of steps. */
  let held: Template | null = null;
  let steps = 0;
  /** False once nothing can be stored under the present key: undoing to the saved state then writes nothing. */
  let mayBeStored = true;
  /** Whether the current gesture has changed the label. */
  let isDragged = false;
  /** Whether a step is being written, and whether another one is needed after it. */
  let writing = false;
  let again = false;
  let isStopped = false;
  /** Writes and deletions run one after the other, for any keys: the last request wins. */
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
  function reported(written: Result<null>): Result<null> {
    const now = written.ok ? null : written.error;
    if (now?.code !== fault?.code) {
      fault = now;
      notify(now);
    }
    return written;
  }
  /** Only when it is queued. Writes one file, which later steps continue. */
  async function whole(draft: Draft, insteadOf: FoundDraft | null, picture: Uint8Array | null): Promise<Result<null>> {
    mayBeStored = true;
    const written = reported(await store.write(kept.key, draft, insteadOf, picture));
    if (written.ok) [held, steps] = [asInFile(draft.template), 0];
    return written;
  }
  async function compact(): Promise<void> {
    const template = held;
    if (template === null || steps === 0 || isStopped) return;
    const picture = await paint(template);
    await inTurn(async () => {
      // Saved or changed during the rendering of the picture: the next pause is soon enough.
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
      // Read when its turn comes: changes since then are part of this step.
      const { template } = editor.state();
      if (as !== kept || template === held) return;
      const draft = { template, editedAt: changedAt, revision: as.revision };
      mayBeStored = true;
      if (!reported(await store.append(as.key, draft, held)).ok) return;
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
    timer = startTimer(put, Math.max(0, Math.min(IDLE_MS, waitingSince + LONGEST_MS - now)));
  }
  function flush(): void {
    if (timer !== undefined || isDragged) put();
  }
  const isInGesture = (): boolean => editor.state().interaction.type !== 'none';
  async function remove(): Promise<void> {
    const { key } = kept;
    stopWaiting();
    await inTurn(async () => {
      if (mayBeStored) mayBeStored = !(await store.remove(key)).ok || key !== kept.key;
      [held, steps] = [null, 0];
    });
  }

  return {
    start(onFault) {
      notify = onFault;
      isStopped = false;
      let dirty = editor.state().dirty;
      const stops = [
        // A change may return to the saved state.
        editor.onChange(() => {
          // A gesture is stored when it ends: writing hundreds of moved elements takes longer than a frame.
          if (isInGesture()) isDragged = true;
          else if (isUnsaved()) later();
        }),
        editor.subscribe(() => {
          const before = dirty;
          dirty = editor.state().dirty;
          if (before && !isUnsaved()) void remove();
          if (!isDragged || isInGesture()) return;
          isDragged = false;
          if (isUnsaved()) later();
        }),
      ];
      if (isUnsaved()) later();
      return () => {
        for (const stop of stops) stop();
        clearTimeout(compacting);
        isStopped = true;
        if (editor.state().dirty) flush();
        // A file that was only viewed: its user has it.
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
      // Edited during the save.
      if (isUnsaved()) later();
      await removed;
    },
    abandon() {
      isOnlyHere = false;
      return remove();
    },
  };
}
