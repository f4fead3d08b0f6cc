import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import type { Result } from '#model/kernel/result.ts';
import { createBoundedThread } from './bounded-thread.ts';

export interface ReadSheet {
  readonly name: string;
  readonly columnCount: number;
  readonly rowCount: number;
  /** The first rows. */
  readonly rows: readonly (readonly string[])[];
}

/** Outcome of reading a file: see `BoundedAnswer`. */
export type BoundedOutcome =
  | { readonly how: 'read'; readonly result: Result<readonly ReadSheet[]>; readonly cpuMs: number }
  | { readonly how: 'hung'; readonly cpuMs: number }
  | { readonly how: 'died'; readonly reason: string; readonly cpuMs: number };

export interface BoundedReader {
  read(bytes: Uint8Array, reading?: SpreadsheetReading): Promise<BoundedOutcome>;
  dispose(): Promise<void>;
}

/** Reads spreadsheets in a thread, each with a limit of `limitMs` of CPU time. */
export function createBoundedReader(limitMs: number): BoundedReader {
  const thread = createBoundedThread<
    { readonly bytes: Uint8Array; readonly reading: SpreadsheetReading | undefined },
    Result<readonly ReadSheet[]>
  >(new URL('./spreadsheet-thread.ts', import.meta.url), limitMs);
  return {
    async read(bytes, reading) {
      const outcome = await thread.ask({ bytes, reading });
      return outcome.how === 'answered' ? { how: 'read', result: outcome.answer, cpuMs: outcome.cpuMs } : outcome;
    },
    dispose: () => thread.dispose(),
  };
}
