import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '#server/core/database/postgres.ts';
import type { S3Settings } from '#server/core/files/s3-client.ts';
import { diskForTests } from './memory-disk.ts';
import { startPostgres, type PostgresCluster } from './postgres-cluster.ts';
import { startSwift, type Swift } from './swift.ts';

/** The servers that the tests of a project share. Each test has a database and a prefix of its own. */
export interface StorageServers {
  /** Of a database in which others are created and deleted. */
  readonly adminUrl: string;
  /** The name of a database that has the newest schema and nothing else, to be copied. */
  readonly model: string;
  /** Only in the project of tests about files. */
  readonly s3: S3Settings | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    storage: StorageServers | undefined;
  }
}

const MODEL = 'model';

let folder: string | undefined;
let postgres: PostgresCluster | undefined;
let swift: Swift | undefined;

/** Before the first test of the project. */
export async function setup(project: TestProject): Promise<void> {
  try {
    await start(project);
  } catch (error) {
    // Otherwise the started servers would outlive the run.
    await teardown();
    throw error;
  }
}

async function start(project: TestProject): Promise<void> {
  folder = await mkdtemp(join(await diskForTests(), 'labelwright-storage-'));
  await chmod(folder, 0o755);
  postgres = await startPostgres(folder);
  if (project.name === 's3') swift = await startSwift(folder);
  const [adminUrl, s3] = [postgres.urlOf('postgres'), await swift?.bucket('tests')];
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${MODEL}`);
  await admin.end();
  const model = await openPostgres(postgres.urlOf(MODEL));
  await model.close();
  project.provide('storage', { adminUrl, model: MODEL, s3 });
}

/** After the last. */
export async function teardown(): Promise<void> {
  await Promise.all([swift?.stop(), postgres?.stop()]);
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
