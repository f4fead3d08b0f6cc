import type { Editor } from '#editor/editor.ts';
import type { Template } from '#model/template/template.ts';

/**
 * Unsaved work is sent to the cloud when the user pauses for the first time span, and at the latest after the second.
 */
const IDLE_MS = 5_000;
const LONGEST_MS = 30_000;

/** The id of a saved template. */
export interface CloudPlace {
  readonly id: string;
  /** The version at the start of the work. */
  readonly revision: number;
}

/** The cloud storage of unsaved work. Both calls settle with whether they succeeded. */
export interface CloudDrafts {
  /** `editedAt`: the last change, in milliseconds since 1970. */
  put(
    place: CloudPlace,
    work: { readonly template: Template; readonly editedAt: number },
    signal: AbortSignal,
  ): Promise<boolean>;
  drop(id: string): Promise<boolean>;
}

/** Keeps the unsaved work on a saved template in the cloud too, so that the user can continue on another computer. */
export interface CloudKeeper {
  /** Starts to follow the editor; returns a function that stops. */
  start(): () => void;
  /** Sets the template that the work belongs to; null for a label that is not on the server. */
  place(now: CloudPlace | null): void;
  /**
   * Ends a pending upload: a save is about to start, which deletes the draft. Resolves when nothing is being sent any more.
   */
  rest(): Promise<void>;
  /** The save failed: unsaved work is sent to the cloud after all. */
  resume(): void;
  /** The user discards the work. */
  abandon(): Promise<void>;
}

export function createCloudKeeper(editor: Editor, drafts: CloudDrafts, first: CloudPlace | null): CloudKeeper {
  let place = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | null = null;
  let editedAt = Date.now();
  let call = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  /** Whether the cloud has, or may have, a draft of this editor. */
  let isThere = false;

  function stopWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
    waitingSince = null;
  }
  async function rest(): Promise<void> {
    stopWaiting();
    call.abort();
    await last;
  }
  function put(): void {
    stopWaiting();
    const to = place;
    const { template, dirty } = editor.state();
    if (to === null || !dirty) return;
    call = new AbortController();
    const { signal } = call;
    const work = { template, editedAt };
    last = last.then(async () => {
      if (signal.aborted) return;
      isThere = true;
      // A failed upload is repeated with the next change; until then the work is kept on this computer.
      await drafts.put(to, work, signal);
    });
  }
  function later(): void {
    editedAt = Date.now();
    wait();
  }
  function wait(): void {
    if (place === null) return;
    const now = Date.now();
    waitingSince ??= now;
    clearTimeout(timer);
    timer = setTimeout(put, Math.max(0, Math.min(IDLE_MS, waitingSince + LONGEST_MS - now)));
  }
  async function drop(): Promise<void> {
    await rest();
    if (place === null || !isThere) return;
    isThere = false;
    await drafts.drop(place.id);
  }

  return {
    start() {
      let { dirty } = editor.state();
      const stops = [
        editor.onChange(later),
        editor.subscribe(() => {
          const before = dirty;
          dirty = editor.state().dirty;
          // Undone, or discarded. A save has already deleted it.
          if (before && !dirty) void drop();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
        stopWaiting();
      };
    },
    place(now) {
      isThere = false;
      place = now;
      if (editor.state().dirty) later();
    },
    rest,
    resume() {
      if (editor.state().dirty) wait();
    },
    abandon: drop,
  };
}
