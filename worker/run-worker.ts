import { openStorage } from '#server/open-storage.ts';
import { AS_IT_IS } from '#server/database/migrate.ts';
import { openQueue } from '#server/queue/open-queue.ts';
import type { RunJob } from '#server/queue/run-job.ts';
import type { StorageSettings } from '#server/storage-settings.ts';
import { work } from './work.ts';

/** A worker beside the servers of an installation, which have made its database. Throws where that can't be used. */
export async function runWorker(
  settings: StorageSettings,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  const { database, blobs, folder } = await openStorage(settings, AS_IT_IS);
  const place = { database, databaseUrl: settings.databaseUrl, now: Date.now, onError: report };
  const queue = openQueue<RunJob>(place);
  try {
    await work({ db: database.db, queue, blobs, now: Date.now, fontFolder: folder.fonts }, signal, report);
  } finally {
    await queue.close();
    blobs.close();
    await database.close();
  }
}
