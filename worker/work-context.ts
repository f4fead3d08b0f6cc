import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import type { BlobStore } from '#server/core/files/blob-store.ts';
import type { StepContext } from '#server/runs/run-steps.ts';

/** Dependencies of a worker: the same database, files and queue as the servers. */
export interface WorkContext extends StepContext {
  readonly blobs: BlobStore;
  /** This worker's name in its log and in the journal of runs. */
  readonly worker: string;
  /** See `PoolSize`. */
  readonly createFetchPicture?: () => FetchPicture;
  /** Folder of the operator's fonts on this machine. */
  readonly fontFolder: string;
}
