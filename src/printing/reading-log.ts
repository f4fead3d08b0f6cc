import type { Result } from '#model/kernel/result.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import type { Reading, ReadingPlaces } from '#protocol/printing.ts';
import { readingsOf } from './readings.ts';

/** Readings per part. A run has no more of them in memory, even with a million rows. */
const PART_SIZE = 1000;

/** Returns null when readings can't be stored. */
type KeepReadings = (part: number, readings: readonly Reading[], at: ReadingPlaces) => Promise<Result<null>> | null;

/** The state from which a log continues. */
export interface ReadingStart {
  readonly parts: number;
  /** How many labels of the run were read before. */
  readonly through: number;
  /** False when some of their readings are lost. */
  readonly complete: boolean;
}

/**
 * Collects the readings of symbols and passes them on in parts. A part that can't be stored doesn't stop a run; the log
 * is then not complete.
 */
export class ReadingLog {
  readonly #keep: KeepReadings;
  #waiting: Reading[] = [];
  #places: number[] = [];
  #parts: number;
  #through: number;
  #complete: boolean;

  /** `after`: what was stored before the run was resumed. */
  constructor(keep: KeepReadings, after: ReadingStart = { parts: 0, through: 0, complete: true }) {
    this.#keep = keep;
    this.#parts = after.parts;
    this.#through = after.through;
    this.#complete = after.complete;
  }

  /** Whether everything so far was stored; final only when all writes are done. */
  get complete(): boolean {
    return this.#complete;
  }

  add(labels: readonly LabelOutcome[]): void {
    for (const label of labels) {
      const place = this.#through++;
      for (const reading of readingsOf(label)) {
        this.#waiting.push(reading);
        this.#places.push(place);
      }
    }
    if (this.#waiting.length >= PART_SIZE) this.flush();
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    const kept = this.#keep(this.#parts++, this.#waiting, { places: this.#places, through: this.#through });
    this.#waiting = [];
    this.#places = [];
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
