import type { BlobStore } from '#server/core/files/blob-store.ts';
import type { StepContext } from '#server/runs/run-steps.ts';

/** What a worker works with: the same database, files and queue as the servers. */
export interface WorkContext extends StepContext {
  readonly blobs: BlobStore;
  /** What this worker calls itself in its log and in the journal of runs. */
  readonly worker: string;
  /** The operator's fonts on this machine. */
  readonly fontFolder: string;
}
