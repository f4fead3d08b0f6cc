import type { PrinterFault } from '#protocol/printer-info.ts';

/**
 * `faults` of a printer that answers; `noResponse` for one that accepts the question without an answer; `away` for one that
 * is not reachable.
 */
export type StatusAnswer =
  | { readonly type: 'faults'; readonly faults: readonly PrinterFault[] }
  | { readonly type: 'noResponse' }
  | { readonly type: 'away' };

export interface ReadinessTimes {
  /** How long a printer that was ready is not asked again: it stores what it receives meanwhile. */
  readonly readyMs: number;
  /** How long a printer that did not answer is not asked again. */
  readonly silentMs: number;
  /** The interval between questions to a printer that can't print. */
  readonly againMs: number;
}

/** The time of the platform. */
export interface ReadinessClock {
  /** Milliseconds since some moment; never decreases. */
  now(): number;
  /** Settles after the time, or when the signal aborts. */
  sleep(ms: number, cancel: AbortSignal): Promise<void>;
}

export interface ReadinessOptions {
  /** Asks the printer. It may stop at the signal: its answer doesn't count then. */
  readonly ask: (cancel?: AbortSignal) => Promise<StatusAnswer>;
  readonly clock: ReadinessClock;
  readonly times?: Partial<ReadinessTimes> | undefined;
  /** Called with the known status after each question. */
  readonly learned?: (known: readonly PrinterFault[] | null) => void;
}

/** After this many questions without an answer, a printer that has answered before counts as one without status. */
const MAX_NO_RESPONSES = 5;

const TIMES: ReadinessTimes = { readyMs: 1_000, silentMs: 60_000, againMs: 1_000 };

/** Polls a printer's status at a low rate. */
export interface Readiness {
  /** Settles when the printer reports nothing that prevents printing, and at once when it reports no status. */
  wait(cancel: AbortSignal): Promise<void>;
  /** Asks it now, unless a page waits for it; null when it reports no status. */
  faults(cancel?: AbortSignal): Promise<readonly PrinterFault[] | null>;
}

export function createReadiness({ ask, clock, times, learned }: ReadinessOptions): Readiness {
  const { readyMs, silentMs, againMs } = { ...TIMES, ...times };
  /** The last reported faults; null before the first answer, or when it no longer answers. */
  let known: readonly PrinterFault[] | null = null;
  let noResponses = 0;
  /** The printer is not asked before this time. */
  let silentUntil = -Infinity;
  /** Pages don't ask before this time; a question only for display doesn't count for a later page. */
  let readyUntil = -Infinity;
  let lookedUntil = -Infinity;
  let waiting = 0;

  async function look(cancel?: AbortSignal): Promise<readonly PrinterFault[] | null> {
    const answer = await ask(cancel);
    if (cancel?.aborted === true) return known;
    noResponses = answer.type === 'noResponse' ? noResponses + 1 : 0;
    if (answer.type === 'faults') known = answer.faults;
    // A printer that has answered before is switched off, or busy with another client; of others nothing more is known.
    else if (answer.type === 'away' && known !== null) known = ['offline'];
    // A printer that restarts, or is busy, doesn't answer for a while.
    else if (noResponses >= MAX_NO_RESPONSES) known = null;
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
