import { orAborted } from '#model/kernel/abort.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';

/** By priority: the labels of runs, files being opened, displayed pictures, the rest. */
export const ASK_RANKS = ['label', 'open', 'picture', 'plane'] as const;
export type AskRank = (typeof ASK_RANKS)[number];

interface Waiting {
  readonly rank: AskRank;
  readonly start: () => Promise<void>;
}

/**
 * Passes questions on one by one, because the worker answers one at a time and a question can't be canceled there.
 * Pictures are requested during scrolling: the last requested one comes first.
 */
export class AskQueue {
  readonly #waiting: Waiting[] = [];
  #isBusy = false;

  /**
   * `aborted` as soon as the signal fires. The next question still waits until `ask` has ended: the worker is busy
   * before that.
   */
  add<T>(rank: AskRank, signal: AbortSignal | undefined, ask: () => Promise<Result<T>>): Promise<Result<T>> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        resolve(err(problem('aborted')));
      };
      const entry: Waiting = {
        rank,
        start: () => {
          signal?.removeEventListener('abort', giveUp);
          const answer = ask();
          orAborted(answer, signal).then(resolve, reject);
          return answer.then(
            () => undefined,
            () => undefined,
          );
        },
      };
      if (signal?.aborted === true) return resolve(err(problem('aborted')));
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(entry);
      this.#next();
    });
  }

  #next(): void {
    if (this.#isBusy) return;
    const next = this.#take();
    if (next === undefined) return;
    this.#isBusy = true;
    void next.start().finally(() => {
      this.#isBusy = false;
      this.#next();
    });
  }

  #take(): Waiting | undefined {
    for (const rank of ASK_RANKS) {
      const isOfRank = (one: Waiting): boolean => one.rank === rank;
      const at = rank === 'picture' ? this.#waiting.findLastIndex(isOfRank) : this.#waiting.findIndex(isOfRank);
      if (at >= 0) return this.#waiting.splice(at, 1)[0];
    }
    return undefined;
  }
}
