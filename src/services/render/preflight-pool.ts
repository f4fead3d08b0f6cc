import { mergedObservations, type FitProof, type ObservedText } from '#model/page/fit-proof.ts';
import type { DataRecord } from '#model/data/record.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { RowPreflight, RunSetup, UnprintableEdges } from '#protocol/render.ts';
import type { PrintRenderer, PrintRunHandle } from './print-renderer.ts';
import { TURNS_OF_EACH } from './renderer-turns.ts';

/** An open check of rows. */
export interface PreflightRun {
  /** The most useful number of concurrent calls. */
  readonly callsAtOnce: number;
  /** All findings about these records (see `PagesApi`). After an abort the workers still check them. */
  preflightRecords(
    records: readonly DataRecord[],
    signal: AbortSignal,
    bare?: UnprintableEdges,
  ): Promise<Result<readonly RowPreflight[]>>;
  /** See `SheetRun`. */
  readonly sizeRecords: PrintRunHandle['sizeRecords'];
  /** Whether each bound text fits with every value like those of the checked records (see `PagesApi`). */
  proveFit(signal: AbortSignal): Promise<Result<readonly FitProof[]>>;
  close(): void;
}

/** Checks rows in several render workers. */
export interface PreflightPool {
  openRun(setup: RunSetup, signal: AbortSignal): Promise<Result<PreflightRun>>;
  dispose(): void;
}

export interface PreflightPoolOptions {
  readonly create: () => PrintRenderer;
  /** The most renderers. */
  readonly size: number;
}

/** Starting another worker takes as long as checking this many rows. */
const ROWS_OF_ONE = 1_000;

interface Member {
  readonly run: PrintRunHandle;
  calls: number;
}

/**
 * Each call goes to the least busy worker. More than the first worker are started for a check of many rows, and ended
 * with the pool.
 */
export function createPreflightPool({ create, size }: PreflightPoolOptions): PreflightPool {
  const renderers: PrintRenderer[] = [];
  const rendererAt = (i: number): PrintRenderer => (renderers[i] ??= create());
  return {
    async openRun(setup, signal) {
      const first = await rendererAt(0).openRun(setup, signal);
      if (!first.ok) return first;
      const members: Member[] = [{ run: first.value, calls: 0 }];
      const closed = new AbortController();
      const until = AbortSignal.any([signal, closed.signal]);
      let rows = 0;
      let isGrown = false;
      const grow = (): void => {
        isGrown = true;
        for (let i = 1; i < size; i++) {
          // Without one that doesn't start, the others do its work.
          void rendererAt(i)
            .openRun(setup, until)
            .then((opened) => {
              if (!opened.ok) return;
              if (until.aborted) opened.value.close();
              else members.push({ run: opened.value, calls: 0 });
            });
        }
      };
      return ok({
        callsAtOnce: size * TURNS_OF_EACH,
        async preflightRecords(records, ...asked) {
          if (closed.signal.aborted) return err(problem('aborted'));
          rows += records.length;
          if (!isGrown && rows > ROWS_OF_ONE) grow();
          const member = members.reduce((idlest, each) => (each.calls < idlest.calls ? each : idlest));
          member.calls++;
          const found = await member.run.preflightRecords(records, ...asked);
          member.calls--;
          return found;
        },
        sizeRecords: (records, until) => first.value.sizeRecords(records, until),
        async proveFit(until) {
          const seen: (readonly ObservedText[])[] = [];
          for (const { run } of members) {
            const observed = await run.observedValues(until);
            if (!observed.ok) return observed;
            seen.push(observed.value);
          }
          return first.value.proveFit(mergedObservations(seen), until);
        },
        close() {
          closed.abort();
          for (const { run } of members) run.close();
        },
      });
    },
    dispose() {
      for (const renderer of renderers.splice(0)) renderer.dispose();
    },
  };
}
