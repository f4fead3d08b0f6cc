import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { AssistantReply } from '#protocol/assistant.ts';

/** Timers, replaced by tests that do not want to wait. */
export interface Timers {
  /** Calls `call` once after `ms`. The function returned cancels it. */
  after(ms: number, call: () => void): () => void;
}

export const SYSTEM_TIMERS: Timers = {
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

type Waiter = (result: Result<AssistantReply>) => void;

/** Requests that wait for replies. Each settles once: by its reply, a time limit, an abort or a lost connection. */
export class PendingReplies {
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #timers: Timers;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  wait(key: string, timeoutMs: number, signal: AbortSignal): Promise<Result<AssistantReply>> {
    return new Promise((resolve) => {
      const waiters = this.#waiters.get(key) ?? new Set();
      this.#waiters.set(key, waiters);
      const finish: Waiter = (result) => {
        waiters.delete(finish);
        if (waiters.size === 0 && this.#waiters.get(key) === waiters) this.#waiters.delete(key);
        stopTimer();
        signal.removeEventListener('abort', onAbort);
        resolve(result);
      };
      const onAbort = (): void => finish(err(problem('aborted')));
      const stopTimer = this.#timers.after(timeoutMs, () => finish(err(problem('assistant.timeout'))));
      waiters.add(finish);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
    });
  }

  /** Settles the request that the reply belongs to. A reply that nobody waits for is dropped. */
  settle(reply: AssistantReply): void {
    for (const finish of this.#waiters.get(keyOfReply(reply)) ?? []) finish({ ok: true, value: reply });
  }

  failAll(reason: Problem): void {
    for (const waiters of this.#waiters.values()) for (const finish of waiters) finish(err(reason));
  }
}

export function replyKey(fun: string, jobId?: string, sequence?: number): string {
  return [fun, jobId, sequence].join(' ').trimEnd();
}

function keyOfReply(reply: AssistantReply): string {
  const { data } = reply;
  if (!('jobId' in data)) return replyKey(reply.fun);
  return replyKey(reply.fun, data.jobId, 'sequence' in data ? data.sequence : undefined);
}
