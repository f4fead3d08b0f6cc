import type { PrinterFault } from '#protocol/printer-faults.ts';

/** How a printer is asked for its state, and what its answer says. Nothing of it is printed. */
export interface StatusQuestion {
  readonly question: Uint8Array;
  /** How many bytes may come before it is certain that they are no answer. */
  readonly mostBytes: number;
  /**
   * What an answer says; `more` while it is not whole, null for what is none. A printer that is ready has no faults.
   */
  read(answer: Uint8Array): readonly PrinterFault[] | 'more' | null;
}
