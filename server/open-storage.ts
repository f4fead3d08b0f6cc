import { databasePlace, openDatabase, type Database } from './core/database/open-database.ts';
import type { Version } from './core/database/migrations.ts';
import type { BlobStore } from './core/files/blob-store.ts';
import type { KeyPlace } from './core/database/secret-box.ts';
import { openDataFolder, type DataFolder } from './core/files/data-folder.ts';
import { openFolderBlobs } from './core/files/folder-blobs.ts';
import { openS3Blobs } from './core/files/s3-blobs.ts';
import type { StorageSettings } from './storage-settings.ts';

/** The database and the files of a server. The caller closes both. */
export interface Storage {
  readonly folder: DataFolder;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly key: KeyPlace;
}

/** Throws where the data folder, the database or the file store can't be used. */
export async function openStorage(settings: StorageSettings, version?: Version): Promise<Storage> {
  const folder = openDataFolder(settings.dataDir, settings.databaseUrl === undefined);
  const database = await openDatabase(databasePlace(settings.databaseUrl, folder.database), version);
  try {
    const blobs = settings.s3 === undefined ? openFolderBlobs(folder.files) : await openS3Blobs(settings.s3);
    return { folder, database, blobs, key: { given: settings.secretKey ?? null, file: folder.secretKey } };
  } catch (error) {
    await database.close();
    throw error;
  }
}
