import { rangesContain, type JobStatus } from '#protocol/assistant.ts';

/** What the assistant says has become of a page; null when it says nothing of it. */
export function settledAs(status: JobStatus, sequence: number): 'spooled' | 'inDoubt' | null {
  if (rangesContain(status.spooled, sequence)) return 'spooled';
  return rangesContain(status.inDoubt, sequence) ? 'inDoubt' : null;
}
