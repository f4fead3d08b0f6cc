const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** Runs the work unless another page of this browser is doing it for that user. */
export async function withUserLock(userId: string, work: () => Promise<boolean>): Promise<boolean> {
  if (navigator.locks === undefined) return work();
  return navigator.locks.request(`labelwright records ${userId}`, work);
}

/** Exponential backoff: the delay doubles with each attempt, up to five minutes. */
export function retryWithBackoff(again: () => void, attempt: number): void {
  setTimeout(again, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt));
}
