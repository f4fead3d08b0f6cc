import type { Problem } from '#model/kernel/problem.ts';
import { API_CODES, type DoubtDecision, type RunSteering, type ServerRun } from '#protocol/api.ts';
import type { ApiClient } from '#services/api/api-client.ts';

/** The user's runs on the server at the last request: a new value after each change. */
export interface ServerRuns {
  /** Newest first. */
  readonly list: readonly ServerRun[];
  /** Of all runs, including those beyond the list. */
  readonly count: number;
}

/**
 * Manages the runs that programs and schedules have started. Fetches them once when a screen shows the tray, and polls only
 * while the tray is open or a run is active, and the page is visible.
 */
export interface ServerRunManager {
  /** The same value until the next change. */
  runs(): ServerRuns;
  subscribe(listener: () => void): () => void;
  /** Fetches now. */
  look(): Promise<void>;
  /** Polls while the tray is open; call the returned function to stop. */
  watch(): () => void;
  /** Pauses, resumes or ends a run; resolves to the problem, null on success. */
  steer(id: string, action: RunSteering): Promise<Problem | null>;
  putAway(id: string): Promise<Problem | null>;
  /** Resolves unconfirmed pages: these, or all (null). */
  decide(id: string, decision: DoubtDecision, pages: readonly number[] | null): Promise<Problem | null>;
}

const ASK_MS = 3_000;
/** States that end without the user. */
const MOVING: ReadonlySet<ServerRun['state']> = new Set(['planning', 'running', 'joining', 'printing']);

export function createServerRunManager(api: Pick<ApiClient, 'call'>): ServerRunManager {
  const listeners = new Set<() => void>();
  let shown: ServerRuns = { list: [], count: 0 };
  let watchers = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: Promise<void> | null = null;
  /** The user has signed out: polling has stopped. */
  let isOut = false;

  function show(next: ServerRuns): void {
    shown = next;
    for (const listener of listeners) listener();
  }
  function put(run: ServerRun): void {
    show({ ...shown, list: shown.list.map((one) => (one.id === run.id ? run : one)) });
  }
  function plan(): void {
    clearTimeout(timer);
    const isWanted = watchers > 0 || shown.list.some(({ state }) => MOVING.has(state));
    if (isWanted && !isOut && document.visibilityState === 'visible') timer = setTimeout(() => void look(), ASK_MS);
  }
  async function ask(): Promise<void> {
    const answer = await api.call('serverRunList', {});
    isOut = !answer.ok && answer.error.apiCode === API_CODES.signedOut;
    if (answer.ok) show(answer.value);
  }
  function look(): Promise<void> {
    asking ??= ask().finally(() => {
      asking = null;
      plan();
    });
    return asking;
  }
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    const isWanted = watchers > 0 || shown.list.some(({ state }) => MOVING.has(state));
    if (document.visibilityState === 'visible' && isWanted && !isOut) void look();
  });

  return {
    runs: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look,
    watch() {
      watchers += 1;
      void look();
      return () => {
        watchers -= 1;
        plan();
      };
    },
    async steer(id, action) {
      const answer = await api.call('steerServerRun', { id, action });
      if (answer.ok) put(answer.value);
      plan();
      return answer.ok ? null : answer.error;
    },
    async decide(id, decision, pages) {
      const asked = pages === null ? { id, decision } : { id, decision, pages: [...pages] };
      const answer = await api.call('decideServerRun', asked);
      if (answer.ok) put(answer.value);
      // Reprinting an ended run starts a new one.
      void look();
      return answer.ok ? null : answer.error;
    },
    async putAway(id) {
      const answer = await api.call('putAwayServerRun', { id });
      if (!answer.ok && answer.error.apiCode !== API_CODES.notFound) return answer.error;
      show({ list: shown.list.filter((run) => run.id !== id), count: shown.count - 1 });
      return null;
    },
  };
}
