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

/** The time of the platform. */
export interface ReadinessClock {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** Settles after the time, or when the signal says to stop. */
  sleep(ms: number, cancel: AbortSignal): Promise<void>;
}

export interface ReadinessOptions {
  /** Asks the printer. It may stop at the signal: then its answer does not count. */
  readonly ask: (cancel?: AbortSignal) => Promise<StatusAnswer>;
  readonly clock: ReadinessClock;
  readonly times?: Partial<ReadinessTimes> | undefined;
  /** Called with what is known of the printer after each question. */
  readonly learned?: (known: readonly PrinterFault[] | null) => void;
}

/** After so many questions without an answer a printer that has answered before is one that says nothing. */
const MOST_SILENCES = 5;

const TIMES: ReadinessTimes = { readyMs: 1_000, silentMs: 60_000, againMs: 1_000 };

/** Asks a printer how it is, seldom enough to be in nobody's way. */
export interface Readiness {
  /** Settles when nothing that the printer says keeps it from printing, and at once where it says nothing. */
  wait(cancel: AbortSignal): Promise<void>;
  /** Asks it now, if nobody waits for it; null where it does not say. */
  faults(cancel?: AbortSignal): Promise<readonly PrinterFault[] | null>;
}

export function createReadiness({ ask, clock, times, learned }: ReadinessOptions): Readiness {
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

  async function look(cancel?: AbortSignal): Promise<readonly PrinterFault[] | null> {
    const answer = await ask(cancel);
    if (cancel?.aborted === true) return known;
    silences = answer.type === 'silent' ? silences + 1 : 0;
    if (answer.type === 'faults') known = answer.faults;
    // One that has answered before is switched off, or serves somebody else; of others nobody knows more than that.
    else if (answer.type === 'away' && known !== null) known = ['offline'];
    // A printer that starts again, or has much to do, is silent for a while.
    else if (silences >= MOST_SILENCES) known = null;
    const now = clock.now();
    silentUntil = known === null && answer.type !== 'away' ? now + silentMs : -Infinity;
    lookedUntil = known?.length === 0 ? now + readyMs : -Infinity;
    learned?.(known);
    return known;
  }

  return {
    async wait(cancel) {
      if (clock.now() < Math.max(silentUntil, readyUntil)) return;
      waiting++;
      try {
        while (!cancel.aborted) {
          const faults = await look(cancel);
          readyUntil = lookedUntil;
          if (faults === null || faults.length === 0 || cancel.aborted) return;
          await clock.sleep(againMs, cancel);
        }
      } finally {
        waiting--;
      }
    },
    async faults(cancel) {
      if (waiting > 0 || clock.now() < Math.max(silentUntil, lookedUntil)) return known;
      return look(cancel);
    },
  };
}
