import type { PrinterFault } from '#protocol/printer-faults.ts';
import type { PrinterLanguageName } from '#protocol/printer-settings.ts';
import { statusQuestion } from '#printing/status/questions.ts';
import { createReadiness, type ReadinessTimes, type StatusAnswer } from '#printing/status/readiness.ts';
import { BROWSER_CLOCK } from './delay.ts';
import type { DeviceLine } from './device-line.ts';

/** One that said nothing is not asked again before it is opened anew: the question would keep every page waiting. */
const TIMES: Partial<ReadinessTimes> = { silentMs: Infinity };

/** How the printer at the other end of an open line is. */
export interface DeviceState {
  /** Settles when nothing that the printer says keeps it from printing, when it is lost, or at the signal. */
  untilReady(cancel: AbortSignal): Promise<void>;
  /** What keeps it from printing; null where it does not say. */
  faults(cancel: AbortSignal): Promise<readonly PrinterFault[] | null>;
  /** It took a question no more, and the line is closed. */
  readonly isLost: boolean;
}

/** Null where the printer cannot be asked. `learned` is called with what is known of it after each question. */
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
