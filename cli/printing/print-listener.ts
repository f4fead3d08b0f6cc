import type { Problem } from '#model/kernel/problem.ts';
import type { PrinterFault } from '#protocol/printer-faults.ts';

/** What is told and asked while pages go to a printer. */
export interface PrintListener {
  notice(notice: Problem): void;
  /** The assistant shows a code on its page now. Null where nobody can be asked for it. */
  pairingCode(pageUrl: string, signal: AbortSignal): Promise<string | null>;
  /** What keeps the printer from printing, at each change; empty when nothing does any more. */
  faults(faults: readonly PrinterFault[]): void;
  /** The assistant cannot be reached; it is tried again. */
  away(reason: Problem): void;
}
