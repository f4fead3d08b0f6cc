import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { ServerOptions } from '#server/app.ts';
import { AS_IT_IS } from '#server/core/database/migrations.ts';
import { openPostgres } from '#server/core/database/postgres.ts';
import { openSqlite } from '#server/core/database/sqlite.ts';
import type { Database } from '#server/core/database/open-database.ts';
import type { BlobStore } from '#server/core/files/blob-store.ts';
import { openFolderBlobs } from '#server/core/files/folder-blobs.ts';
import { openS3Blobs } from '#server/core/files/s3-blobs.ts';

/** The servers that this run of the tests uses; undefined where they use SQLite and files. */
const servers = inject('storage');

/** Whether these tests run on PostgreSQL, and on S3 where they are about files. */
export const onServers: boolean = servers !== undefined;

const made = new Set<string>();

/** The storage of a server with that data folder: always the same for the same folder. */
export async function storageOf(
  dataDir: string,
  atEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<Pick<ServerOptions, 'databaseUrl' | 's3'>> {
  if (servers === undefined) return {};
  const name = `t${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`;
  await makeDatabase(name, servers.model, atEnd);
  const s3 = servers.s3 === undefined ? {} : { s3: { ...servers.s3, prefix: `${name}/` } };
  return { databaseUrl: urlOf(name), ...s3 };
}

/** The same as the environment of a program. */
export async function storageEnvironment(dataDir: string): Promise<Record<string, string>> {
  const { databaseUrl, s3 } = await storageOf(dataDir);
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(s3 === undefined
      ? {}
      : {
          S3_ENDPOINT: s3.endpoint,
          S3_BUCKET: s3.bucket,
          S3_ACCESS_KEY_ID: s3.accessKeyId,
          S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
          S3_REGION: s3.region,
          S3_PREFIX: s3.prefix,
        }),
  };
}

/** An empty database for that data folder, migrated to the given version; the caller closes it. */
export async function openEmptyDatabase(dataDir: string, version: string): Promise<Database> {
  if (servers === undefined) return openSqlite(join(dataDir, 'labelwright.db'), version);
  const name = `t${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`;
  await makeDatabase(name, 'template0', onTestFinished);
  return openPostgres(urlOf(name), version);
}

/** The database of a server with that data folder, which may be running; the caller closes it. */
export async function openDatabaseOf(dataDir: string): Promise<Database> {
  const { databaseUrl } = await storageOf(dataDir);
  return databaseUrl === undefined
    ? openSqlite(join(dataDir, 'labelwright.db'), AS_IT_IS)
    : openPostgres(databaseUrl, AS_IT_IS);
}

let model: Promise<Buffer> | undefined;

/** Puts the newest schema into an empty data folder, where tests have SQLite: it is created once, and copied. */
export async function fillNewFolder(dataDir: string): Promise<void> {
  if (onServers) return;
  model ??= makeModel();
  const file = join(dataDir, 'labelwright.db');
  await writeFile(file, await model, { mode: 0o600 });
  const { db, close } = await openSqlite(file, AS_IT_IS);
  for (const name of ['id', 'secret'] as const) {
    const value = randomBytes(name === 'id' ? 4 : 32).toString('hex');
    await db.updateTable('installation').set({ value }).where('name', '=', name).execute();
  }
  await close();
}

async function makeModel(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-model-'));
  try {
    const file = join(folder, 'model.db');
    await (await openSqlite(file)).close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The uploaded files of a server with that data folder. */
export async function openTestBlobs(dataDir: string): Promise<BlobStore> {
  const { s3 } = await storageOf(dataDir);
  return s3 === undefined ? openFolderBlobs(join(dataDir, 'files')) : openS3Blobs(s3);
}

/** The sorted names in the folder or bucket of uploaded files. */
export async function listStored(dataDir: string): Promise<string[]> {
  const { s3 } = await storageOf(dataDir);
  if (s3 === undefined) return (await readdir(join(dataDir, 'files'))).toSorted();
  const keys: string[] = [];
  for await (const { key } of (await openS3Blobs(s3)).list()) keys.push(key);
  return keys.toSorted();
}

async function makeDatabase(name: string, model: string, atEnd: (end: () => Promise<void>) => void): Promise<void> {
  if (made.has(name)) return;
  made.add(name);
  // The model's files are copied, in half the time of writing them through the log.
  await administer(`create database ${name} template ${model} strategy file_copy`);
  if (model === servers?.model) await asAnotherInstallation(name);
  atEnd(() => administer(`drop database ${name} with (force)`));
}

/** A copy of the model is an installation of its own. */
async function asAnotherInstallation(name: string): Promise<void> {
  await administer(`update installation set value = substr(md5(random()::text), 1, 8)`, urlOf(name));
}

function urlOf(name: string): string {
  const url = new URL(servers?.adminUrl ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

async function administer(statement: string, url: string | undefined = servers?.adminUrl): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
