import type { PrinterFault } from '#protocol/printer-info.ts';
import type { PrinterLanguageName } from '#protocol/printer-settings.ts';
import { statusQuestion } from '#printing/status/questions.ts';
import { createReadiness, type ReadinessTimes, type StatusAnswer } from '#printing/status/readiness.ts';
import { BROWSER_CLOCK } from './conversation.ts';
import type { DeviceLine } from './device-line.ts';

/** A printer that did not answer is not asked again before it is reopened: the question would delay every page. */
const TIMES: Partial<ReadinessTimes> = { silentMs: Infinity };

/** The status of the printer on an open connection. */
export interface DeviceState {
  /** Settles when the printer reports nothing that prevents printing, when it is lost, or at the signal. */
  untilReady(cancel: AbortSignal): Promise<void>;
  /** Its faults; null if it reports no status. */
  faults(cancel: AbortSignal): Promise<readonly PrinterFault[] | null>;
  /** It no longer accepted a question, and the connection is closed. */
  readonly isLost: boolean;
}

/** Null if the printer can't be asked. `learned` is called with its known status after each question. */
export function createDeviceState(
  line: DeviceLine,
  language: PrinterLanguageName,
  learned: (known: readonly PrinterFault[] | null) => void,
): DeviceState | null {
  const question = statusQuestion(language);
  const { ask } = line;
  if (question === null || ask === undefined) return null;
  const lost = new AbortController();
  const readiness = createReadiness({
    clock: BROWSER_CLOCK,
    times: TIMES,
    learned,
    async ask(cancel = lost.signal): Promise<StatusAnswer> {
      const asked = await ask(question, cancel);
      if (asked.type !== 'broken') return asked;
      lost.abort();
      return { type: 'away' };
    },
  });
  return {
    untilReady: (cancel) => readiness.wait(AbortSignal.any([cancel, lost.signal])),
    faults: (cancel) => readiness.faults(AbortSignal.any([cancel, lost.signal])),
    get isLost() {
      return lost.signal.aborted;
    },
  };
}
