import { randomBytes } from 'node:crypto';
import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import { createAddressPolicy } from '#server/core/net/address-policy.ts';
import { createPictureFetcher } from '#server/core/net/fetch-picture.ts';
import { openStorage } from '#server/open-storage.ts';
import { AS_IT_IS } from '#server/core/database/migrations.ts';
import { patientBlobs } from '#server/core/files/patient-blobs.ts';
import { openQueue } from '#server/core/queue/open-queue.ts';
import type { RunJob } from '#server/core/queue/queue.ts';
import type { StorageSettings } from '#server/storage-settings.ts';
import { work } from './work.ts';

/** A name that distinguishes workers in logs and journals, without details of its machine. */
export function newWorkerName(): string {
  return randomBytes(4).toString('hex');
}

/**
 * A worker in addition to the servers of an installation, which have created its database. Throws when that can't be
 * used.
 */
export async function runWorker(
  settings: StorageSettings,
  worker: string,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  const { database, blobs, folder } = await openStorage(settings, AS_IT_IS);
  const place = { database, databaseUrl: settings.databaseUrl, now: Date.now, onError: report };
  const queue = await openQueue<RunJob>(place);
  try {
    const places = { db: database.db, queue, blobs: patientBlobs(blobs, signal), fontFolder: folder.fonts };
    const policy = createAddressPolicy(settings.netAllowedHosts);
    const createFetchPicture = (): FetchPicture => createPictureFetcher(policy);
    await work({ ...places, worker, now: Date.now, createFetchPicture }, signal, report);
  } finally {
    await queue.close();
    blobs.close();
    await database.close();
  }
}
