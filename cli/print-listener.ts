import type { Problem } from '#model/kernel/problem.ts';
import type { PrinterFault } from '#protocol/printer-faults.ts';

/** Receives events and questions while pages go to a printer. */
export interface PrintListener {
  notice(notice: Problem): void;
  /** The assistant now shows a code on its page. Null without a user to enter it. */
  pairingCode(pageUrl: string, signal: AbortSignal): Promise<string | null>;
  /** The current faults that keep the printer from printing, at each change; empty when there are none. */
  faults(faults: readonly PrinterFault[]): void;
  /** The assistant cannot be reached; the client retries. */
  away(reason: Problem): void;
}
