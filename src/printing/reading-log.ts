import type { Result } from '#model/kernel/result.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import type { Reading } from '#protocol/printing.ts';
import { readingsOf } from './readings.ts';

/** Readings in a part. A run has no more of them in memory, even one of a million rows. */
const PART_SIZE = 1000;

/**
 * Collects how symbols read and passes it on in parts. A part that can't be kept does not stop a run; the log is then
 * not complete.
 */
export class ReadingLog {
  readonly #keep: (part: number, readings: readonly Reading[]) => Promise<Result<null>> | null;
  #waiting: Reading[] = [];
  #parts = 0;
  #complete = true;

  /** `keep` returns null when there is nowhere to keep readings. */
  constructor(keep: (part: number, readings: readonly Reading[]) => Promise<Result<null>> | null) {
    this.#keep = keep;
  }

  /** True when everything so far was kept; final only when all writes are done. */
  get complete(): boolean {
    return this.#complete;
  }

  add(labels: readonly LabelOutcome[]): void {
    for (const label of labels) this.#waiting.push(...readingsOf(label));
    if (this.#waiting.length >= PART_SIZE) this.flush();
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    const kept = this.#keep(this.#parts++, this.#waiting);
    this.#waiting = [];
    if (kept === null) {
      this.#complete = false;
      return;
    }
    void kept.then(
      (result) => {
        if (!result.ok) this.#complete = false;
      },
      () => {
        this.#complete = false;
      },
    );
  }
}
