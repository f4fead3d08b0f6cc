import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';

export interface RecordGroup {
  /** The position of the first among all records, including repeats. */
  readonly first: number;
  readonly records: readonly DataRecord[];
  readonly last: boolean;
}

const ROWS_AT_ONCE = 256;

/** Gives all records in order, each `repeats` times in a row, in groups. A failed read can be retried. */
export class RecordFeed {
  readonly #source: RecordSource;
  readonly #repeats: number;
  #window: readonly DataRecord[] = [];
  #windowStart = 0;
  /** The position among all records, including repeats. */
  #at: number;

  /** `first`: the position to start at. */
  constructor(source: RecordSource, repeats: number, first = 0) {
    this.#at = first;
    this.#source = source;
    this.#repeats = repeats;
  }

  get #total(): number {
    return this.#source.count * this.#repeats;
  }

  get done(): boolean {
    return this.#at >= this.#total;
  }

  /** Continues with the records from this position, even if they were given before. */
  goTo(position: number): void {
    this.#at = position;
  }

  /** Reads at most `most` records. */
  async next(most: number, signal: AbortSignal): Promise<Result<RecordGroup>> {
    const records: DataRecord[] = [];
    const first = this.#at;
    const end = Math.min(this.#total, first + most);
    for (let at = first; at < end; at++) {
      const record = await this.#record(Math.floor(at / this.#repeats), signal);
      if (!record.ok) return record;
      records.push(record.value);
    }
    this.#at = end;
    return ok({ first, records, last: this.done });
  }

  async #record(index: number, signal: AbortSignal): Promise<Result<DataRecord>> {
    if (index < this.#windowStart || index >= this.#windowStart + this.#window.length) {
      const count = Math.min(ROWS_AT_ONCE, this.#source.count - index);
      const rows = await this.#source.read(index, count, signal);
      if (!rows.ok) return rows;
      this.#window = rows.value;
      this.#windowStart = index;
    }
    const record = this.#window[index - this.#windowStart];
    return record === undefined ? err(problem('data.rowMissing', { index })) : ok(record);
  }
}
