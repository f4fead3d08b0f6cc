import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';

/** A printer lock of this run until it is released or the page is closed. */
export interface PrinterLock {
  release(): void;
}

/**
 * Allows one run at a time on a printer, across all tabs of this browser, in the order of the calls. `onWait` is called
 * when another run has the printer. Problems: `aborted`; `print.noJournal` if the browser has no locks, because two
 * runs could then overwrite each other's record.
 */
export async function acquirePrinterLock(
  printer: string,
  signal: AbortSignal,
  onWait: () => void,
): Promise<Result<PrinterLock>> {
  if (signal.aborted) return err(problem('aborted'));
  if (typeof navigator === 'undefined' || navigator.locks === undefined) return err(problem('print.noJournal'));
  const name = lockName(printer);
  return (await requestLock(name, { ifAvailable: true })) ?? (await waitFor(name, signal, onWait));
}

/** The same if no run has it now; null otherwise, and if the browser has no locks. */
export async function tryPrinterLock(printer: string): Promise<PrinterLock | null> {
  if (typeof navigator === 'undefined' || navigator.locks === undefined) return null;
  const lock = await requestLock(lockName(printer), { ifAvailable: true });
  return lock?.ok === true ? lock.value : null;
}

async function waitFor(name: string, signal: AbortSignal, onWait: () => void): Promise<Result<PrinterLock>> {
  onWait();
  return (await requestLock(name, { signal })) ?? err(problem('aborted'));
}

function lockName(printer: string): string {
  return `labelwright printer ${printer}`;
}

/** Null when it is not available. */
function requestLock(name: string, options: LockOptions): Promise<Result<PrinterLock> | null> {
  const held = Promise.withResolvers<void>();
  return new Promise((resolve) => {
    navigator.locks
      .request(name, options, (lock) => {
        if (lock === null) {
          resolve(null);
          return undefined;
        }
        resolve(ok({ release: () => held.resolve() }));
        return held.promise;
      })
      .catch(() => resolve(err(problem(options.signal?.aborted === true ? 'aborted' : 'print.noJournal'))));
  });
}
