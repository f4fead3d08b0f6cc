import type { PrinterLock } from './printer-lock.ts';

/** The page of this browser that has a run, so that no other page resumes it. */
export interface RunLocks {
  /** Locks the run for this page until it is released or the page is closed; null while another page has it. */
  take(jobId: string): Promise<PrinterLock | null>;
  isTaken(jobId: string): Promise<boolean>;
  /** Resolves when no page has the run any more. */
  untilFree(jobId: string): Promise<void>;
}

export function createRunLocks(): RunLocks {
  return {
    take(jobId) {
      const held = Promise.withResolvers<void>();
      return new Promise((resolve) => {
        navigator.locks
          .request(nameOf(jobId), { ifAvailable: true }, (lock) => {
            resolve(lock === null ? null : { release: () => held.resolve() });
            return lock === null ? undefined : held.promise;
          })
          .catch(() => resolve(null));
      });
    },
    async isTaken(jobId) {
      const { held = [] } = await navigator.locks.query();
      return held.some(({ name, mode }) => name === nameOf(jobId) && mode === 'exclusive');
    },
    untilFree: (jobId) => navigator.locks.request(nameOf(jobId), { mode: 'shared' }, () => undefined),
  };
}

function nameOf(jobId: string): string {
  return `labelwright run ${jobId}`;
}
