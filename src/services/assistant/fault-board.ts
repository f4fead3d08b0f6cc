import type { PrinterFault } from '#protocol/printer-info.ts';

const NONE: readonly PrinterFault[] = [];

/** The faults of printers with pages in progress. */
export interface PrinterFaults {
  /** Empty without faults, or if none are reported; the same list until it changes. */
  faults(printer: string): readonly PrinterFault[];
  /** Calls the listener at each change; the returned function unsubscribes. */
  subscribeFaults(listener: () => void): () => void;
}

export interface FaultBoard extends PrinterFaults {
  learn(printer: string, said: readonly PrinterFault[]): void;
}

export function createFaultBoard(): FaultBoard {
  const known = new Map<string, readonly PrinterFault[]>();
  const listeners = new Set<() => void>();
  const faults = (printer: string): readonly PrinterFault[] => known.get(printer) ?? NONE;
  return {
    faults,
    subscribeFaults(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    learn(printer, said) {
      if (faults(printer).join(' ') === said.join(' ')) return;
      known.set(printer, said);
      for (const listener of listeners) listener();
    },
  };
}
