import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BackupFault, type Manifest, type Progress } from './operator/backup/archive.ts';
import { backUp, type Source } from './operator/backup/back-up.ts';
import { isEncrypted } from './operator/backup/encryption.ts';
import { readPassphrase } from './operator/backup/passphrase.ts';
import { restore } from './operator/backup/restore.ts';
import { AS_IT_IS } from './core/database/migrations.ts';
import { databasePlace } from './core/database/open-database.ts';
import { openStorage } from './open-storage.ts';
import { openDataFolder } from './core/files/data-folder.ts';
import { SettingFault } from './core/setting-fault.ts';
import { readStorageSettings, type StorageSettings } from './storage-settings.ts';

const USAGE = `npm run backup -- --to FILE [--encrypt]
npm run restore -- --from FILE [--replace]
The database and the file storage are those of the server's settings: DATA_DIR, DATABASE_URL, S3_….
The passphrase of an encrypted archive is read from BACKUP_PASSPHRASE, from the file BACKUP_PASSPHRASE_FILE, or from a prompt.`;
const NOT_ENCRYPTED = 'is not encrypted. Keep it as safe as the data folder, or use --encrypt.';
const REPORT_EVERY_MS = 1000;

const STEPS = {
  files: 'files copied',
  tables: 'tables written',
  checking: 'files checked',
  storing: 'files stored',
  rows: 'tables filled',
} as const;

process.umask(0o077);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stopping.abort(new BackupFault('Stopped. Nothing was changed.')));
}
process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  const known = error instanceof BackupFault || error instanceof SettingFault;
  console.error(known ? error.message : `Failed: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});

async function run([command, ...args]: readonly string[]): Promise<number> {
  const word = { type: 'boolean' } as const;
  const options = { to: { type: 'string' }, from: { type: 'string' }, replace: word, encrypt: word } as const;
  let given: { to?: string; from?: string; replace?: boolean; encrypt?: boolean };
  try {
    given = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new BackupFault(`${error instanceof Error ? error.message : ''}\n${USAGE}`, { cause: error });
  }
  const settings = readStorageSettings(process.env);
  if (!settings.ok) throw new SettingFault(settings.error);
  if (command === 'backup' && given.to !== undefined) {
    return makeBackup(settings.value, given.to, given.encrypt === true);
  }
  if (command === 'restore' && given.from !== undefined) {
    return makeRestore(settings.value, given.from, given.replace === true);
  }
  throw new BackupFault(USAGE);
}

async function makeBackup(settings: StorageSettings, path: string, encrypt: boolean): Promise<number> {
  const place = databasePlace(settings.databaseUrl, openDataFolder(settings.dataDir, false).database);
  if (place.type === 'sqlite' && !existsSync(place.file))
    throw new BackupFault(`There is no database in ${settings.dataDir}.`);
  const passphrase = encrypt ? await readPassphrase(process.env, { isNew: true, path }) : null;
  return withStorage(settings, true, async (source) => {
    const options = { now: Date.now, onProgress: showProgress(), signal: stopping.signal, passphrase };
    const manifest = await backUp(source, path, options);
    console.log(`${path}: ${summaryOf(manifest)}`);
    if (!encrypt) {
      const key = manifest.key === undefined ? '' : ' and contains the key of encrypted database values (secret.key)';
      console.warn(`${path} holds all accounts and files${key}, and ${NOT_ENCRYPTED}`);
    }
    for (const key of manifest.missing) console.warn(`The file ${key} is missing or damaged, and was skipped.`);
    return 0;
  });
}

async function makeRestore(settings: StorageSettings, path: string, replace: boolean): Promise<number> {
  const passphrase = (await isEncrypted(path)) ? await readPassphrase(process.env, { isNew: false, path }) : null;
  return withStorage(settings, false, async (target) => {
    const manifest = await restore(target, path, {
      replace,
      onProgress: showProgress(),
      signal: stopping.signal,
      passphrase,
    });
    console.log(`Restored from ${path}: ${summaryOf(manifest)}. Restart the server if it is running.`);
    return 0;
  });
}

async function withStorage(
  settings: StorageSettings,
  asItIs: boolean,
  work: (storage: Source) => Promise<number>,
): Promise<number> {
  const storage = await openStorage(settings, asItIs ? AS_IT_IS : undefined);
  try {
    return await work(storage);
  } finally {
    storage.blobs.close();
    await storage.database.close();
  }
}

function summaryOf({ tables, files, madeAt }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = (files.bytes / 1024 / 1024).toFixed(1);
  return `${rows} rows, ${files.count} files (${megabytes} MB), as of ${new Date(madeAt).toISOString()}`;
}

/** Prints the progress, at most once a second. */
function showProgress(): (progress: Progress) => void {
  let reportedAt = performance.now();
  return ({ step, done, total }) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    console.log(`${done} of ${total} ${STEPS[step]}`);
  };
}
