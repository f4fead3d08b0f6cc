import { setTimeout as sleep } from 'node:timers/promises';
import type { PrinterFault } from '#protocol/printer-faults.ts';

/** `faults` of a printer that answers; `silent` of one that takes the question and says nothing; `away` of one that is not there. */
export type StatusAnswer =
  | { readonly type: 'faults'; readonly faults: readonly PrinterFault[] }
  | { readonly type: 'silent' }
  | { readonly type: 'away' };

export interface ReadinessTimes {
  /** A printer that was ready for a page is not asked for the next ones for this time: it keeps what it gets meanwhile. */
  readonly readyMs: number;
  /** How long a printer that did not answer is not asked again. */
  readonly silentMs: number;
  /** Between two questions to a printer that cannot print. */
  readonly againMs: number;
}

/** After so many questions without an answer a printer that has answered before is one that says nothing. */
const MOST_SILENCES = 5;

const TIMES: ReadinessTimes = { readyMs: 1_000, silentMs: 60_000, againMs: 1_000 };

/** Asks a printer how it is, seldom enough to be in nobody's way. */
export interface Readiness {
  /** Settles when nothing that the printer says keeps it from printing, and at once where it says nothing. */
  wait(cancel: AbortSignal): Promise<void>;
  /** Asks it now, if nobody waits for it; null where it does not say. */
  faults(): Promise<readonly PrinterFault[] | null>;
}

export function createReadiness(ask: () => Promise<StatusAnswer>, times: Partial<ReadinessTimes> = {}): Readiness {
  const { readyMs, silentMs, againMs } = { ...TIMES, ...times };
  /** What it said last; null before it has said anything, or when it says nothing any more. */
  let known: readonly PrinterFault[] | null = null;
  let silences = 0;
  /** Nobody asks it before this time. */
  let silentUntil = -Infinity;
  /** No page asks it before this time; a look for somebody's eyes alone does not speak for a page that comes after it. */
  let readyUntil = -Infinity;
  let lookedUntil = -Infinity;
  let waiting = 0;

  async function look(): Promise<readonly PrinterFault[] | null> {
    const answer = await ask();
    silences = answer.type === 'silent' ? silences + 1 : 0;
    if (answer.type === 'faults') known = answer.faults;
    // One that has answered before is switched off, or serves somebody else; of others nobody knows more than that.
    else if (answer.type === 'away' && known !== null) known = ['offline'];
    // A printer that starts again, or has much to do, is silent for a while.
    else if (silences >= MOST_SILENCES) known = null;
    const now = performance.now();
    silentUntil = known === null && answer.type !== 'away' ? now + silentMs : -Infinity;
    lookedUntil = known?.length === 0 ? now + readyMs : -Infinity;
    return known;
  }

  return {
    async wait(cancel) {
      if (performance.now() < Math.max(silentUntil, readyUntil)) return;
      waiting++;
      try {
        for (;;) {
          const faults = await look();
          readyUntil = lookedUntil;
          if (faults === null || faults.length === 0 || cancel.aborted) return;
          await sleep(againMs, undefined, { signal: cancel }).catch(() => undefined);
          if (cancel.aborted) return;
        }
      } finally {
        waiting--;
      }
    },
    async faults() {
      if (waiting > 0 || performance.now() < Math.max(silentUntil, lookedUntil)) return known;
      return look();
    },
  };
}
