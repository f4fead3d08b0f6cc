import type { BlobStore } from '#server/files/blob-store.ts';
import type { StepContext } from '#server/runs/run-steps.ts';

/** What a worker works with: the same database, files and queue as the servers. */
export interface WorkContext extends StepContext {
  readonly blobs: BlobStore;
  /** The operator's fonts on this machine. */
  readonly fontFolder: string;
}
