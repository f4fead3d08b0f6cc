import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';

/** A printer that is this page's own until it is released or the page is closed. */
export interface PrinterLock {
  release(): void;
}

/**
 * Allows one run at a time on a printer, across all tabs of this browser. `print.printerBusy` when another has it; `print.noJournal`
 * where the browser has no locks, because two runs could then write over each other's record.
 */
export async function acquirePrinterLock(printer: string, signal: AbortSignal): Promise<Result<PrinterLock>> {
  if (signal.aborted) return err(problem('aborted'));
  if (typeof navigator === 'undefined' || navigator.locks === undefined) return err(problem('print.noJournal'));
  const held = Promise.withResolvers<void>();
  return new Promise((resolve) => {
    navigator.locks
      .request(`labelwright printer ${printer}`, { ifAvailable: true }, (lock) => {
        if (lock === null) {
          resolve(err(problem('print.printerBusy', { printer })));
          return undefined;
        }
        resolve(ok({ release: () => held.resolve() }));
        return held.promise;
      })
      .catch(() => resolve(err(problem('print.noJournal'))));
  });
}
