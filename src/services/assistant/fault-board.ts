import type { PrinterFault } from '#protocol/printer-faults.ts';

const NONE: readonly PrinterFault[] = [];

/** What keeps the printers from printing on which pages are under way. */
export interface PrinterFaults {
  /** Empty where nothing does, or nobody says; the same list until it changes. */
  faults(printer: string): readonly PrinterFault[];
  /** The listener is called at each change; call what is returned to stop. */
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
