import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { AssistantReply } from '#protocol/assistant.ts';
import { busyWhile } from '../idle.ts';

/** Timers, replaced in tests to avoid waiting. */
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

/** Requests that wait for replies. Each settles once: by its reply, a timeout, an abort or a lost connection. */
export class PendingReplies {
  readonly #waiters = new Map<string, Set<Waiter>>();
  /** The number of replies in each queue of requests. */
  readonly #progress = new Map<string, number>();
  readonly #timers: Timers;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /**
   * The timeout counts from the last reply: for requests in one queue, identified by `line`, it restarts for all when
   * one of them is answered. It may then be detected late, after twice the timeout at most.
   */
  wait(key: string, timeoutMs: number, signal: AbortSignal, line: string = key): Promise<Result<AssistantReply>> {
    const reply = new Promise<Result<AssistantReply>>((resolve) => {
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
      const giveUpIfSilent = (since: number): void => {
        const now = this.#progress.get(line) ?? 0;
        if (now === since) finish(err(problem('assistant.timeout')));
        else stopTimer = this.#timers.after(timeoutMs, () => giveUpIfSilent(now));
      };
      const begun = this.#progress.get(line) ?? 0;
      let stopTimer = this.#timers.after(timeoutMs, () => giveUpIfSilent(begun));
      waiters.add(finish);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
    });
    // Requests in a queue wait for the printer, and it may wait for paper.
    return line === key ? busyWhile(reply) : reply;
  }

  /** Settles the request of the reply. A reply without a request is dropped. */
  settle(reply: AssistantReply): void {
    const line = lineOfReply(reply);
    if (line !== null) this.progress(line);
    for (const finish of this.#waiters.get(keyOfReply(reply)) ?? []) finish({ ok: true, value: reply });
  }

  /** Restarts the timeout of the requests in this queue, as if one of them had been answered. */
  progress(line: string): void {
    this.#progress.set(line, (this.#progress.get(line) ?? 0) + 1);
  }

  failAll(reason: Problem): void {
    for (const waiters of this.#waiters.values()) for (const finish of waiters) finish(err(reason));
  }
}

export function replyKey(fun: string, jobId?: string, sequence?: number): string {
  return [fun, jobId, sequence].join(' ').trimEnd();
}

/** Identifies the queue of a job's pages. */
export function pageLine(jobId: string): string {
  return `pages ${jobId}`;
}

function lineOfReply({ fun, data }: AssistantReply): string | null {
  return fun === 'outputPrintting' && 'jobId' in data && data.jobId !== undefined ? pageLine(data.jobId) : null;
}

function keyOfReply(reply: AssistantReply): string {
  const { data } = reply;
  if ('faults' in data) return replyKey(`${reply.fun} ${data.printer}`);
  if (!('jobId' in data)) return replyKey(reply.fun);
  return replyKey(reply.fun, data.jobId, 'sequence' in data ? data.sequence : undefined);
}

/** The problem in a reply of an unexpected kind. */
export function failureOf(reply: AssistantReply): { readonly ok: false; readonly error: Problem } {
  return err(reply.ok ? problem('assistant.badMessage') : reply.data.problem);
}
