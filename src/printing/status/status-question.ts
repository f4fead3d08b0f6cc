import type { PrinterFault } from '#protocol/printer-info.ts';

/** A question for a printer's status, and how to parse its answer. None of it is printed. */
export interface StatusQuestion {
  readonly question: Uint8Array;
  /** How many bytes may arrive before it is certain that they are no answer. */
  readonly mostBytes: number;
  /**
   * The faults in an answer; `more` while it is incomplete, null for an invalid one. A printer that is ready has no
   * faults.
   */
  read(answer: Uint8Array): readonly PrinterFault[] | 'more' | null;
}
